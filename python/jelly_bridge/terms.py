"""Columns of RDF terms: constants to compare with, terms built from columns, their N-Triples text.

A term is a struct of four strings, `TERM_TYPE`. Each term has one form, so that equal terms are
equal structs: plain strings (`xsd:string`) and language-tagged strings have a null `datatype`. As
with Spark's own functions, a session must be running when a column is created.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyspark.sql import Column
from pyspark.sql import functions as sf
from pyspark.sql.types import StringType, StructField, StructType

from jelly_bridge import _catalog
from jelly_bridge._checks import (
    column_names,
    column_of,
    require_iri,
    require_one_of,
    require_text,
)
from jelly_bridge._statements import RDF_LANG_STRING, XSD_STRING

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

TERM_TYPE: Final = StructType(
    [StructField(name, StringType()) for name in ("kind", "value", "lang", "datatype")]
)
"""The Spark type of a term: `struct<kind: string, value: string, lang: string, datatype: string>`.

`kind` is `iri`, `bnode`, `literal` or `triple`.
"""

_CONTROL: Final = r"[\x00-\x1F\x7F]"
_FORBIDDEN_IN_IRI: Final = r'[\x00-\x20<>"{}|^`\\]'
# RDF 1.2 N-Triples, section 7: LANG_DIR, of parts as well-formed tags have them.
_LANGUAGE_TAG: Final = r"\A[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*(?:--(?:ltr|rtl))?\z"
# RDF 1.1 Turtle, section 6.5: PN_CHARS_U with digits, PN_CHARS, BLANK_NODE_LABEL.
_LABEL_START: Final = (
    r"A-Za-z0-9_"
    r"\x{C0}-\x{D6}\x{D8}-\x{F6}\x{F8}-\x{2FF}\x{370}-\x{37D}\x{37F}-\x{1FFF}"
    r"\x{200C}-\x{200D}\x{2070}-\x{218F}\x{2C00}-\x{2FEF}\x{3001}-\x{D7FF}"
    r"\x{F900}-\x{FDCF}\x{FDF0}-\x{FFFD}\x{10000}-\x{EFFFF}"
)
_LABEL_PART: Final = _LABEL_START + r"\-\x{B7}\x{300}-\x{36F}\x{203F}-\x{2040}"
# Labels that look like hexadecimal ones are also written in hexadecimal.
_BLANK_NODE_LABEL: Final = rf"\A(?!jbx)[{_LABEL_START}](?:[{_LABEL_PART}.]*[{_LABEL_PART}])?\z"


def iri(value: str | Column) -> Column:
    """Create the term of an IRI, to compare with a term column or to write.

    Args:
        value: The complete IRI, without angle brackets; or a string column of IRIs, in which null
            gives null.

    Returns:
        A column of `TERM_TYPE`, constant if the IRI is.

    Raises:
        ValueError: The IRI is not text, or in angle brackets.

    Example:
        >>> df.where(df.p == iri("http://www.w3.org/1999/02/22-rdf-syntax-ns#type"))
        >>> products.select(iri(sf.concat(sf.lit("http://example.org/"), "id")).alias("s"))
    """
    return _term("iri", value)


def literal(
    value: str | Column,
    *,
    lang: str | Column | None = None,
    direction: str | None = None,
    datatype: str | Column | None = None,
) -> Column:
    """Create the term of a literal, to compare with a term column or to write.

    Literals are compared as RDF terms, not as values: `"1"` and `"01"` of `xsd:integer` differ, and
    so do language tags of different case.

    Args:
        value: The lexical form, unescaped; or a string column of lexical forms, in which null gives
            null. For a boolean, a finite number or a date before the year 10000, Spark's text has
            the form of XSD. That of `Infinity` (`INF` in XSD) and of timestamps does not; write
            timestamps as `date_format(t, "yyyy-MM-dd'T'HH:mm:ssXXX")`.
        lang: The language tag, without `@`; or a string column of tags, null for no tag.
        direction: The base direction, `ltr` or `rtl`, of a literal with a language tag (RDF 1.2).
            It becomes the end of the tag, as in `ar--rtl`.
        datatype: The IRI of the datatype, or a string column of IRIs. `xsd:string`, and
            `rdf:langString` with a language tag, are the same as no datatype.

    Returns:
        A column of `TERM_TYPE`, constant if all parts are.

    Raises:
        ValueError: There are both a language tag and another datatype, or `rdf:langString` without
            a language tag, or the tag is empty (RDF 1.1 Concepts, section 3.3), or a part is not
            text, or the direction is unknown or without a language tag. In columns, these errors
            are only found when they are written.

    Example:
        >>> df.where(df.o == literal("Berlin", lang="de"))
        >>> df.where(df.o == literal("مرحبا", lang="ar", direction="rtl"))
        >>> df.where(df.o == literal("42", datatype="http://www.w3.org/2001/XMLSchema#integer"))
        >>> cities.select(literal(cities.name, lang=cities.language).alias("o"))
    """
    if isinstance(lang, Column) or isinstance(datatype, Column):
        if datatype is not None:
            _require_iri("datatype", datatype)
            datatype = unless_implied(_text(datatype), _text(lang))
    elif lang is not None:
        if datatype not in (None, RDF_LANG_STRING):
            msg = f"a literal with a language tag ({lang}) has no other datatype ({datatype})"
            raise ValueError(msg)
        datatype = None
    elif datatype == RDF_LANG_STRING:
        msg = "a literal of rdf:langString has a language tag: give lang=…"
        raise ValueError(msg)
    elif datatype == XSD_STRING:
        datatype = None
    if isinstance(lang, str) and lang == "":
        msg = "a language tag is not empty: leave out lang=… for a literal without one"
        raise ValueError(msg)
    if direction is not None:
        require_one_of("direction", direction, ("ltr", "rtl"))
        if lang is None:
            msg = f"a literal with a base direction ({direction}) has a language tag: give lang=…"
            raise ValueError(msg)
        lang = (
            sf.concat(lang, sf.lit(f"--{direction}"))
            if isinstance(lang, Column)
            else f"{lang}--{direction}"
        )
    return _term("literal", value, lang=lang, datatype=datatype)


def bnode(label: str | Column) -> Column:
    """Create the term of a blank node, to compare with a term column or to write.

    Args:
        label: The label in the column, without `_:`; or a string column of labels, in which null
            gives null. Unless the data was read with `blank_nodes="preserve"`, it differs from the
            label in the file.

    Returns:
        A column of `TERM_TYPE`, constant if the label is.

    Raises:
        ValueError: The label is not text.

    Example:
        >>> read_jelly("data.jelly", blank_nodes="preserve").where("s.kind = 'bnode'").count()
        >>> df.where(df.s == bnode("b0"))
    """
    return _term("bnode", label)


def unless_implied(datatype: Column, lang: Column) -> Column:
    """Return the datatype of a literal, or null if it is implied."""
    tagged = (datatype == RDF_LANG_STRING) & lang.isNotNull()
    return sf.when(~((datatype == XSD_STRING) | tagged), datatype)


def _term(
    kind: str,
    value: str | Column,
    *,
    lang: str | Column | None = None,
    datatype: str | Column | None = None,
) -> Column:
    """Create a struct of `TERM_TYPE`; null if the value is.

    Raises:
        ValueError: A part is not text, or an IRI is in angle brackets: it would equal no term,
            without an error.
    """
    require = _require_iri if kind == "iri" else _require_text
    require("value", value)
    if lang is not None:
        _require_text("lang", lang)
    if datatype is not None:
        _require_iri("datatype", datatype)
    fields = {"kind": kind, "value": value, "lang": lang, "datatype": datatype}
    term = sf.struct(*(_text(part).alias(name) for name, part in fields.items()))
    return sf.when(value.isNotNull(), term) if isinstance(value, Column) else term


def _require_text(name: str, part: object) -> None:
    if not isinstance(part, Column):
        require_text(f"the {name} of a term", part)


def _require_iri(name: str, part: object) -> None:
    if not isinstance(part, Column):
        require_iri(f"the {name} of a term", part)


def _text(part: str | Column | None) -> Column:
    """Convert a part to a column; columns are returned unchanged, for Spark to check."""
    return part if isinstance(part, Column) else sf.lit(part).cast(StringType())


def require_terms(df: DataFrame, *names: str) -> None:
    """Check that columns exist and hold terms.

    Raises:
        ValueError: A column is missing, or not of `TERM_TYPE`; or the argument is not a DataFrame.
    """
    known = column_names(df)
    for name in names:
        if name not in known:
            msg = f"expected a column {name} of terms; there are {', '.join(df.columns)}"
            raise ValueError(msg)
        found = df.schema[known.index(name)].dataType
        if found.simpleString() != TERM_TYPE.simpleString():
            msg = (
                f"expected {TERM_TYPE.simpleString()} in column {name}, found "
                f"{found.simpleString()}; read with term_format='struct'"
            )
            raise ValueError(msg)


def to_ntriples(column: Column | str) -> Column:
    r"""Render a column of terms as N-Triples text.

    This is `rdf_ntriples` if the active session has the jelly-bridge jar (on Spark Connect: if it
    already knows our functions). Otherwise, Spark SQL expressions compute the same text.

    The text is what `term_format="ntriples"` reads: `<…>` for an IRI, `_:…` for a blank node,
    `"…"`, `"…"@en` or `"…"^^<…>` for a literal, `<<( … )>>` for a triple term. Null (the default
    graph) stays null. The query fails for a struct that is not a term, because its kind is unknown
    or its value is missing, and for a language tag that is malformed (`en_US`) or accompanied by a
    datatype.

    Args:
        column: A column of `TERM_TYPE`, or its name.

    Returns:
        A string column, named after the function and the column, as in `to_ntriples(s)`.

    Example:
        >>> df.select(to_ntriples("s"), to_ntriples(df.o).alias("object"))
    """
    term = column_of(column)
    name = column if isinstance(column, str) else str(column).removeprefix("Column<'")[:-2]
    text = _catalog.call("rdf_ntriples", [term]) if _catalog.is_available() else ntriples_text(term)
    return text.alias(f"to_ntriples({name})")


def ntriples_text(term: Column) -> Column:
    """Render terms as N-Triples text with Spark SQL expressions, which need no jar."""
    kind, value, lang, datatype = (
        term.getField(name) for name in ("kind", "value", "lang", "datatype")
    )
    typed = sf.when(datatype != XSD_STRING, sf.concat(sf.lit("^^"), _bracketed(datatype)))
    # Null for combinations that no literal has, which makes the whole text null.
    suffix = sf.when(lang.isNull(), typed.otherwise(sf.lit(""))).when(
        is_language(lang, datatype) & lang.rlike(_LANGUAGE_TAG), sf.concat(sf.lit("@"), lang)
    )
    text = sf.concat(sf.lit('"'), _escaped_string(value), sf.lit('"'), suffix)
    bare = lang.isNull() & datatype.isNull()
    rendered = (
        sf.when((kind == "iri") & bare, _bracketed(value))
        .when((kind == "bnode") & bare, sf.concat(sf.lit("_:"), _label(value)))
        .when(kind == "literal", text)
        .when((kind == "triple") & bare, value)
    )
    expected = (
        "expected a term, of a kind (iri, bnode, literal or triple) and a value, "
        "if it is a literal also a language tag or a datatype; found "
    )
    found = sf.concat(sf.lit(f"to_ntriples: {expected}"), term.cast("string"))
    wrong = sf.raise_error(found).cast(StringType())
    return sf.when(term.isNotNull(), sf.coalesce(rendered, wrong))


def is_language(lang: Column, datatype: Column) -> Column:
    """Tell whether a language tag is not empty, and has no datatype except `rdf:langString`."""
    return (lang != "") & (datatype.isNull() | (datatype == RDF_LANG_STRING))


def _bracketed(iri_text: Column) -> Column:
    """Write an IRI as IRIREF, with numeric escapes (UCHAR) of forbidden characters (section 7)."""
    return sf.concat(sf.lit("<"), _numbered(iri_text, _FORBIDDEN_IN_IRI), sf.lit(">"))


def _numbered(text: Column, pattern: str) -> Column:
    """Replace the ASCII characters that a pattern matches by numeric escapes (UCHAR)."""
    escaped = sf.transform(
        sf.split(text, ""),
        lambda c: sf.when(
            c.rlike(pattern),
            sf.concat(sf.lit("\\u00"), sf.lpad(sf.hex(c), 2, "0")),
        ).otherwise(c),
    )
    # Splitting a text costs far more than searching it, and hardly any text needs it.
    return sf.when(text.rlike(pattern), sf.array_join(escaped, "")).otherwise(text)


def _label(text: Column) -> Column:
    """Write a blank node label, in hexadecimal if it is not a BLANK_NODE_LABEL."""
    return sf.when(text.rlike(_BLANK_NODE_LABEL), text).otherwise(
        sf.concat(sf.lit("jbx"), sf.hex(text))
    )


def _escaped_string(text: Column) -> Column:
    """Escape the characters that canonical N-Triples escapes (RDF 1.2 N-Triples, section 4)."""
    for character, escaped in (
        ("\\", "\\\\"),
        ('"', '\\"'),
        ("\b", "\\b"),
        ("\t", "\\t"),
        ("\n", "\\n"),
        ("\f", "\\f"),
        ("\r", "\\r"),
        ("\ufffe", "\\uFFFE"),
        ("\uffff", "\\uFFFF"),
    ):
        text = sf.replace(text, sf.lit(character), sf.lit(escaped))
    return _numbered(text, _CONTROL)
