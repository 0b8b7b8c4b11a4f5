package engines

import "testing"

func TestEveryNameOpensItsEngine(t *testing.T) {
	names := Names()
	if len(names) < 2 {
		t.Errorf("there are only %v", names)
	}
	for _, name := range names {
		e, err := Open(name)
		if err != nil {
			t.Fatal(err)
		}
		if e.Name() != name {
			t.Errorf("%s opens %s", name, e.Name())
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := Open("none"); err == nil {
		t.Error("an unknown engine was opened")
	}
}
