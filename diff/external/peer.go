package external

// peer is the other end of a conversation: it answers requests.
type peer interface {
	// start makes it ready to answer, and returns the version of the engine.
	start() (version string, err error)
	// exchange answers the requests of a test. There are fewer answers only if the last of them says that the process ends. The error
	// is a *diff.Stop.
	exchange(requests []request) ([]answer, error)
	// pid is the id of the process that answers, or 0 if there is none now.
	pid() int
	// close ends the process. It may be called twice.
	close()
}

// Kind is the way in which a command is talked to.
type Kind string

// The kinds.
const (
	// Adaptor is a command that speaks the protocol.
	Adaptor Kind = "cmd"
	// Reference is the specification's reference interpreter, whose prompt answers.
	Reference Kind = "reference"
	// Wabt is spectest-interp of wabt, which is run on a file for each test.
	Wabt Kind = "wabt"
)

// Kinds returns all kinds.
func Kinds() []Kind { return []Kind{Adaptor, Reference, Wabt} }

// peer returns what talks to the command of a configuration.
func (cfg Config) peer() peer {
	switch cfg.Kind {
	case Reference:
		return newPrompt(cfg)
	case Wabt:
		return &files{cfg: cfg}
	}
	return speaker{&process{cfg: cfg, greeting: greeting}}
}

// speaker is a process that speaks the protocol.
type speaker struct{ *process }

func (s speaker) exchange(requests []request) (answers []answer, err error) {
	var lines []byte
	for _, r := range requests {
		lines = r.append(lines)
	}
	err = s.process.exchange(lines, func(line string) (bool, error) {
		answer, err := parse(requests[len(answers)].verb, line)
		answers = append(answers, answer)
		return answer.leave || len(answers) == len(requests), err
	})
	if err == nil && answers[len(answers)-1].leave {
		s.kill()
	}
	return answers, err
}
