# lib.sh -- sourced by the scripts beside it: TAP points and a psql that stops at errors.
#
# The runner gives each script a database holding the extension (PGDATABASE) and a scratch folder is made here.
set -uo pipefail

tap_n=0
tap_bad=0
scratch=$(mktemp -d "${TMPDIR:-/tmp}/bxml-t.XXXXXXXX")
trap 'rm -rf -- "$scratch"' EXIT

# q [psql options]: quiet, unaligned, stops at the first error.
q()
{
	psql -XqAt -v ON_ERROR_STOP=1 "$@"
}

# ok STATUS NAME
ok()
{
	tap_n=$((tap_n + 1))
	if [ "$1" = 0 ]; then
		echo "ok $tap_n - $2"
	else
		echo "not ok $tap_n - $2"
		tap_bad=$((tap_bad + 1))
	fi
}

# is GOT WANTED NAME
is()
{
	[ "$1" = "$2" ]
	local status=$?
	ok $status "$3"
	if [ $status != 0 ]; then
		echo "#      got: $(printf '%s' "$1" | head -c 500 | tr '\n' '|')"
		echo "# expected: $(printf '%s' "$2" | head -c 500 | tr '\n' '|')"
	fi
}

skip_all()
{
	echo "1..0 # SKIP $1"
	exit 0
}

done_testing()
{
	echo "1..$tap_n"
	[ $tap_bad = 0 ]
	exit
}
