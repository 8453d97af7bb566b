SELECT sdoc FROM security WHERE sdoc ->> 'Symbol' = (SELECT symbol FROM symbols WHERE n = :n);
