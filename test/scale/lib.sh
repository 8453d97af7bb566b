# lib.sh -- for tests and benchmarks of several servers: clusters, Citus, the blocks of doc/scale-out.md, and plans.
#
# Sourced behind test/t/lib.sh, whose trap it takes over.
clusters=()

stop_clusters()
{
	local dir
	for dir in ${clusters[@]+"${clusters[@]}"}; do
		"$BXML_ROOT/tools/cluster" stop "$dir"
	done
	rm -rf -- "$scratch"
}
trap stop_clusters EXIT
trap 'exit 130' INT TERM

# start_clusters N [options of tools/cluster]: fills the array clusters with their folders, which are their hosts too.
start_clusters()
{
	local n=$1 i
	local -a jobs=()
	shift
	for ((i = 0; i < n; i++)); do
		"$BXML_ROOT/tools/cluster" start "$@" >"$scratch/start.$i" 2>"$scratch/start.$i.err" &
		jobs+=($!)
	done
	wait "${jobs[@]}"
	for ((i = 0; i < n; i++)); do
		[ -s "$scratch/start.$i" ] || { sed 's/^/# /' "$scratch/start.$i.err"; return 1; }
		clusters+=("$(sed 's/.* BXML_CLUSTER=\([^ ]*\) .*/\1/' "$scratch/start.$i")")
	done
}

# ---- Citus

# Some minor versions of the server export a function that Citus 13 defines for the older ones.
adapt_citus()
{
	local header=$1/src/include/pg_version_compat.h
	grep -qs have_createdb_privilege "$("${PG_CONFIG:-pg_config}" --includedir-server)/commands/dbcommands.h" || return 0
	perl -0pi -e 's/static inline bool\nhave_createdb_privilege\(void\)\n\{.*?\n\}\n//s
		and s/(#include "utils\/acl.h"\n)/#include "commands\/dbcommands.h"\n$1/' "$header"
}

build_citus()
{
	mkdir -p "$1" && cp -r "$CITUS_SRC/." "$1/" && adapt_citus "$1" || return 1
	(cd "$1" && ./configure --quiet --without-libcurl PG_CONFIG="${PG_CONFIG:-pg_config}" && make -s -j2 && make -s install DESTDIR="$1/installed") >"$scratch/make.log" 2>&1
}

# citus_tree STAGE: Citus, built of CITUS_SRC in CITUS_BUILD, and the extension in one tree for all servers: its library is loaded at start,
# and must be the file that CREATE EXTENSION finds.  Sets citus_settings, the options of start_clusters.
citus_tree()
{
	local build=${CITUS_BUILD:-$scratch/build} tree=$scratch/tree
	if [ ! -d "$build/installed" ] && ! build_citus "$build"; then
		tail -n 5 "$scratch/make.log" | sed 's/^/# /'
		return 1
	fi
	cp -r "$1" "$tree" && cp -r "$build/installed/." "$tree/" && chmod -R a+rX "$scratch" || return 1
	citus_settings=(--stage "$tree" --set shared_preload_libraries=citus --set "extension_destdir=$tree"
		--set "dynamic_library_path=$tree$("${PG_CONFIG:-pg_config}" --pkglibdir):\$libdir" --set max_connections=100
		--set max_prepared_transactions=50 --set wal_level=logical --set citus.enable_version_checks=off
		--set citus.enable_statistics_collection=off --set citus.shard_count=6)
}

citus_version()
{
	sed -n "s/^default_version = '\(.*\)'/\1/p" "$scratch/tree$("${PG_CONFIG:-pg_config}" --sharedir)/extension/citus.control"
}

# citus_hosts HOST...: each is to know its own address
citus_hosts()
{
	local host
	for host; do
		at "$host" -c "ALTER SYSTEM SET citus.local_hostname = '$host'" -c "SELECT pg_reload_conf()" >/dev/null
	done
}

# ---- queries

# at HOST [psql options]
at()
{
	local host=$1
	shift
	q -h "$host" -d postgres "$@"
}

# blocks SECTION: the SQL blocks of a section of the page, each into a file of $scratch/blocks, in order.
blocks()
{
	rm -rf "$scratch/blocks"
	mkdir "$scratch/blocks"
	awk -v dir="$scratch/blocks" -v section="## $1" '
		/^## / { here = $0 == section }
		here && /^```sql$/ { open = 1; n++; next }
		/^```$/ { open = 0 }
		here && open { print > sprintf("%s/%02d.sql", dir, n) }' "$BXML_ROOT/doc/scale-out.md"
}

# run_blocks COORDINATOR EVERY...: the blocks in order, each where its first line says, with hosts for addresses.
run_blocks()
{
	local coordinator=$1 file where host status name i
	shift
	for file in "$scratch"/blocks/*.sql; do
		for ((i = 0; i < 3; i++)); do
			sed -i "s|10\.0\.0\.1$((i + 1))|${hosts[i]}|g" "$file"
		done
		where=$(head -n 1 "$file")
		name="block $(basename "$file" .sql), $where"
		status=0
		case $where in
			'-- on every '*)
				for host in "$@"; do at "$host" -f "$file" >"$scratch/out" 2>&1 || { status=1; break; }; done ;;
			'-- on the coordinator') at "$coordinator" -f "$file" >"$scratch/out" 2>&1 || status=1 ;;
			*) echo "no place" >"$scratch/out"; status=1 ;;
		esac
		ok $status "$name"
		[ $status = 0 ] || sed 's/^/# /' "$scratch/out" | head -n 5
	done
}

# plan HOST SQL: the SQL that is sent, and what is computed here (lines "Filter").
plan()
{
	at "$1" -c "SET enable_partitionwise_aggregate = on" -c "EXPLAIN (VERBOSE, COSTS OFF) $2" |
		sed -n -E 's/^ *(Remote SQL|Query|Filter|Task Count): /\1: /p' | sort -u
}
