# benchmark/tpox/lib.sh -- the TPoX database: what the driver and the check (test/t/tpox) share.
#
# Sourced.  Set before: tpox (this folder), gen (bxgen), customers (C), securities (how many), stock (documents in each
# stock), ahead (documents of the stocks loaded before the run).  Talks to the server of the environment.

# tpox_sql TYPE [psql options]: the schema of a type; stops at the first error.
tpox_sql()
{
	local type=$1
	shift
	PGOPTIONS="-c search_path=tpox_$type,public -c client_min_messages=warning" psql -XqAt -v ON_ERROR_STOP=1 "$@"
}

# tpox_copy TYPE KIND [options of bxgen]: lines for COPY without ids.
tpox_copy()
{
	local type=$1 kind=$2 format=copy
	shift 2
	[ "$type" != jsonb ] || format=copy-json
	"$gen" tpox --customers "$customers" --kind "$kind" --format $format --bare --at --numbers none "$@"
}

# tpox_tables TYPE: tables and sequences; the value lists with the first type.
tpox_tables()
{
	local type=$1 shared=no k
	[ -n "$(psql -XqAt -c "SELECT to_regclass('public.symbols')")" ] || shared=yes
	[ "$type" != bxml ] || psql -Xq -c 'CREATE EXTENSION IF NOT EXISTS bxml' 2>&1 | grep -v 'already exists' || true
	psql -Xq -v ON_ERROR_STOP=1 -v type="$type" -v shared=$shared -f "$tpox/schema.sql"
	if [ $shared = yes ]; then
		"$gen" tpox --customers 1 --kind security --count "$securities" | grep -o '<Symbol>[^<]*' | sed 's/.*>//' |
			awk '{ print NR "\t" $0 }' | tpox_sql "$type" -c 'COPY symbols FROM STDIN'
		"$gen" tpox --customers 1 --kind security --count 2000 | grep -o '<Sector>[^<]*' | sed 's/.*>//' | LC_ALL=C sort -u |
			awk '{ print NR "\t" $0 }' | tpox_sql "$type" -c 'COPY sectors FROM STDIN' -c 'ANALYZE symbols, sectors'
	fi
	for k in order custacc account; do
		tpox_sql "$type" -c "CREATE SEQUENCE ${k}_in MAXVALUE $stock START $((ahead + 1)) CYCLE" \
			-c "CREATE SEQUENCE ${k}_out MAXVALUE $stock CYCLE"
	done
}

# tpox_stocks TYPE: documents that the run inserts; the first of them are in the database.
tpox_stocks()
{
	local type=$1
	tpox_copy "$type" order --start $((5 * customers)) --count "$stock" | awk '{ print NR "\t" $0 }' |
		tpox_sql "$type" -c 'COPY order_stock FROM STDIN'
	tpox_copy "$type" custacc --start "$customers" --count "$stock" | awk '{ print NR "\t" $0 }' |
		tpox_sql "$type" -c 'COPY custacc_stock FROM STDIN'
	tpox_copy "$type" account --count "$stock" | awk '{ print NR "\t" $0 }' | tpox_sql "$type" -c 'COPY account_stock FROM STDIN'
	tpox_sql "$type" -c "INSERT INTO orders SELECT doc::$type FROM order_stock WHERE n <= $ahead" \
		-c "INSERT INTO custacc SELECT doc::$type FROM custacc_stock WHERE n <= $ahead"
}

# tpox_validation TYPE: what VALIDATE=file says, if anything.  BXML_REFERENCE is the folder of the schema documents.
tpox_validation()
{
	[ -z "${VALIDATE:-}" ] ||
		tpox_sql "$1" -v type="$1" -v reference="${BXML_REFERENCE:-${root:?}/../shared/reference}" -f "$VALIDATE"
}

# tpox_vocabularies TYPE: for bxml what VOCABULARIES=documents says, if anything: vocabularies learned from so many of each
# kind, before others are loaded.
tpox_vocabularies()
{
	local kind
	[ "$1" = bxml ] && [ -n "${VOCABULARIES:-}" ] || return 0
	for kind in custacc order security; do
		tpox_sql "$1" -c 'CREATE TABLE learned (doc bxml)'
		tpox_copy "$1" $kind --count "$VOCABULARIES" | tpox_sql "$1" -c 'COPY learned FROM STDIN'
		tpox_sql "$1" -c "SELECT bxml_vocabulary_learn('learned', 'doc')" -c 'DROP TABLE learned' >/dev/null
	done
}

# tpox_search TYPE SET: what Q4 looks up instead of what it looked up until now: composite, single, gin (bxml only).
tpox_search()
{
	tpox_sql "$1" -c 'DROP INDEX IF EXISTS security_search, security_sector, security_pe, security_yield'
	"$tpox/expand" "$1" "search-$2" schema= | tpox_sql "$1"
}

# tpox_indexes TYPE: the best set that each type has.
tpox_indexes()
{
	"$tpox/expand" "$1" indexes schema= | tpox_sql "$1"
	tpox_search "$1" composite
}
