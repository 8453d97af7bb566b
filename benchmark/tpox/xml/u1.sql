UPDATE custacc SET cadoc = xmlparse(document replace(cadoc::text, '</Accounts>', doc || '</Accounts>'))
FROM account_stock WHERE n = (SELECT nextval('account_in'))
	AND (xpath('/c:Customer/@id', cadoc, @c@))[1]::text::bigint = :cid;
