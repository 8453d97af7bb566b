-- Keys of the documents, jsonb.
CREATE UNIQUE INDEX custacc_id ON custacc (((cadoc ->> '@id')::bigint));
CREATE INDEX custacc_account ON custacc USING gin (jsonb_path_query_array(cadoc, '$.Accounts.Account[*]."@id"'));
CREATE UNIQUE INDEX orders_id ON orders ((odoc #>> '{Order,@ID}'));
CREATE INDEX orders_acct ON orders ((odoc #>> '{Order,@Acct}'));
CREATE UNIQUE INDEX security_symbol ON security ((sdoc ->> 'Symbol'));
