SELECT sdoc FROM security
WHERE sdoc ->> '@s@ /s:Security/s:Symbol' = (SELECT symbol FROM symbols WHERE n = :n);
