-- Canonical XML as text and bytes.

SELECT bxml_canonical('<?xml version="1.0"?><!DOCTYPE r [<!ATTLIST r d CDATA "default"><!ENTITY e "ent">]><!--c--><?p  x ?><r
	z="1" b:y="2"   xmlns:b="urn:b" xmlns="urn:d" xmlns:a="urn:a" a:y=''"''><e xmlns="" xmlns:b="urn:b">&e;<![CDATA[<&>]]></e><f/></r><!--d--><?q?>');
SELECT bxml_canonical('<!--c--><?p x?><r><!--in--></r><!--d--><?q?>', with_comments => true);
SELECT bxml_canonical('<r a="&#9;&#10;&#13;&quot;&amp;&lt;&gt;">&#9;&#10;&#13;"&amp;&lt;&gt;</r>');

-- exclusive: what names use; listed prefixes as the inclusive methods
SELECT m, p, bxml_canonical('<a:r xmlns:a="urn:a" xmlns:b="urn:b" xmlns="urn:d"><x b:i="1"/><a:y xmlns="">q:<z/></a:y></a:r>', m, false, p)
FROM (VALUES ('c14n10', '{}'::text[]), ('c14n11', '{}'), ('exclusive', '{}'), ('exclusive', '{b}'), ('exclusive', '{#default,b}'),
	('exclusive', '{""}')) v(m, p);
-- as taken out of an envelope, the inner element has one form
SELECT bxml_canonical('<e:env xmlns:e="urn:e" xmlns:u="urn:u"><p:b xmlns:p="urn:p"/></e:env>'::bxml -> '/*/*', 'exclusive') =
	bxml_canonical('<p:b xmlns:p="urn:p"/>', 'exclusive');

-- content that is not a document, and nothing
SELECT bxml_canonical('t<!--c--><?p x?><a/>u<b xmlns="urn:b"/>', 'c14n11', true), bxml_canonical('') = '' AS empty, bxml_canonical(NULL) IS NULL AS null;

-- bytes are UTF-8 whatever the server's encoding
SELECT bxml_canonical_bytea('<a>&#xE9;</a>'), encode(sha256(bxml_canonical_bytea('<a  b="1"/>')), 'hex') = encode(sha256('<a b="1"></a>'), 'hex') AS digest;

-- refused
SELECT bxml_canonical('<a/>', 'c14n');
SELECT bxml_canonical('<a/>', 'c14n11', false, '{p}');
SELECT bxml_canonical('<a/>', 'exclusive', false, '{p,NULL}');
SELECT bxml_canonical('<a><b xmlns:p="../relative"/></a>');
