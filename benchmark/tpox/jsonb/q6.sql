SELECT jsonb_build_object('print', format('%s opened at %s today', sdoc ->> 'Name', sdoc #>> '{Price,PriceToday,Open}'))
FROM security WHERE sdoc ->> 'Symbol' = (SELECT symbol FROM symbols WHERE n = :n);
