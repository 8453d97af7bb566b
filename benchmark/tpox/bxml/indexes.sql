-- Keys of the documents, bxml.
CREATE UNIQUE INDEX custacc_id ON custacc (bxml_bigint(cadoc, '@c@ /c:Customer/@id'));
CREATE INDEX custacc_account ON custacc USING gin (bxml_values_array(cadoc, '@c@ /c:Customer/c:Accounts/c:Account/@id'));
CREATE UNIQUE INDEX orders_id ON orders ((odoc ->> '@o@ /o:FIXML/o:Order/@ID'));
CREATE INDEX orders_acct ON orders ((odoc ->> '@o@ /o:FIXML/o:Order/@Acct'));
CREATE UNIQUE INDEX security_symbol ON security ((sdoc ->> '@s@ /s:Security/s:Symbol'));
