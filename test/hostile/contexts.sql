-- contexts.sql -- prints statements that use functions of the extensions where an ordinary user may name them: as parts
-- of aggregates and as triggers on columns of all types.

-- ---------------------------------------------------------------- aggregates
-- Every function that fits is the transition of an aggregate, with every final function that takes its state, from
-- initial states that nobody made.
SELECT format('CREATE AGGREGATE own.g(%s) (SFUNC = %s, STYPE = %s%s%s%s);', coalesce(nullif(array_to_string(s.args[2:]::regtype[], ', '), ''), '*'), s.proname, s.prorettype::regtype,
		', FINALFUNC = ' || f.proname, ', INITCOND = ' || quote_literal(i.cond), ', COMBINEFUNC = ' || c.proname)
	|| format('SELECT own.g(%s) FROM own.d GROUP BY id > 2;', a.list)
	|| format('SELECT own.g(%s) OVER (ORDER BY id) FROM own.d;', a.list)
	|| format('DROP AGGREGATE own.g(%s);', coalesce(nullif(array_to_string(s.args[2:]::regtype[], ', '), ''), '*'))
FROM watch.called s LEFT JOIN watch.called f ON f.args = ARRAY[s.prorettype] AND f.prokind = 'f'
	LEFT JOIN watch.called c ON c.args = ARRAY[s.prorettype, s.prorettype] AND c.prorettype = s.prorettype AND c.prokind = 'f'
	CROSS JOIN (VALUES (NULL), (''), ('\x00'), ('\x0101010101010101010101'), ('<a/>'), ('1.3')) i(cond)
	CROSS JOIN LATERAL (SELECT coalesce(string_agg(CASE t WHEN 'bxml'::regtype THEN 'doc' WHEN 'bxpath'::regtype THEN 'path' ELSE watch.arg(t, length(i.cond), n::int) END, ', ' ORDER BY n), '*') AS list
		FROM unnest(s.args[2:]) WITH ORDINALITY x(t, n)) a
WHERE s.prorettype = s.args[1] AND s.prokind = 'f' AND s.prorettype IN ('bytea'::regtype, 'bxml'::regtype, 'ordpath'::regtype)
	AND (s.prorettype = 'bytea'::regtype OR f.proname IS NULL OR f.proname LIKE '%final' OR i.cond = '<a/>' AND f.oid::bigint % 7 = 0);
-- Real states where others are expected, whole and damaged.
SELECT format('CREATE AGGREGATE own.state(bxml) (SFUNC = %s, STYPE = bytea);', s.proname)
	|| 'CREATE TABLE own.states AS SELECT own.state(doc) AS s FROM own.d;'
	|| string_agg(format('SELECT %s(s) FROM own.states; SELECT %1$s(set_byte(s, (i * 37) %% length(s), (i * 91) %% 256)) FROM own.states, generate_series(1, 40) i;
SELECT %1$s(substr(s, 1, i)) FROM own.states, generate_series(1, 40) i;', f.proname), '')
	|| string_agg(DISTINCT format('SELECT %s(s, set_byte(s, (i * 53) %% length(s), (i * 17) %% 256)) FROM own.states, generate_series(1, 40) i;', c.proname), '')
	|| 'DROP TABLE own.states; DROP AGGREGATE own.state(bxml);'
FROM watch.called s JOIN watch.called f ON f.args = '{bytea}'::regtype[]::oid[] AND f.prokind = 'f'
	JOIN watch.called c ON c.args = '{bytea,bytea}'::regtype[]::oid[] AND c.prorettype = 'bytea'::regtype AND c.prokind = 'f'
WHERE s.args = '{bytea,bxml}'::regtype[]::oid[] AND s.prorettype = 'bytea'::regtype
GROUP BY s.proname;

-- ---------------------------------------------------------------- triggers
-- Every trigger function, at every time and level, with and without arguments and conditions.
SELECT format('CREATE TRIGGER x %s %s ON %s FOR EACH %s EXECUTE FUNCTION %I(%s);', time, event, tab, level, f.proname, arg)
	|| format('INSERT INTO %1$s (id, doc) VALUES (5, ''<a/>''); UPDATE %1$s SET doc = ''<c/>'' WHERE id = 5; DELETE FROM %1$s WHERE id = 5;', tab)
	|| CASE WHEN event = 'TRUNCATE' THEN format('TRUNCATE %s;', tab) ELSE '' END || format('DROP TRIGGER x ON %s;', tab)
FROM watch.called f CROSS JOIN (VALUES ('BEFORE'), ('AFTER'), ('INSTEAD OF')) t(time) CROSS JOIN (VALUES ('INSERT'), ('UPDATE'), ('DELETE'), ('TRUNCATE'), ('INSERT OR UPDATE')) e(event)
	CROSS JOIN (VALUES ('own.wide'), ('own.view'), ('own.parted')) r(tab) CROSS JOIN (VALUES ('ROW'), ('STATEMENT')) l(level) CROSS JOIN (VALUES (''), ('''x'', ''own.d''')) a(arg)
WHERE f.prorettype = 'trigger'::regtype;
-- Conditions that name columns of every type.
SELECT format('CREATE TRIGGER x BEFORE INSERT OR UPDATE ON own.wide FOR EACH ROW WHEN (bxml_source_pair(new.%I, new.%I)) EXECUTE FUNCTION bxml_source_trigger(%s);', a.col, b.col, arg)
	|| 'INSERT INTO own.wide (id) VALUES (6); INSERT INTO own.wide SELECT (jsonb_populate_record(w, ''{"id": 7}'')).* FROM own.wide w WHERE id = 1; UPDATE own.wide SET n = n + 1, doc = ''<z/>'', t = ''<z/>'', b = ''<z/>'' WHERE id > 4;'
	|| 'DELETE FROM own.wide WHERE id > 4; DROP TRIGGER x ON own.wide;'
FROM watch.wide_columns a CROSS JOIN watch.wide_columns b CROSS JOIN (VALUES (''), ('''clear''')) g(arg) WHERE a.col <> b.col AND (arg = '' OR a.n % 3 = 0);
SELECT format('CREATE TRIGGER x AFTER INSERT OR UPDATE OR DELETE ON own.wide FOR EACH ROW EXECUTE FUNCTION bxml_node_trigger();')
	|| format('CREATE TRIGGER %I AFTER INSERT ON own.wide FOR EACH ROW WHEN (bxml_node_row(%L, new.%I, new.%I)) EXECUTE FUNCTION bxml_node_trigger();', 'y', node, a.col, b.col)
	|| 'INSERT INTO own.wide (id) VALUES (6); INSERT INTO own.wide SELECT (jsonb_populate_record(w, ''{"id": 7}'')).* FROM own.wide w WHERE id = 1;'
	|| 'DROP TRIGGER x ON own.wide; DELETE FROM own.wide WHERE id > 4; INSERT INTO own.wide SELECT (jsonb_populate_record(w, ''{"id": 8}'')).* FROM own.wide w WHERE id = 1; DELETE FROM own.wide WHERE id > 4; DROP TRIGGER y ON own.wide;'
FROM watch.wide_columns a CROSS JOIN watch.wide_columns b
	CROSS JOIN (VALUES ('own.nodes'), ('own.nodes_wrong'), ('own.nodes_text'), ('v.secret'), ('own.view'), ('pg_authid')) v(node)
WHERE (a.col = 'doc' OR node IN ('own.nodes', 'own.nodes_text')) AND (b.n + a.n) % 2 = 0;
