-- vocabularies.sql -- for test/t/vocabularies: documents, and everything that reads one.

-- Orders in a namespace, with what all have, what some have and what one has.
CREATE FUNCTION doc(i int) RETURNS text LANGUAGE sql IMMUTABLE AS $$
	SELECT format('<p:order xmlns:p="urn:p" id="%s" state="open" note="what all the orders say"><customer n="%s"><name>%s</name></customer>'
		'<date>2026-01-%s</date><total currency="EUR">%s.50</total><items>%s</items><!--c--><?t pi?>%s</p:order>',
		i, i % 10, md5(i::text), 10 + i % 20, i, (SELECT string_agg(format('<item sku="%s" qty="%s">some kind of goods that is sold %s</item>', k, i % 5, k), '')
			FROM generate_series(1, 1 + i % 6) k), CASE WHEN i % 10 = 3 THEN format('<rare%s x="&#x20AC;"/>', i) ELSE '' END)
$$;
-- The bytes of a vocabulary.
CREATE FUNCTION content_of(n int) RETURNS bytea LANGUAGE sql AS
	'SELECT string_agg(content, '''' ORDER BY part) FROM bxml_vocabulary_part WHERE number = n';
CREATE TABLE sample (id int PRIMARY KEY, doc bxml);
INSERT INTO sample SELECT i, doc(i)::bxml FROM generate_series(1, 200) i;

-- An expression on the column doc, of the same value for every form of a document.
CREATE TABLE reading (n int GENERATED ALWAYS AS IDENTITY, expr text);
INSERT INTO reading (expr) VALUES
	($$doc$$), ($$doc::text$$), ($$doc::xml$$), ($$doc::bytea::bxml$$), ($$bxml_check(doc::bytea::bxml)$$), ($$bxml_check(doc)$$),
	($$get_byte(doc::bytea, 1) & 64$$), ($$bxml_send(doc)$$), ($$bxml_serialize(doc, 1)$$), ($$bxml_pretty(doc)$$),
	($$bxml_serialize_bytea(doc)$$), ($$bxml_is_document(doc)$$), ($$bxml_root_name(doc)$$), ($$ARRAY(SELECT n FROM bxml_namespaces(doc) n)$$),
	($$(bxml_stats(doc)).elements$$), ($$ARRAY(SELECT p FROM bxml_paths(doc) p)$$), ($$bxml_upgrade(doc)$$), ($$bxml_repack(doc)$$),
	($$doc @? '//item'$$), ($$doc @@ '//item/@qty = 3'$$), ($$doc ->> '//name'$$), ($$doc -> '//items'$$), ($$doc -> '//item' -> '/item/@sku'$$),
	($$doc -> '//items' ->> 'count(//item)'$$), ($$bxml_exists(doc, '//item[@qty = 2]')$$), ($$bxml_test(doc, 'count(//item) > 3')$$),
	($$bxml_value(doc, '//item[2]')$$), ($$bxml_query(doc, '//item | //comment()')$$), ($$bxml_count(doc, '//@*')$$),
	($$bxml_value(doc, '//item[@sku = $n]', '{"n": 2}')$$), ($$bxml_exists(doc, '//item[@sku = $n]', '{"n": 2}')$$),
	($$bxml_text(doc, '//total')$$), ($$bxml_int(doc, '//customer/@n')$$), ($$bxml_bigint(doc, '//customer/@n')$$), ($$bxml_numeric(doc, '//total')$$),
	($$bxml_float8(doc, '//total')$$), ($$bxml_bool(doc, 'true()')$$), ($$bxml_date(doc, '//date')$$), ($$bxml_timestamp(doc, 'concat(//date, "T01:02:03")')$$),
	($$bxml_timestamptz(doc, 'concat(//date, "T01:02:03Z")')$$), ($$bxml_bytea(doc, '//name', 'hex')$$), ($$bxml_try_int(doc, '//name')$$), ($$bxml_try_bigint(doc, '//customer/@n')$$),
	($$bxml_try_numeric(doc, '//total')$$), ($$bxml_try_float8(doc, '//name')$$), ($$bxml_try_bool(doc, '//name')$$), ($$bxml_try_date(doc, '//date')$$),
	($$bxml_try_timestamp(doc, 'concat(//date, "T01:02:03")')$$), ($$bxml_try_timestamptz(doc, '//name')$$), ($$ARRAY(SELECT bxml_values(doc, '//item'))$$),
	($$bxml_values_array(doc, '//item')$$), ($$bxml_query_array(doc, '//item')$$), ($$bxml_first(doc, '//item')$$),
	($$bxml_string_agg(doc, '//item', ',')$$), ($$bxml_value_as(doc, '//total', 0::numeric)$$),
	($$(SELECT r FROM bxml_to_record(doc, '/*/*') AS r(customer text, total text))$$), ($$bxml_populate_record(NULL::reading, doc)$$),
	($$ARRAY(SELECT r FROM bxml_populate_recordset(NULL::reading, doc, '//item') r)$$),
	($$bxml_node(doc, (SELECT id FROM bxml_nodes(doc, '//item') LIMIT 1))$$),
	($$bxml_path_of(doc, (SELECT id FROM bxml_nodes(doc, '//item') LIMIT 1))$$), ($$bxml_relabel(doc)$$),
	($$ARRAY(SELECT r FROM bxml_reader(doc) r)$$), ($$ARRAY(SELECT n FROM bxml_nodes(doc, '//item/@qty') n)$$),
	($$ARRAY(SELECT t FROM bxml_table(doc, '//item', '@sku', '.') AS t(k int, v text))$$),
	($$ARRAY(SELECT t FROM bxml_table_def(doc, '//item', '[{"path": "@sku"}]') AS t(k int))$$),
	($$ARRAY(SELECT t FROM bxml_to_recordset(doc, '//item') AS t("@sku" int, "@qty" int))$$),
	($$ARRAY(SELECT x FROM XMLTABLE('//item' PASSING (doc::xml) COLUMNS k int PATH '@sku') x)$$),
	($$bxml_insert(doc, '//items', '<item new="1"/>')$$), ($$bxml_delete(doc, '//item[1]')$$), ($$doc #- '//customer'$$),
	($$bxml_replace(doc, '//customer', '<c/>')$$), ($$bxml_set(doc, '//customer/name', 'x')$$), ($$bxml_set_attribute(doc, '//items', 'm', '1')$$),
	($$bxml_rename(doc, '//items', 'goods')$$), ($$bxml_modify(doc, 'delete nodes //item[1]')$$),
	($$bxml_set(bxml_insert(bxml_set_attribute(doc, '//items', 'm', '1'), '//items', '<new/>'), '//new', 'text')$$),
	($$bxml_element('a', '{"b": 1}', doc)$$), ($$bxml_concat(doc, '<x/>', doc)$$), ($$doc || doc$$), ($$bxml_to_jsonb(doc)$$),
	($$bxml_canonical(doc)$$), ($$bxml_canonical_bytea(doc)$$), ($$bxml_deep_equal(doc, doc::text::bxml)$$),
	($$ARRAY(SELECT d FROM bxml_diff(doc, bxml_set(doc, '//name', 'x')) d)$$),
	($$doc = doc::text::bxml$$), ($$doc <> '<a/>'$$), ($$doc < '<a/>'$$), ($$doc <= '<a/>'$$), ($$doc > '<a/>'$$), ($$doc >= '<a/>'$$),
	($$bxml_cmp(doc, '<a/>')$$), ($$bxml_hash(doc)$$), ($$bxml_hash_extended(doc, 5)$$), ($$doc @> '<p:order xmlns:p="urn:p" state="open"/>'$$),
	($$'<item sku="1"/>' <@ (doc -> '//item')$$), ($$ARRAY(SELECT n FROM bxml_node_rows(doc, '//item') n)$$), ($$bxml_plain_text(doc)$$),
	($$bxml_to_tsvector('english', doc)$$), ($$bxml_is_valid(doc, orders())$$), ($$bxml_validate(doc, orders())$$),
	($$ARRAY(SELECT r FROM bxml_validate_report(doc, orders()) r)$$), ($$bxpath_explain('//item', doc) IS NOT NULL$$), ($$regexp_replace(bxml_trace('//item', doc), ' time=[^)]*', '', 'g')$$),
	($$(SELECT count(*) > 5 FROM bxml_dump(doc))$$), ($$bxml_format_version(doc)$$), ($$(bxml_storage(doc)).logical > 100$$),
	($$ARRAY(SELECT i FROM bxml_items(doc, 'for $i in //*:item order by number($i/@qty), number($i/@sku) return ($i, $i/@sku, $i/@qty + 1, name($i))') i)$$),
	($$ARRAY(SELECT i FROM bxml_items_with(doc, '(//*:item[@qty = $q], $other//*:item)/@sku', 'q', 2, 'other', doc) i)$$),
	($$bxml_xquery(doc, '<l xmlns="u">{//*:item[@qty = 2], /*/*[last()]/.., count(//@*)}</l>')$$), ($$bxml_xquery_text(doc, '//*:total, //*:name/string()')$$), ($$bxml_json(doc, 'array { //*:item ! map { "sku": string(@sku) } }')$$),
	($$bxml_xquery_update(doc, 'delete nodes //*:item[1], for $t in //*:total return replace value of node $t with 7')$$),
	($$xmlserialize(content (doc::xml) AS text)$$), ($$to_json(doc)$$), ($$(ROW(doc, id))::text$$), ($$ARRAY[doc]$$), ($$doc::bxml(document)$$);
SELECT bxml_create_schema('orders', '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:p"><xs:element name="order"/></xs:schema>') \g /dev/null

-- Expressions over all documents of a table %s.
CREATE TABLE reading_all (expr text);
INSERT INTO reading_all VALUES
	($$SELECT bxml_agg(doc ORDER BY id) FROM %s$$), ($$SELECT bxml_paths_agg(doc) FROM %s$$), ($$SELECT bxml_infer_schema_agg(doc ORDER BY id) FROM %s$$),
	($$SELECT count(DISTINCT doc) FROM (SELECT doc FROM %1$s UNION ALL SELECT doc::text::bxml FROM %1$s) x$$),
	($$SELECT count(*) FROM (SELECT doc FROM %1$s UNION SELECT doc FROM plain) x$$),
	($$SELECT count(*) FROM (SELECT doc FROM %1$s INTERSECT SELECT doc FROM plain) x$$),
	($$SELECT count(*) FROM %1$s a JOIN plain b USING (doc)$$), ($$SELECT count(*) FROM %1$s a JOIN plain b ON a.doc <= b.doc AND a.doc >= b.doc$$),
	($$SELECT array_agg(id ORDER BY doc) FROM %s$$), ($$SELECT md5(string_agg(m::text, '' ORDER BY m)) FROM (SELECT doc AS m FROM %s GROUP BY doc) x$$),
	($$SELECT sum(k) FROM %s, bxml_table(doc, '//item', '@sku') AS t(k int)$$), ($$SELECT count(*), max(value) FROM %s, bxml_reader(doc)$$),
	($$SELECT string_agg(n::text, '' ORDER BY t.id, n.id) FROM %s t, bxml_nodes(doc, '//item[2]') n$$),
	($$SELECT string_agg(first_doc::text, '') FROM (SELECT first_value(doc) OVER (ORDER BY id) AS first_doc FROM %s) x$$),
	($$SELECT xmlelement(name a, (doc::xml)) FROM %s ORDER BY id LIMIT 1$$), ($$SELECT array_agg(doc ORDER BY id) FROM %s$$);

-- The readings that differ between a table and the table "plain", or fail.
CREATE FUNCTION differences(t text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
	e text;
	got text;
	want text;
	form text;
BEGIN
	FOR e IN SELECT format('SELECT md5(string_agg((%s)::text, ''|'' ORDER BY id)) FROM %%s', replace(expr, '%', '%%')) FROM reading ORDER BY n LOOP
		EXECUTE format(e, 'plain') INTO want;
		BEGIN
			EXECUTE format(e, t) INTO got;
		EXCEPTION WHEN OTHERS THEN
			got := SQLERRM;
		END;
		IF got IS DISTINCT FROM want THEN RETURN NEXT e || ': ' || coalesce(got, 'null'); END IF;
	END LOOP;
	FOR e IN SELECT expr FROM reading_all LOOP
		EXECUTE format('SELECT md5(x::text) FROM (%s) x', format(e, 'plain')) INTO want;
		BEGIN
			EXECUTE format('SELECT md5(x::text) FROM (%s) x', format(e, t)) INTO got;
		EXCEPTION WHEN OTHERS THEN
			got := SQLERRM;
		END;
		IF got IS DISTINCT FROM want THEN RETURN NEXT e || ': ' || coalesce(got, 'null'); END IF;
	END LOOP;
END $$;

-- Functions of a value that no reading calls.
CREATE VIEW not_read AS
	SELECT DISTINCT p.proname::text FROM pg_depend d JOIN pg_proc p ON d.classid = 'pg_proc'::regclass AND p.oid = d.objid
	WHERE d.deptype = 'e' AND d.refobjid = (SELECT oid FROM pg_extension WHERE extname = 'bxml') AND 'bxml'::regtype = ANY (p.proargtypes::oid[])
		AND NOT 'internal'::regtype = ANY (p.proargtypes::oid[])
		AND NOT EXISTS (SELECT FROM reading WHERE expr ~ ('\m' || p.proname || '\('))
		AND NOT EXISTS (SELECT FROM reading_all WHERE expr ~ ('\m' || p.proname || '\('))
		-- what aggregates call
		AND NOT EXISTS (SELECT FROM pg_aggregate WHERE p.oid IN (aggtransfn, aggcombinefn, aggfinalfn))
		-- operators and casts have readings of their own
		AND p.proname <> ALL ('{bxml_out,bxml_eq,bxml_ne,bxml_lt,bxml_le,bxml_gt,bxml_ge,bxml_contains,bxml_contained,bxml_concat_two,bxml_to_text,bxml_to_xml,bxml_to_bytea,bxml_restrict,bxml_vocabulary_number}');
