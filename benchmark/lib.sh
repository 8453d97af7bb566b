#!/usr/bin/env bash
# benchmark/lib.sh -- what the benchmark scripts share: where things are, and the first line of a record.
#
# Sourced, not run.  Variables a caller may set: BUILD (build folder), RECORDS (folder records go to).
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${BUILD:-$root/build}
case $build in /*) ;; *) build=$root/$build ;; esac
records=${RECORDS:-$root/benchmark/records}

die()
{
	echo "$(basename "$(dirname "$0")")/$(basename "$0"): $*" >&2
	exit 1
}

commit()
{
	local c
	c=$(git -C "$root" rev-parse --short HEAD 2>/dev/null) || c=none
	if [ "$c" != none ] && [ -n "$(git -C "$root" status --porcelain -- src sql 2>/dev/null)" ]; then
		c=$c+changes
	fi
	echo "$c"
}

# environment BENCH NAME=VALUE...: one JSON object; values are quoted as strings.
environment()
{
	local bench=$1 cpu kv
	shift
	cpu=$(sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo | head -n 1)
	printf '{"bench":"%s","commit":"%s","date":"%s","cpu":"%s","cores":"%s"' "$bench" "$(commit)" \
		"$(date -u +%Y-%m-%dT%H:%M:%SZ)" "${cpu:-unknown}" "$(nproc)"
	for kv in "$@"; do
		printf ',"%s":"%s"' "${kv%%=*}" "$(printf %s "${kv#*=}" | tr -d '"\\')"
	done
	printf '}\n'
}

# record_name BENCH: a new file in the folder of records.
record_name()
{
	mkdir -p "$records"
	echo "$records/$1-$(date -u +%Y%m%d-%H%M%S)-$(commit).jsonl"
}

# build_clock FOLDER: clock.so there, a module with one function, the clock the server has none for.
build_clock()
{
	cat >"$1/clock.c" <<-'C'
		#include "postgres.h"
		#include <time.h>
		#include "fmgr.h"
		PG_MODULE_MAGIC;
		PG_FUNCTION_INFO_V1(bench_cpu);
		Datum
		bench_cpu(PG_FUNCTION_ARGS)
		{
			struct timespec t;

			(void) fcinfo;
			clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
			PG_RETURN_INT64((int64) t.tv_sec * 1000000000 + t.tv_nsec);
		}
	C
	cc -O2 -fPIC -shared -I"$("${PG_CONFIG:-pg_config}" --includedir-server)" -o "$1/clock.so" "$1/clock.c"
}
