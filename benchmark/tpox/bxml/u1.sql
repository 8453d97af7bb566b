UPDATE custacc SET cadoc = bxml_insert(cadoc, '@c@ /c:Customer/c:Accounts', doc::bxml)
FROM account_stock WHERE n = (SELECT nextval('account_in')) AND bxml_bigint(cadoc, '@c@ /c:Customer/@id') = :cid;
