#!/usr/bin/env bash
# benchmark/instructions/lib.sh -- what the scripts here share: cases, and running a program as the owner of a cluster.
#
# Sourced, not run; needs benchmark/lib.sh.
declare_f='declare namespace f="http://www.fixprotocol.org/FIXML-4-4";'
declare_c='declare namespace c="http://tpox-benchmark.com/custacc";'

as_owner()
{
	if [ "$(id -u)" = 0 ]; then (cd / && exec runuser -u postgres -- "$@"); else (cd / && exec "$@"); fi
}

trim()
{
	local s=$1
	s=${s#"${s%%[! 	]*}"}
	echo "${s%"${s##*[! 	]}"}"
}

# declared STATEMENT: with @F and @C replaced by the namespace declarations of orders and customers.
declared()
{
	local s=${1//@F /$declare_f }
	echo "${s//@C /$declare_c }"
}
