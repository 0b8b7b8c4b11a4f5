package evaluate

import (
	"cmp"
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// A figure is like figures 2 to 4 of the paper: for each bug and strategy the failure rate above, and below, on a
// logarithmic scale, the efforts of the runs that found the bug and their mean.
type figure struct {
	samples    []Sample
	bugs       []string
	strategies []string
	base       string                   // the baseline
	label      string                   // of the effort
	effort     func(s Sample) []float64 // of the runs that found the bug
}

// newFigure orders the bugs as figure 4 does: those of the validator first, and of each property those first that the
// baseline finds with the least effort.
func newFigure(samples []Sample, label string, effort func(s Sample) []float64) *figure {
	f := &figure{samples: samples, base: baseline(samples), label: label, effort: effort}
	ordered := slices.Clone(samples)
	slices.SortStableFunc(ordered, func(a, b Sample) int {
		return cmp.Or(-cmp.Compare(a.Property, b.Property), cmp.Compare(f.order(a), f.order(b)))
	})
	for _, s := range ordered {
		if !slices.Contains(f.bugs, s.Bug) {
			f.bugs = append(f.bugs, s.Bug)
		}
	}
	for _, s := range samples {
		if !slices.Contains(f.strategies, s.Strategy) {
			f.strategies = append(f.strategies, s.Strategy)
		}
	}
	return f
}

// order is what the bug of a sample is placed by: only the baseline's samples count.
func (f *figure) order(s Sample) float64 {
	if s.Strategy != f.base || s.Found == 0 {
		return math.Inf(1)
	}
	return mean(f.effort(s))
}

// The measures of a figure. A bug takes one unit of the horizontal axis.
const (
	unit     = 1.7 * vg.Centimeter
	crowd    = 0.8 // the part of a unit that strategies share
	height   = 15 * vg.Centimeter
	margin   = 3 * vg.Centimeter // around: for the axes, the legend, and names
	dot      = 1.2               // radius of a run, in points
	meanSize = 3.5               // of their mean
)

// write draws the figure as SVG.
func (f *figure) write(w io.Writer) error {
	rates, efforts := f.empty("failure rate", make([]string, len(f.bugs))), f.empty(f.label, f.bugs)
	rates.Y.Min, rates.Y.Max = 0, 1
	efforts.Y.Scale, efforts.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	legend := plot.NewLegend()
	legend.Top, legend.Left = true, true
	for i, name := range f.strategies {
		bars, err := f.bars(i)
		if err != nil {
			return err
		}
		rates.Add(bars)
		legend.Add(name, bars)
		if err := f.addPoints(efforts, i); err != nil {
			return err
		}
	}
	efforts.Y.Min, efforts.Y.Max = decades(efforts.Y.Min, efforts.Y.Max)
	canvas := vgsvg.New(unit*vg.Length(len(f.bugs))+2*margin, height)
	dc := draw.New(canvas)
	tiles := draw.Tiles{Cols: 1, Rows: 2, PadTop: unit / 4, PadRight: margin, PadBottom: unit / 2, PadY: unit / 4}
	plots := [][]*plot.Plot{{rates}, {efforts}}
	for i, tile := range plot.Align(plots, tiles, dc) {
		plots[i][0].Draw(tile[0])
	}
	legend.Draw(draw.Crop(dc, dc.Max.X-margin*0.9, 0, 0, -unit/4))
	_, err := canvas.WriteTo(w)
	return err
}

// decades returns the powers of ten around a range, which is empty if no run found anything.
func decades(low, high float64) (float64, float64) {
	if low > high {
		return 1, 10
	}
	low = math.Pow(10, math.Floor(math.Log10(low)))
	return low, max(10*low, math.Pow(10, math.Ceil(math.Log10(high))))
}

// empty returns a plot with names for the bugs on its horizontal axis.
func (f *figure) empty(label string, names []string) *plot.Plot {
	p := plot.New()
	p.Y.Label.Text = label
	p.NominalX(names...)
	p.Y.Padding = 0
	p.X.Min, p.X.Max = -0.5, float64(len(f.bugs))-0.5
	p.X.Tick.Label.Rotation = -math.Pi / 6
	p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = draw.XLeft, draw.YTop
	p.Add(plotter.NewGrid())
	return p
}

// shift is where the i'th strategy stands in a bug's unit, seen from its middle.
func (f *figure) shift(i int) float64 {
	return crowd * ((float64(i)+0.5)/float64(len(f.strategies)) - 0.5)
}

// bars are the failure rates of the i'th strategy.
func (f *figure) bars(i int) (*plotter.BarChart, error) {
	rates := make(plotter.Values, len(f.bugs))
	for _, s := range f.samples {
		if s.Strategy == f.strategies[i] {
			rates[slices.Index(f.bugs, s.Bug)] = s.FailureRate()
		}
	}
	bars, err := plotter.NewBarChart(rates, unit*vg.Length(crowd/float64(len(f.strategies))))
	if err != nil {
		return nil, err
	}
	bars.XMin, bars.Color, bars.LineStyle.Width = f.shift(i), plotutil.Color(i), 0
	return bars, nil
}

// addPoints draws the runs of the i'th strategy as dots and their means as boxes.
func (f *figure) addPoints(p *plot.Plot, i int) error {
	var runs, means plotter.XYs
	for _, s := range f.samples {
		if s.Strategy != f.strategies[i] || s.Found == 0 {
			continue
		}
		x := float64(slices.Index(f.bugs, s.Bug)) + f.shift(i)
		for _, e := range f.effort(s) {
			runs = append(runs, plotter.XY{X: x, Y: positive(e)})
		}
		means = append(means, plotter.XY{X: x, Y: positive(mean(f.effort(s)))})
	}
	if len(runs) == 0 {
		return nil
	}
	dots, err := plotter.NewScatter(runs)
	if err != nil {
		return err
	}
	boxes, err := plotter.NewScatter(means)
	if err != nil {
		return err
	}
	dots.GlyphStyle = draw.GlyphStyle{Color: plotutil.Color(i), Radius: dot, Shape: draw.CircleGlyph{}}
	boxes.GlyphStyle = draw.GlyphStyle{Color: plotutil.Color(i), Radius: meanSize, Shape: draw.SquareGlyph{}}
	p.Add(dots, boxes)
	return nil
}

// positive returns an effort that has a logarithm: clocks may show no time at all.
func positive(e float64) float64 { return max(e, 1e-6) }
