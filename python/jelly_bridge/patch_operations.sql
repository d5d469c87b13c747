-- The algebra of patches, for Python (jelly_bridge.patch_operations) and for Java (PatchOperations).
--
-- Each section is a named query, or a part of one. A name in braces is replaced by the text of that section, or
-- by the table that the caller passes under this name. A colon starts a parameter. Tables:
--
--   statements, old, new   s, p, o, g
--   patch                  op, s, p, o, g, unit (a struct of the order columns before seq), seq;
--                          for namespaces also name, value
--   undone                 unit, undone_from, undone_to: operations of transactions without a commit
--   done                   patch without undone
--   net                    s, p, o, g, adds: each named statement once, and whether it is added

-- section: no_term
CAST(NULL AS STRUCT<kind: STRING, value: STRING, lang: STRING, datatype: STRING>)

-- section: place
named_struct('unit', unit, 'seq', seq, 'adds', op = 'A')

-- section: without_blank_nodes
-- Literals and IRIs of a quoted triple may contain any text, so they are removed before the search for labels.
SELECT
  if(
    size(filter(
      array(s, p, o, g),
      term -> term.kind = 'bnode' OR term.kind = 'triple' AND contains(
        regexp_replace(regexp_replace(term.value, r'\\.', ''), r'"[^"]*"|<[^<>\s]*>', ''), '_:'
      )
    )) > 0,
    CAST(
      raise_error('a blank node, whose label means nothing in another file')
      AS STRUCT<kind: STRING, value: STRING, lang: STRING, datatype: STRING>
    ),
    s
  ) AS s,
  p, o, g
FROM {statements}

-- section: difference
-- Most statements are in both tables. Grouping after the shuffle looks up each of them once.
SELECT s, p, o, g, max(is_new) = 1 AS adds
FROM (
  SELECT * FROM (
    SELECT s, p, o, g, 1 AS is_old, 0 AS is_new FROM {old}
    UNION ALL
    SELECT s, p, o, g, 0 AS is_old, 1 AS is_new FROM {new}
  ) DISTRIBUTE BY s, p, o, g
)
GROUP BY s, p, o, g
HAVING max(is_old) <> max(is_new)

-- section: undone
-- Only the few operations that start or end transactions are sorted for the window.
SELECT unit, undone_from, undone_to
FROM (
  SELECT op, unit, seq AS undone_from, lead(seq) OVER marks AS undone_to, lead(op) OVER marks AS ended_by
  FROM {patch}
  WHERE op IN ('TX', 'TC', 'TA')
  WINDOW marks AS (PARTITION BY unit ORDER BY seq)
)
WHERE op = 'TX' AND NOT ended_by <=> 'TC'

-- section: ambiguous
-- Patches of a file have no gaps, so more operations than positions means that patches of two files are mixed.
-- An operation without a position also fails; otherwise there are no rows.
SELECT unit, CAST(raise_error(:message) AS BIGINT) AS undone_from, CAST(NULL AS BIGINT) AS undone_to
FROM (
  SELECT unit, count(*) AS operations, CAST(max(seq) AS DOUBLE) - CAST(min(seq) AS DOUBLE) + 1 AS places
  FROM {patch}
  GROUP BY unit
)
WHERE operations > coalesce(places, 0)

-- section: done
-- Only the ranges are sent to all tasks; the operations are not shuffled.
SELECT /*+ BROADCAST(undone) */ patch.*
FROM {patch} AS patch LEFT ANTI JOIN {undone} AS undone
ON patch.unit <=> undone.unit AND patch.seq >= undone_from AND coalesce(patch.seq <= undone_to, true)

-- section: net
-- The key is a hash, because whole terms take longer to sort and to look up.
SELECT s, p, o, g, key, latest.adds AS adds
FROM (
  SELECT s, p, o, g, key, max(place) AS latest
  FROM (
    SELECT s, p, o, g, xxhash64(s, p, o, g) AS key, {place} AS place
    FROM {done}
    WHERE op IN ('A', 'D')
    DISTRIBUTE BY key
  )
  GROUP BY s, p, o, g, key
)

-- section: apply
-- All named statements are removed first, so the last operation matters only for those that are added. Their
-- terms get the type of the terms that are read; otherwise Spark would rebuild all terms in the union. The
-- comparison is inside coalesce, because Spark would otherwise make it part of the join key.
SELECT {hint} old.s, old.p, old.o, old.g
FROM (SELECT s, p, o, g, xxhash64(s, p, o, g) AS key FROM {statements}) AS old
LEFT ANTI JOIN {net} AS net
ON old.key = net.key
  AND coalesce(old.s = net.s AND old.p = net.p AND old.o = net.o AND old.g <=> net.g, false)
UNION ALL
SELECT
  named_struct(
    'kind', coalesce(s.kind, ''), 'value', coalesce(s.value, ''), 'lang', s.lang, 'datatype', s.datatype
  ),
  named_struct(
    'kind', coalesce(p.kind, ''), 'value', coalesce(p.value, ''), 'lang', p.lang, 'datatype', p.datatype
  ),
  named_struct(
    'kind', coalesce(o.kind, ''), 'value', coalesce(o.value, ''), 'lang', o.lang, 'datatype', o.datatype
  ),
  g
FROM {net}
WHERE adds

-- section: hash_join
/*+ SHUFFLE_HASH(net) */

-- section: undo
SELECT s, p, o, g, is_there = 1 AS adds
FROM (
  SELECT s, p, o, g, max(place) AS latest, max(is_there) AS is_there
  FROM (
    SELECT s, p, o, g, {place} AS place, 0 AS is_there FROM {done} WHERE op IN ('A', 'D')
    UNION ALL
    SELECT s, p, o, g, NULL AS place, 1 AS is_there FROM {statements}
  )
  GROUP BY s, p, o, g
)
WHERE latest IS NOT NULL AND latest.adds <> (is_there = 1)

-- section: transaction
-- A patch of one transaction: headers, deletes, adds. The headers and TX are numbered from 0 without a gap, deletes
-- from 2^10, adds from 2^60, namespaces from 2^60 + 2^59, TC is 2^62. Statements with the same subject follow
-- each other, which takes the fewest bytes in a file.
SELECT
  op, {no_term} AS s, {no_term} AS p, {no_term} AS o, {no_term} AS g, name,
  CASE WHEN op = 'H' THEN
    named_struct('kind', 'iri', 'value', iri, 'lang', CAST(NULL AS STRING), 'datatype', CAST(NULL AS STRING))
  END AS value,
  0L AS patch, seq
FROM (
  SELECT inline(array(
    named_struct('op', 'H', 'name', 'id', 'iri', CAST(:id AS STRING), 'seq', 0L),
    named_struct(
      'op', 'H', 'name', 'prev', 'iri', CAST(:prev AS STRING), 'seq', CAST(:id IS NOT NULL AS BIGINT)
    ),
    named_struct(
      'op', 'TX', 'name', CAST(NULL AS STRING), 'iri', CAST(NULL AS STRING),
      'seq', CAST(:id IS NOT NULL AS BIGINT) + CAST(:prev IS NOT NULL AS BIGINT)
    ),
    named_struct(
      'op', 'TC', 'name', CAST(NULL AS STRING), 'iri', CAST(NULL AS STRING), 'seq', 4611686018427387904L
    )
  ))
)
WHERE op <> 'H' OR iri IS NOT NULL
UNION ALL
SELECT
  if(adds, 'A', 'D'), s, p, o, g, CAST(NULL AS STRING), {no_term}, 0L,
  monotonically_increasing_id() + if(adds, 1152921504606846976L, 1024L)
FROM (SELECT * FROM {net} DISTRIBUTE BY s SORT BY g, s, p, o)

-- section: namespaces
-- The last operation on each namespace.
SELECT
  latest.op AS op, {no_term} AS s, {no_term} AS p, {no_term} AS o, g, name, latest.value AS value,
  0L AS patch, monotonically_increasing_id() + 1729382256910270464L AS seq
FROM (
  SELECT name, g, max(named_struct('unit', unit, 'seq', seq, 'op', op, 'value', value)) AS latest
  FROM {done}
  WHERE op IN ('PA', 'PD')
  GROUP BY name, g
)
