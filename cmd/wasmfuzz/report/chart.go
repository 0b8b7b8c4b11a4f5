package report

import (
	"bytes"
	"html/template"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/record"
)

// The size of a chart.
const (
	chartWidth  = 12 * vg.Centimeter
	chartHeight = 6 * vg.Centimeter
)

// chart draws a value, of a moment and the one before it, over the time for which a campaign has run, as an SVG element.
func chart(title string, moments []record.Moment, value func(before, m record.Moment) float64) (template.HTML, error) {
	p := plot.New()
	p.Title.Text, p.X.Label.Text = title, "seconds"
	p.Add(plotter.NewGrid())
	points := plotter.XYs{{}}
	var before record.Moment
	for _, m := range moments {
		points = append(points, plotter.XY{X: m.Seconds, Y: value(before, m)})
		before = m
	}
	line, err := plotter.NewLine(points)
	if err != nil {
		return "", err
	}
	line.Color, line.Width = plotutil.Color(0), vg.Points(1.5)
	p.Add(line)
	p.Y.Min, p.Y.Max = 0, max(p.Y.Max, 1)
	canvas := vgsvg.New(chartWidth, chartHeight)
	p.Draw(draw.New(canvas))
	var svg bytes.Buffer
	if _, err := canvas.WriteTo(&svg); err != nil {
		return "", err
	}
	// What comes before the element is for files of their own.
	return template.HTML(svg.Bytes()[bytes.Index(svg.Bytes(), []byte("<svg")):]), nil
}
