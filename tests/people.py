"""The statements that the pages of docs/ show."""

from __future__ import annotations

from rdf import RDF, XSD, Quoted, Statement, Term

FOAF = "http://xmlns.com/foaf/0.1/"


def people() -> list[Statement]:
    """Make the statements that the page shows."""

    def foaf(name: str) -> Term:
        return Term("iri", FOAF + name)

    anna, bob, unknown = (
        Term("iri", "http://example.org/anna"),
        Term("iri", "http://example.org/bob"),
        Term("bnode", "b0"),
    )
    club = Term("iri", "http://example.org/club")
    person = foaf("Person")
    return [
        Statement(anna, Term("iri", RDF + "type"), person, None),
        Statement(anna, foaf("name"), Term("literal", "Anna", lang="cs"), None),
        Statement(anna, foaf("age"), Term("literal", "27", datatype=XSD + "integer"), None),
        Statement(bob, Term("iri", RDF + "type"), person, None),
        Statement(bob, foaf("name"), Term("literal", "Bob"), None),
        Statement(unknown, foaf("knows"), anna, club),
        Statement(bob, foaf("knows"), anna, club),
        Statement(
            bob,
            Term("iri", "http://example.org/says"),
            Quoted(anna, foaf("age"), Term("literal", "29", datatype=XSD + "integer")),
            club,
        ),
    ]
