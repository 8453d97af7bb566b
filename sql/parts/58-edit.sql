-- Changing a document: every function returns a new value.  None is strict: a null document gives null, and any other
-- null is an error unless null_value_treatment says otherwise, since an UPDATE would store the null.

CREATE FUNCTION bxml_edit_support(internal) RETURNS internal
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_edit_support';
COMMENT ON FUNCTION bxml_edit_support(internal) IS
	'support of functions that change a document: from server 18 on PL/pgSQL lets them change the variable that they are assigned to';

CREATE FUNCTION bxml_insert(doc bxml, path bxpath, content bxml, place text DEFAULT 'last',
	null_value_treatment text DEFAULT 'raise_exception', on_empty text DEFAULT 'ignore')
	RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 200 SUPPORT bxml_edit_support AS 'MODULE_PATHNAME', 'bxml_insert';
CREATE FUNCTION bxml_insert(doc bxml, label ordpath, content bxml, place text DEFAULT 'last',
	null_value_treatment text DEFAULT 'raise_exception', on_empty text DEFAULT 'ignore')
	RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 200 SUPPORT bxml_edit_support AS 'MODULE_PATHNAME', 'bxml_insert_label';
CREATE FUNCTION bxml_delete(doc bxml, path bxpath) RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 200 SUPPORT bxml_edit_support AS 'MODULE_PATHNAME', 'bxml_delete';
CREATE FUNCTION bxml_delete(doc bxml, label ordpath) RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 200 SUPPORT bxml_edit_support AS 'MODULE_PATHNAME', 'bxml_delete_label';
CREATE FUNCTION bxml_delete(doc bxml, path bxpath, on_empty text) RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 200 SUPPORT bxml_edit_support AS 'MODULE_PATHNAME', 'bxml_delete';
CREATE FUNCTION bxml_delete(doc bxml, label ordpath, on_empty text) RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 200 SUPPORT bxml_edit_support AS 'MODULE_PATHNAME', 'bxml_delete_label';
CREATE FUNCTION bxml_replace(doc bxml, path bxpath, content bxml,
	null_value_treatment text DEFAULT 'raise_exception', on_empty text DEFAULT 'ignore')
	RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 200 SUPPORT bxml_edit_support AS 'MODULE_PATHNAME', 'bxml_replace';
CREATE FUNCTION bxml_replace(doc bxml, label ordpath, content bxml,
	null_value_treatment text DEFAULT 'raise_exception', on_empty text DEFAULT 'ignore')
	RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 200 SUPPORT bxml_edit_support AS 'MODULE_PATHNAME', 'bxml_replace_label';
CREATE FUNCTION bxml_set(doc bxml, path bxpath, value text, create_missing boolean DEFAULT false,
	null_value_treatment text DEFAULT 'raise_exception', on_empty text DEFAULT 'ignore')
	RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 200 SUPPORT bxml_edit_support AS 'MODULE_PATHNAME', 'bxml_set';
CREATE FUNCTION bxml_set(doc bxml, label ordpath, value text, create_missing boolean DEFAULT false,
	null_value_treatment text DEFAULT 'raise_exception', on_empty text DEFAULT 'ignore')
	RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 200 SUPPORT bxml_edit_support AS 'MODULE_PATHNAME', 'bxml_set_label';
CREATE FUNCTION bxml_set_attribute(doc bxml, path bxpath, name text, value text,
	null_value_treatment text DEFAULT 'raise_exception', on_empty text DEFAULT 'ignore')
	RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 200 SUPPORT bxml_edit_support AS 'MODULE_PATHNAME', 'bxml_set_attribute';
CREATE FUNCTION bxml_set_attribute(doc bxml, label ordpath, name text, value text,
	null_value_treatment text DEFAULT 'raise_exception', on_empty text DEFAULT 'ignore')
	RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 200 SUPPORT bxml_edit_support AS 'MODULE_PATHNAME', 'bxml_set_attribute_label';
CREATE FUNCTION bxml_rename(doc bxml, path bxpath, name text, null_value_treatment text DEFAULT 'raise_exception',
	on_empty text DEFAULT 'ignore')
	RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 200 SUPPORT bxml_edit_support AS 'MODULE_PATHNAME', 'bxml_rename';
CREATE FUNCTION bxml_rename(doc bxml, label ordpath, name text,
	null_value_treatment text DEFAULT 'raise_exception', on_empty text DEFAULT 'ignore')
	RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 200 SUPPORT bxml_edit_support AS 'MODULE_PATHNAME', 'bxml_rename_label';
-- Null vars mean no variables, a null on_empty what XQuery says of each form.
CREATE FUNCTION bxml_modify(doc bxml, expr text, vars jsonb DEFAULT NULL,
	null_value_treatment text DEFAULT 'raise_exception', on_empty text DEFAULT NULL)
	RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 300 SUPPORT bxml_edit_support AS 'MODULE_PATHNAME', 'bxml_modify';

CREATE OPERATOR #- (LEFTARG = bxml, RIGHTARG = bxpath, FUNCTION = bxml_delete);

COMMENT ON FUNCTION bxml_insert(bxml, bxpath, bxml, text, text, text) IS
	'insert content as first or last children of every node selected, or before or after it';
COMMENT ON FUNCTION bxml_insert(bxml, ordpath, bxml, text, text, text) IS
	'insert content as first or last children of the node with this label, or before or after it';
COMMENT ON FUNCTION bxml_delete(bxml, bxpath) IS 'implementation of #- operator: remove every node selected';
COMMENT ON FUNCTION bxml_delete(bxml, ordpath) IS 'remove the node with this label';
COMMENT ON FUNCTION bxml_delete(bxml, bxpath, text) IS
	'remove every node selected; on_empty: ignore, or error when there is none';
COMMENT ON FUNCTION bxml_delete(bxml, ordpath, text) IS
	'remove the node with this label; on_empty: ignore, or error when there is none';
COMMENT ON FUNCTION bxml_replace(bxml, bxpath, bxml, text, text) IS 'replace every node selected by content';
COMMENT ON FUNCTION bxml_replace(bxml, ordpath, bxml, text, text) IS 'replace the node with this label by content';
COMMENT ON FUNCTION bxml_set(bxml, bxpath, text, boolean, text, text) IS
	'set the value of every text, attribute, comment or processing instruction selected, and the whole content of elements; create_missing: create the last step, a child element or an attribute, where it is missing';
COMMENT ON FUNCTION bxml_set(bxml, ordpath, text, boolean, text, text) IS
	'set the value of the node with this label; create_missing is for paths only';
COMMENT ON FUNCTION bxml_set_attribute(bxml, bxpath, text, text, text, text) IS
	'add an attribute to every element selected, or set its value; the name is x, p:x with a prefix of the path''s prolog, or Q{uri}x';
COMMENT ON FUNCTION bxml_set_attribute(bxml, ordpath, text, text, text, text) IS
	'add an attribute to the element with this label, or set its value; the name is x or Q{uri}x';
COMMENT ON FUNCTION bxml_rename(bxml, bxpath, text, text, text) IS
	'rename every element, attribute or processing instruction selected; the name is x, p:x with a prefix of the path''s prolog, or Q{uri}x';
COMMENT ON FUNCTION bxml_rename(bxml, ordpath, text, text, text) IS
	'rename the element, attribute or processing instruction with this label; the name is x or Q{uri}x';
COMMENT ON FUNCTION bxml_modify(bxml, text, jsonb, text, text) IS
	'apply changes written in XQuery Update, all together: insert node, delete node, replace node, replace value of node, rename node; vars is an object of variables by name, or null';
COMMENT ON OPERATOR #- (bxml, bxpath) IS 'remove nodes';
