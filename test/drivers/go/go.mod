module bxml.test/drivers

go 1.25

require github.com/jackc/pgx/v5 v5.12.0
