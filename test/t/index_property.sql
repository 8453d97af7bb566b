-- index_property.sql -- random documents and predicates for test/t/index_property.

CREATE FUNCTION pick(VARIADIC choices text[]) RETURNS text LANGUAGE sql VOLATILE AS
	$$ SELECT choices[1 + floor(random() * array_length(choices, 1))::int] $$;
CREATE FUNCTION chance(p float) RETURNS boolean LANGUAGE sql VOLATILE AS $$ SELECT random() < p $$;
CREATE FUNCTION dice(n int) RETURNS int LANGUAGE sql VOLATILE AS $$ SELECT floor(random() * n)::int $$;

-- Values: forms of integers, of doubles, of dates and moments; strings, some long, some that look like others.
CREATE FUNCTION some_integer() RETURNS text LANGUAGE sql VOLATILE AS
	$$ SELECT pick('', '', '', '+', '0', ' ', '00') || dice(12) || pick('', '', '', ' ') $$;
CREATE FUNCTION some_double() RETURNS text LANGUAGE sql VOLATILE AS
	$$ SELECT pick(dice(12)::text, dice(12) || '.0', dice(12) || '.5', '-' || dice(5), dice(5) || 'e0', '1E' || dice(3), 'INF', '-INF', 'NaN', ' NaN ', '.5', '0.1', '1e300',
		'0.30000000000000004', '9007199254740993', ' 7 ', '+3.') $$;
CREATE FUNCTION some_date() RETURNS text LANGUAGE sql VOLATILE AS
	$$ SELECT pick('2020-01-01', '2020-01-02', '2020-02-29', '2019-12-31', '0001-01-01', '12020-01-01') || pick('', '', 'Z', '+02:00', '-14:00', '+14:00') $$;
CREATE FUNCTION some_moment() RETURNS text LANGUAGE sql VOLATILE AS
	$$ SELECT pick('2020-01-01', '2020-01-02', '2019-12-31') || 'T' || pick('00:00:00', '12:30:00', '12:30:00.5', '23:59:59.9999995', '24:00:00', '12:30:00.1234565')
		|| pick('', '', 'Z', '+02:00', '-14:00') $$;
CREATE FUNCTION some_string() RETURNS text LANGUAGE sql VOLATILE AS
	$$ SELECT pick('x', 'xy', 'xyz', 'X', '', ' ', ' x', 'x ', 'é', 'true', '5x', '-', 'a"b', 'it''s', '&<>', repeat('long ', 3 + dice(4)), repeat('l', 60 + dice(8)),
		repeat('y', 3000 + dice(2)), 'IN', 'NaN') $$;
CREATE FUNCTION some_value() RETURNS text LANGUAGE sql VOLATILE AS
	$$ SELECT CASE dice(8) WHEN 0 THEN some_double() WHEN 1 THEN some_date() WHEN 2 THEN some_moment() WHEN 3 THEN some_string() WHEN 4 THEN some_string()
		ELSE some_integer() END $$;
CREATE FUNCTION escaped(s text) RETURNS text LANGUAGE sql IMMUTABLE AS
	$$ SELECT replace(replace(replace(replace(s, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;') $$;

CREATE FUNCTION some_element(depth int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	name text := pick('a', 'b', 'c', 'b', 'c', 'p:b', 'd');
	content text := '';
BEGIN
	FOR i IN 1..dice(3) * (depth > 0)::int LOOP
		content := content || some_element(depth - 1) || CASE WHEN chance(0.1) THEN escaped(some_value()) ELSE '' END;
	END LOOP;
	IF content = '' THEN
		content := escaped(some_value());
		IF chance(0.05) THEN content := content || pick('<!--c-->', '<?pi x?>', '<![CDATA[5]]>') || escaped(some_value()); END IF;
	END IF;
	RETURN format('<%s%s%s>%s</%1$s>', name, CASE WHEN chance(0.3) THEN format(' k="%s"', escaped(some_value())) END,
		CASE WHEN chance(0.1) THEN format(' p:k="%s"', escaped(some_value())) END, content);
END $$;

CREATE FUNCTION some_doc() RETURNS bxml LANGUAGE plpgsql AS $$
DECLARE content text := '';
BEGIN
	IF chance(0.02) THEN RETURN NULL; END IF;
	IF chance(0.03) THEN RETURN pick('', 'text', '5', '<a/>', '<a>5</a><b>x</b>', '<!--c-->'); END IF;
	FOR i IN 1..dice(6) LOOP content := content || some_element(2); END LOOP;
	RETURN format('<r xmlns:p="urn:p"%s%s%s%s>%s</r>', CASE WHEN chance(0.8) THEN format(' i="%s"', some_integer()) END,
		CASE WHEN chance(0.8) THEN format(' f="%s"', some_double()) END, CASE WHEN chance(0.8) THEN format(' d="%s"', some_date()) END,
		CASE WHEN chance(0.8) THEN format(' t="%s"', some_moment()) END, content);
END $$;

CREATE FUNCTION some_docs(first int, count int, seed int) RETURNS TABLE (id int, n int, doc bxml) LANGUAGE plpgsql AS $$
BEGIN
	PERFORM setseed(((first * 31 + seed) % 1000) / 1000.0);
	RETURN QUERY SELECT g, 0, some_doc() FROM generate_series(first, first + count - 1) g;
END $$;

-- Paths and conditions.
CREATE FUNCTION some_step() RETURNS text LANGUAGE sql VOLATILE AS $$ SELECT pick('a', 'b', 'c', 'b', 'd', '*', 'p:b', '*:b') $$;
CREATE FUNCTION some_path() RETURNS text LANGUAGE sql VOLATILE AS
	$$ SELECT pick('/r/a', '/r/b', '/r/c', '//b', '//a/b', '/r/a/b', '/r/*', '//*', '//c', '/r/a/@k', '//@k', '//@p:k', '/r/p:b', '//*:b', '/r/a/text()', '//b/text()',
		'/r/@i', '/r/@f', '/r/@d', '/r/@t', '/r', '/*', '//b/parent::*', '/r/a[1]', '/r/b[last()]', '//a/b[2]', '/a', '/r/a | /r/c', '//a//c', '/r/a/self::a', '(//b)[1]') $$;
CREATE FUNCTION some_operand() RETURNS text LANGUAGE sql VOLATILE AS
	$$ SELECT pick('.', '.', '.', 'a', 'b', 'c', '@k', '@i', 'text()', '*', 'a/b', 'string(.)', 'data(b)', 'number(c)', '..', './/c', 'string(@k)', '@*', 'b[1]', '(b, c)') $$;
CREATE FUNCTION some_literal() RETURNS text LANGUAGE sql VOLATILE AS
	$$ SELECT CASE dice(7) WHEN 0 THEN format('xs:date("%s")', some_date()) WHEN 1 THEN format('xs:dateTime("%s")', some_moment())
		WHEN 2 THEN format('"%s"', replace(some_value(), '"', '""')) WHEN 3 THEN format('"%s"', replace(some_string(), '"', '""'))
		WHEN 4 THEN format('(%s, "%s")', dice(12), replace(some_value(), '"', '""')) ELSE pick('', '', '-') || dice(12) || pick('', '', '.5', '.0') END $$;
CREATE FUNCTION some_condition(depth int) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	CASE dice(CASE WHEN depth > 0 THEN 14 ELSE 9 END)
		WHEN 0, 1, 2 THEN RETURN format('%s %s %s', some_operand(), pick('=', '=', '=', '<', '>=', '<=', '>', '!='), some_literal());
		WHEN 3 THEN RETURN format('%s %s %s', some_literal(), pick('=', '<', '>'), some_operand());
		WHEN 4 THEN RETURN format('starts-with(%s, %s)', pick('.', 'b[1]', '@k', 'string(c[1])'), pick('"x"', '"xy"', '"long l"', '"5"', '" N"', '"yyyyyyyyyyyyyyyyyyyyyyyyyy"', '" "'));
		WHEN 5 THEN RETURN some_operand();
		WHEN 6 THEN RETURN format('count(%s) > %s', some_operand(), dice(2));
		WHEN 7 THEN RETURN format('(some $v in %s satisfies $v > %s and $v < %s)', some_operand(), dice(6), 4 + dice(8));
		WHEN 8 THEN RETURN format('%s > %s and %1$s < %3$s', pick('.', '@k', 'b', '@i'), dice(6), 4 + dice(8));
		WHEN 9, 10 THEN RETURN format('%s and %s', some_condition(depth - 1), some_condition(depth - 1));
		WHEN 11 THEN RETURN format('(%s or %s)', some_condition(depth - 1), some_condition(depth - 1));
		WHEN 12 THEN RETURN format('not(%s)', some_condition(depth - 1));
		ELSE RETURN format('%s[%s]', some_step(), some_condition(depth - 1));
	END CASE;
END $$;
CREATE FUNCTION declared(path text) RETURNS text LANGUAGE sql IMMUTABLE AS
	$$ SELECT CASE WHEN path ~ 'p:[bk]' THEN 'declare namespace p="urn:p"; ' ELSE '' END || path $$;
CREATE FUNCTION quoted_path(path text) RETURNS text LANGUAGE sql IMMUTABLE AS
	$$ SELECT quote_literal(declared(path)) || '::bxpath' $$;
CREATE FUNCTION some_test() RETURNS text LANGUAGE sql VOLATILE AS
	$$ SELECT some_path() || pick('', '[' || some_condition(1) || ']', '[' || some_condition(2) || ']', '[' || some_condition(1) || '][' || some_condition(0) || ']') $$;

-- A pattern: what is left of a document, or something new.
CREATE FUNCTION some_pattern() RETURNS text LANGUAGE plpgsql AS $$
DECLARE pattern bxml;
BEGIN
	IF chance(0.2) THEN RETURN format('<r xmlns:p="urn:p">%s</r>', some_element(1)); END IF;
	SELECT doc INTO pattern FROM docs_path WHERE doc IS NOT NULL ORDER BY id OFFSET dice(250) LIMIT 1;
	FOR i IN 1..dice(6) LOOP
		pattern := bxml_delete(pattern, pick('//@k', '/r/@*', '/r/*[position() > 1]', '/r/*[1]', '//text()', '//b', '//c[1]', '/r/*/*', '/r/@i', '/r/@f', '/r/@d | /r/@t',
			'//*[last()]/@*', '/r/*[. = ""]')::bxpath);
	END LOOP;
	RETURN coalesce(pattern::text, '<a/>');
END $$;

-- Texts in the order of code points, long lists, and variables.
CREATE FUNCTION some_json() RETURNS text LANGUAGE sql VOLATILE AS
	$$ SELECT pick('null', 'true', to_json(some_value())::text, to_json(some_string())::text, dice(12)::text, dice(12) || '.5', format('[%s, %s]', dice(12), to_json(some_value())), '[]') $$;
CREATE FUNCTION some_other_predicate() RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE op text := pick('<', '<=', '>', '>=');
BEGIN
	CASE dice(6)
		WHEN 0 THEN RETURN format('doc ->> %s %s %L COLLATE "C"', quoted_path(some_path()), op, some_value());
		WHEN 1 THEN RETURN format('bxml_text(doc, %s) BETWEEN %L AND %L COLLATE "C"', quoted_path(some_path()), some_value(), some_value());
		WHEN 2 THEN RETURN format('doc ->> %s = ANY (%L)', quoted_path(some_path()), (SELECT array_agg(some_value()) FROM generate_series(1, 100 + dice(400))));
		WHEN 3 THEN RETURN format('bxml_try_int(doc, %s) = ANY (%L)', quoted_path(some_path()), (SELECT array_agg(5 + g * (1 + dice(3))) FROM generate_series(1, dice(2) * 2000 + 10) g));
		WHEN 4 THEN RETURN format('bxml_exists(doc, %s, %L)', quoted_path(some_path() || format('[%s %s $v]', some_operand(), pick('=', '=', '<', '>=', '!='))), format('{"v": %s}', some_json()));
		ELSE RETURN format('bxml_test(doc, %s, %L)', quoted_path(some_path() || pick(' = $v', ' > $v', '[. = $v]')), format('{"v": %s}', some_json()));
	END CASE;
END $$;

-- A predicate on a document, as SQL.
CREATE FUNCTION some_predicate(depth int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE op text := pick('=', '=', '<', '<=', '>', '>=');
BEGIN
	IF chance(0.15) THEN RETURN some_other_predicate(); END IF;
	CASE dice(CASE WHEN depth > 0 THEN 20 ELSE 17 END)
		WHEN 0, 1, 2 THEN RETURN 'doc @? ' || quoted_path(some_test());
		WHEN 3 THEN RETURN format('bxml_exists(doc, %s)', quoted_path(some_test()));
		WHEN 4 THEN RETURN 'doc @@ ' || quoted_path(format('%s %s %s %s', some_test(), pick('=', '>', '<'), some_literal(), pick('', 'and ' || some_test(), 'or ' || some_test())));
		WHEN 5, 6 THEN RETURN format('doc ->> %s = %L', quoted_path(some_test()), some_value());
		WHEN 7 THEN RETURN format('bxml_value(doc, %s) = ANY (%L)', quoted_path(some_path()), ARRAY[some_value(), some_value(), NULL]);
		WHEN 8 THEN RETURN format('doc ->> %s %s %L', quoted_path(some_path()), pick('LIKE', '^@'), pick('x%', 'long%g', 'xy', '5%'));
		WHEN 9 THEN RETURN format('doc ->> %s IS NOT NULL', quoted_path(some_path()));
		WHEN 10 THEN RETURN format('%s(doc, ''/r/@i'') %s %s', pick('bxml_int', 'bxml_bigint', 'bxml_numeric', 'bxml_float8'), op, dice(14));
		WHEN 11 THEN RETURN format('bxml_float8(doc, ''/r/@f'') %s %L::float8', op, pick('NaN', 'Infinity', '5', '0.1', '10', '1e300', '-1', '0.30000000000000004'));
		WHEN 12 THEN RETURN format('bxml_date(doc, ''/r/@d'') %s %L::date', op, pick('2020-01-01', '2020-01-02', '2019-12-31', 'infinity', '0001-01-01', '12020-01-01'));
		WHEN 13 THEN RETURN format(pick('bxml_timestamp(doc, ''/r/@t'') %s %L::timestamp', 'bxml_timestamptz(doc, ''/r/@t'') %s (%L || ''Z'')::timestamptz'), op,
			pick('2020-01-01 12:30:00', '2020-01-02 00:00:00', '2020-01-01 12:30:00.5', '2020-01-01 12:30:00.123457'));
		WHEN 14 THEN RETURN format('bxml_try_%s(doc, %s) %s %s', pick('int', 'bigint', 'numeric', 'float8'), quoted_path(some_path()), op, dice(14));
		WHEN 15 THEN RETURN format('doc @> %L', some_pattern());
		WHEN 16 THEN RETURN format('%L <@ doc', some_pattern());
		WHEN 17 THEN RETURN format('(%s AND %s)', some_predicate(depth - 1), some_predicate(depth - 1));
		WHEN 18 THEN RETURN format('(%s OR %s)', some_predicate(depth - 1), some_predicate(depth - 1));
		ELSE RETURN format('bxml_int(doc, ''/r/@i'') BETWEEN %s AND %s', dice(6), 3 + dice(6));
	END CASE;
END $$;

-- A condition with the parameter $1, and two values of it.
CREATE FUNCTION some_parameter(OUT condition text, OUT type text, OUT value text, OUT other text) LANGUAGE plpgsql AS $$
DECLARE op text := pick('=', '=', '<', '<=', '>', '>='); which int := dice(10); v text;
BEGIN
	condition := CASE which
		WHEN 0 THEN 'doc @? $1'
		WHEN 1 THEN 'doc @@ $1'
		WHEN 2 THEN format('doc ->> %s = $1', quoted_path(some_path()))
		WHEN 3 THEN format('bxml_value(doc, %s) = ANY ($1)', quoted_path(some_path()))
		WHEN 4 THEN format('bxml_int(doc, ''/r/@i'') %s $1', op)
		WHEN 5 THEN format('bxml_float8(doc, ''/r/@f'') %s $1', op)
		WHEN 6 THEN format('bxml_date(doc, ''/r/@d'') %s $1', op)
		WHEN 7 THEN 'doc @> $1'
		WHEN 8 THEN '$1 <@ doc'
		ELSE format('doc @? bxpath_bind(%s, jsonb_build_object(''x'', $1))', quoted_path(pick('/r/a[@k = $x]', '//b[. = $x]', '/r[@i < $x]/a', '/r/*[starts-with(., $x)]'))) END;
	type := CASE which WHEN 0 THEN 'bxpath' WHEN 1 THEN 'bxpath' WHEN 3 THEN 'text[]' WHEN 4 THEN 'int' WHEN 5 THEN 'float8' WHEN 6 THEN 'date' WHEN 7 THEN 'bxml' WHEN 8 THEN 'bxml'
		ELSE 'text' END;
	FOR i IN 1..2 LOOP
		v := CASE which
			WHEN 0 THEN declared(some_test())
			WHEN 1 THEN declared(format('%s %s %s', some_test(), pick('=', '<'), some_literal()))
			WHEN 3 THEN ARRAY[some_value(), some_value(), NULL]::text
			WHEN 4 THEN dice(14)::text
			WHEN 5 THEN pick('NaN', 'Infinity', '5', '0.1', '1e300', '-1')
			WHEN 6 THEN pick('2020-01-01', '2020-01-02', 'infinity', '0001-01-01')
			WHEN 7 THEN some_pattern()
			WHEN 8 THEN some_pattern()
			ELSE some_value() END;
		other := value;
		value := format('%L::%s', v, type);
	END LOOP;
END $$;

-- A comparison of documents, which btree and hash indexes serve.
CREATE FUNCTION some_order() RETURNS text LANGUAGE plpgsql AS $$
DECLARE one text; two text;
BEGIN
	SELECT doc::text INTO one FROM docs_path WHERE doc IS NOT NULL AND octet_length(doc::text) < 800 ORDER BY id OFFSET dice(100) LIMIT 1;
	SELECT doc::text INTO two FROM docs_path WHERE doc IS NOT NULL ORDER BY id OFFSET dice(250) LIMIT 1;
	RETURN CASE dice(4)
		WHEN 0 THEN format('doc = %L', two)
		WHEN 1 THEN format('octet_length(doc::text) < 800 AND doc = ANY (ARRAY[%L, %L]::bxml[])', one, two)
		WHEN 2 THEN format('octet_length(doc::text) < 800 AND doc >= %L AND doc < %L', one, two)
		ELSE format('octet_length(doc::text) < 800 AND doc %s %L', pick('<', '<=', '>', '>=', '='), one) END;
END $$;
