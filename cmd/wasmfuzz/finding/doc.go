// Package finding turns divergences into findings: small, each once, with all that the maintainer of an engine needs.
//
// Read symptom.go first: a Symptom is a divergence without the module that shows it, and tells of other modules whether
// they show it too. On it are built reduce.go, which makes the module small; explain.go, which tries all its mutants to
// see to which instructions the divergence belongs; and case.go, which finds the plainest form in which it shows, and
// what is right. From these come the Key of a bucket (bucket.go), the rules of the specification that apply (rule.go),
// the directory that is written (dir.go, report.go), and what is known already (known.go). Collector (collector.go) does
// all of it for a campaign.
package finding
