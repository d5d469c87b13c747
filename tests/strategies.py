"""Random RDF statements for property tests."""

from __future__ import annotations

from hypothesis import strategies as st

from rdf import RDF, XSD, AnyTerm, Quoted, Statement, Term

# Few distinct texts: repeated terms and reused lookup entries are the purpose of Jelly.
_texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
_pieces = st.sampled_from(["a", "b", "c", "d/e", "", "ü", "#x", "€", "😀"])
iri_texts = st.one_of(
    st.builds("http://{}.example/{}{}".format, st.sampled_from("xyz"), _pieces, _pieces),
    st.just(RDF + "type"),
    _texts,
)
labels = st.one_of(st.sampled_from(["b0", "b1", "é", "jb0123456789abcdef_b0"]), _texts)
_languages = st.sampled_from(["en", "EN-gb", "de"])
_datatypes = st.sampled_from([XSD + "integer", XSD + "date", "http://x.example/dt", "d"])

# Not st.builds, which would also make values for the optional fields.
iris = iri_texts.map(lambda text: Term("iri", text))
bnodes = labels.map(lambda text: Term("bnode", text))
literals = st.one_of(
    _texts.map(lambda text: Term("literal", text)),
    st.tuples(_texts, _languages).map(lambda t: Term("literal", t[0], lang=t[1])),
    st.tuples(_texts, _datatypes).map(lambda t: Term("literal", t[0], datatype=t[1])),
)
simple_terms: st.SearchStrategy[AnyTerm] = st.one_of(iris, iris, bnodes, literals)
terms: st.SearchStrategy[AnyTerm] = st.one_of(
    simple_terms,
    simple_terms,
    simple_terms,
    st.recursive(
        st.builds(Quoted, *[simple_terms] * 3), lambda t: st.builds(Quoted, t, t, t), max_leaves=2
    ),
)
graphs: st.SearchStrategy[AnyTerm | None] = st.one_of(st.none(), iris, bnodes, literals)


@st.composite
def statement_lists(draw: st.DrawFn, max_size: int = 40) -> list[Statement]:
    """Draw statements whose terms are repeated often."""
    pool = draw(st.lists(terms, min_size=1, max_size=8))
    graph_pool = draw(st.lists(graphs, min_size=1, max_size=3))
    term = st.one_of(st.sampled_from(pool), terms)
    return draw(
        st.lists(
            st.builds(Statement, term, term, term, st.sampled_from(graph_pool)), max_size=max_size
        )
    )
