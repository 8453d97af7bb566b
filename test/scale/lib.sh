# lib.sh -- for tests of several servers: clusters, the blocks of doc/scale-out.md, and plans.
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
