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

# build_clock FOLDER: clock.so there, a module with clocks in nanoseconds that the server has none for: CPU time of the
# backend, and wall time.
build_clock()
{
	cat >"$1/clock.c" <<-'C'
		#include "postgres.h"
		#include <time.h>
		#include "fmgr.h"
		PG_MODULE_MAGIC;
		PG_FUNCTION_INFO_V1(bench_cpu);
		PG_FUNCTION_INFO_V1(bench_wall);
		static Datum
		now(clockid_t clock)
		{
			struct timespec t;

			clock_gettime(clock, &t);
			PG_RETURN_INT64((int64) t.tv_sec * 1000000000 + t.tv_nsec);
		}
		Datum
		bench_cpu(PG_FUNCTION_ARGS)
		{
			(void) fcinfo;
			return now(CLOCK_PROCESS_CPUTIME_ID);
		}
		Datum
		bench_wall(PG_FUNCTION_ARGS)
		{
			(void) fcinfo;
			return now(CLOCK_MONOTONIC);
		}
	C
	cc -O2 -fPIC -shared -I"$("${PG_CONFIG:-pg_config}" --includedir-server)" -o "$1/clock.so" "$1/clock.c"
}

# needs PACKAGE DEBIAN_PACKAGE: a library by its pkg-config name.
needs()
{
	pkg-config --exists "$1" || die "$1 not found: run 'tools/setup.sh bench' ($2)"
}

# compile_c FILE FOLDER
compile_c()
{
	# shellcheck disable=SC2086,SC2046
	cc -std=gnu11 $cflags $(pkg-config --cflags libxml-2.0) -c "$1" -o "$2/$(basename "$1" .c).o"
}

# build_engines FOLDER: the engines and the measuring loop of benchmark/micro as FOLDER/*.o, with $cflags, libraries
# for linking in $engine_libs.  Objects are few and small: all are compiled each time, so that a record always speaks
# of this source.
build_engines()
{
	local f src=$root/benchmark/micro
	needs libxml-2.0 libxml2-dev
	needs expat libexpat1-dev
	needs pugixml libpugixml-dev
	rm -rf "$1"
	mkdir -p "$1"
	for f in "$src"/*.c; do
		[ "$f" != "$src/micro.c" ] || continue
		compile_c "$f" "$1"
	done
	# shellcheck disable=SC2086
	c++ -std=c++17 $cflags -c "$src/eng_pugi.cc" -o "$1/eng_pugi.o"
	engine_libs="${LIBS:-$build/obj/libbxml_xml.a $build/obj/libbxml_core.a}"
	engine_libs="$engine_libs $(pkg-config --libs libxml-2.0 expat pugixml) -lm"
}

# engine_versions: NAME=VERSION of each library the engines are linked with.
engine_versions()
{
	local p
	for p in libxml-2.0 expat pugixml; do
		echo "${p%-2.0}=$(pkg-config --modversion "$p")"
	done | sed 's/^libxml=/libxml2=/'
}

# java_peers FOLDER FILE...: the Java peers through Maven, kept in the build folder, and the programs FILE compiled into
# FOLDER; sets $java_path, the class path to run them with.
java_peers()
{
	local peers=$build/bench/peers pom=$root/benchmark/peers/pom.xml to=$1
	shift
	{ command -v javac && command -v mvn; } >/dev/null || die "javac or mvn not found: run 'tools/setup.sh java'"
	if ! cmp -s "$pom" "$peers/pom.xml"; then
		rm -rf "$peers"
		mvn -q -B -f "$pom" dependency:copy-dependencies -DoutputDirectory="$peers/lib" >&2
		cp "$pom" "$peers/pom.xml"
	fi
	mkdir -p "$to"
	javac -Xlint:all -Werror -d "$to" -cp "$peers/lib/*" "$root/benchmark/peers/Peer.java" "$@"
	java_path="$to:$peers/lib/*"
}

# peer_version NAME: of a Java peer, as its file says.
peer_version()
{
	local f
	f=$(basename "$(ls "$build/bench/peers/lib/$1"-[0-9]*.jar)" .jar)
	echo "${f#"$1"-}"
}

# finish_record RECORD: RECORD.part is complete; show its tables and plot it beside it.
finish_record()
{
	mv "$1.part" "$1"
	"$root/benchmark/report" "$1"
	"$root/benchmark/plot" "$1" >"${1%.jsonl}.svg"
	echo "record: $1" >&2
}
