-- Keys of the documents, core xml.
CREATE UNIQUE INDEX custacc_id ON custacc (((xpath('/c:Customer/@id', cadoc, @c@))[1]::text::bigint));
CREATE INDEX custacc_account ON custacc USING gin ((xpath('/c:Customer/c:Accounts/c:Account/@id', cadoc, @c@)::text[]));
CREATE UNIQUE INDEX orders_id ON orders (((xpath('/o:FIXML/o:Order/@ID', odoc, @o@))[1]::text));
CREATE INDEX orders_acct ON orders (((xpath('/o:FIXML/o:Order/@Acct', odoc, @o@))[1]::text));
CREATE UNIQUE INDEX security_symbol ON security (((xpath('/s:Security/s:Symbol/text()', sdoc, @s@))[1]::text));
