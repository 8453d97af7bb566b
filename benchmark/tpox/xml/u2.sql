UPDATE custacc SET cadoc = valid_custacc(xmlparse(document regexp_replace(cadoc::text, '^(.*)<Account .*</Account>', '\1')))
WHERE (xpath('/c:Customer/@id', cadoc, @c@))[1]::text::bigint = :cid
	AND cadoc::text LIKE '%</Account><Account %';
