# lib.sh -- sourced by the scripts beside it: TAP points and a psql that stops at errors.
#
# The runner gives each script a database holding the extension (PGDATABASE) and a scratch folder is made here.
set -uo pipefail

tap_n=0
tap_bad=0
scratch=$(mktemp -d "${TMPDIR:-/tmp}/bxml-t.XXXXXXXX")
trap 'rm -rf -- "$scratch"' EXIT

# q [psql options]: quiet, unaligned, stops at the first error.  With BXML_VOCABULARIES a database that gets the
# extension gets vocabularies, too (test/run vocabularies).
q()
{
	psql -XqAt -v ON_ERROR_STOP=1 "$@" || {
		# With the messages among the rows they show it.
		[ /dev/fd/1 -ef /dev/fd/2 ] || : >"$scratch/q.failed"
		return 1
	}
	case ${BXML_VOCABULARIES:-}:$* in
		:* | *'EXTENSION bxml '[SV]*) ;;
		*'CREATE EXTENSION bxml'*) learn "$@" ;;
	esac
}

# How often the table of vocabularies was read; the runner says it for the database that it made.
reads()
{
	psql -XqAt -d "$learned" -c "SELECT seq_scan FROM pg_stat_all_tables WHERE relid = to_regclass('bxml_vocabulary')" 2>/dev/null
}
learned=${PGDATABASE:-}
reads_before=${BXML_READS:-}

learn()
{
	learned=${PGDATABASE:-postgres}
	while [ $# -gt 0 ]; do
		[ "$1" != -d ] || learned=$2
		shift
	done
	psql -XqAt -v ON_ERROR_STOP=1 -d "$learned" -f "$BXML_ROOT/test/vocabularies.sql" >/dev/null
	reads_before=$(reads)
}

# ok STATUS NAME
ok()
{
	rm -f "$scratch/q.failed"
	tap_n=$((tap_n + 1))
	if [ "$1" = 0 ]; then
		echo "ok $tap_n - $2"
	else
		echo "not ok $tap_n - $2"
		tap_bad=$((tap_bad + 1))
	fi
}

# is GOT WANTED NAME: where nothing is wanted, a query that failed since the last point is not it.
is()
{
	[ "$1" = "$2" ] && { [ -n "$2" ] || [ ! -e "$scratch/q.failed" ]; }
	local status=$?
	ok $status "$3"
	if [ $status != 0 ]; then
		[ ! "$1" = "$2" ] || echo "# a query failed"
		echo "#      got: $(printf '%s' "$1" | head -c 500 | tr '\n' '|')"
		echo "# expected: $(printf '%s' "$2" | head -c 500 | tr '\n' '|')"
	fi
}

# like GOT PATTERN NAME: a pattern of case
like()
{
	# shellcheck disable=SC2254
	case $1 in
		$2) ok 0 "$3" ;;
		*)
			ok 1 "$3"
			echo "#      got: $(printf '%s' "$1" | head -c 500 | tr '\n' '|')"
			echo "# expected: $2"
			;;
	esac
}

# skip NAME REASON: a point that cannot be had here
skip()
{
	tap_n=$((tap_n + 1))
	echo "ok $tap_n - $1 # SKIP $2"
}

skip_all()
{
	echo "1..0 # SKIP $1"
	exit 0
}

done_testing()
{
	local now
	if [ -n "${BXML_VOCABULARIES:-}" ] && [ -n "$reads_before" ]; then
		now=$(reads)
		# a database that is gone cannot be asked, and a crash makes counts begin again
		[ -z "$now" ] || [ "$now" -lt "$reads_before" ] || { [ "$now" -gt "$reads_before" ]; ok $? "vocabularies were read"; }
	fi
	echo "1..$tap_n"
	[ $tap_bad = 0 ]
	exit
}
