#!/usr/bin/env bash
# tools/setup.sh -- install the Debian packages bxml needs; nothing happens when they are all there.
#
#   tools/setup.sh          build, test and demo
#   tools/setup.sh bench    also the libraries bxml is compared with
#   tools/setup.sh java     also Java and Maven, for those that come from there
#   tools/setup.sh fuzz     also clang with libFuzzer
#   tools/setup.sh packages also what makes and checks Debian packages
#   tools/setup.sh portable also other compilers, an emulator and valgrind, for test/portable/run
#   tools/setup.sh citus    also what test/scale/citus builds Citus with
#
# As root or through sudo.  Never starts a server, and leaves existing clusters alone.
set -euo pipefail

base="gcc libc6-dev make pkg-config libxml2-dev libxml2-utils liblz4-dev clang-format-14 perl codespell procps python3"
bench="libexpat1-dev libpugixml-dev zlib1g-dev g++ valgrind"
java="default-jdk-headless maven"
portable="clang-14 valgrind gcc-i686-linux-gnu gcc-s390x-linux-gnu gcc-aarch64-linux-gnu qemu-user-static"
fuzz="clang-14 libclang-rt-14-dev"
citus="flex libkrb5-dev liblz4-dev libpam0g-dev libselinux1-dev libssl-dev libzstd-dev"
packages="git unzip build-essential dpkg-dev debhelper lintian postgresql-server-dev-all mandoc debootstrap autopkgtest buildah"

# The server version: the one pg_config belongs to, else the distribution's.
pg_version()
{
	local v
	v=$("${PG_CONFIG:-pg_config}" --version 2>/dev/null | sed -n 's/^PostgreSQL \([0-9]*\).*/\1/p')
	if [ -z "$v" ]; then
		v=$(apt-cache depends postgresql 2>/dev/null | sed -n 's/.*Depends: postgresql-\([0-9][0-9]*\)$/\1/p' | head -n 1)
	fi
	echo "${v:-15}"
}

missing()
{
	local p
	for p in "$@"; do
		dpkg-query -W -f='${db:Status-Abbrev}' "$p" 2>/dev/null | grep -q '^.i' || echo "$p"
	done
}

as_root()
{
	if [ "$(id -u)" = 0 ]; then
		env DEBIAN_FRONTEND=noninteractive "$@"
	elif command -v sudo >/dev/null; then
		sudo env DEBIAN_FRONTEND=noninteractive "$@"
	else
		echo "tools/setup.sh: packages are missing and neither root nor sudo is available:" >&2
		echo "  apt-get install $need" >&2
		exit 1
	fi
}

# Quiet unless it fails.
quietly()
{
	local log
	log=$(mktemp)
	if ! as_root "$@" >"$log" 2>&1 </dev/null; then
		cat "$log" >&2
		rm -f "$log"
		return 1
	fi
	rm -f "$log"
}

install()
{
	quietly apt-get install -y -q --no-install-recommends "$@"
}

# Debian's server package creates and starts a cluster "main" when it is first installed, unless this file forbids
# it.  The line is added for the time of the installation only.
cluster_conf=/etc/postgresql-common/createcluster.conf
saved_conf=

forbid_cluster()
{
	install postgresql-common
	if grep -q '^ *create_main_cluster' "$cluster_conf" 2>/dev/null; then
		return
	fi
	saved_conf=$(mktemp)
	cat "$cluster_conf" >"$saved_conf" 2>/dev/null || true
	trap allow_cluster EXIT
	echo 'create_main_cluster = false' | as_root tee -a "$cluster_conf" >/dev/null
}

allow_cluster()
{
	[ -n "$saved_conf" ] || return 0
	as_root tee "$cluster_conf" <"$saved_conf" >/dev/null
	rm -f "$saved_conf"
	saved_conf=
}

if ! command -v dpkg-query >/dev/null; then
	echo "tools/setup.sh: not a Debian system; see the list of packages in this file" >&2
	exit 1
fi
version=$(pg_version)
want="$base postgresql-$version postgresql-server-dev-$version postgresql-$version-pgtap"
for group in "$@"; do
	case $group in
		bench) want="$want $bench" ;;
		java) want="$want $java" ;;
		fuzz) want="$want $fuzz" ;;
		portable) want="$want $portable" ;;
		packages) want="$want $packages" ;;
		citus) want="$want $citus" ;;
		*)
			echo "tools/setup.sh: unknown group '$group' (bench, java, fuzz, packages, portable, citus)" >&2
			exit 2
			;;
	esac
done
# shellcheck disable=SC2086
need=$(missing $want | tr '\n' ' ')
[ -n "$need" ] || exit 0

echo "installing packages: $need"
# shellcheck disable=SC2086
if ! as_root apt-get install -s --no-install-recommends $need >/dev/null 2>&1; then
	quietly apt-get update -q
fi
if [ -n "$(missing "postgresql-$version")" ]; then
	forbid_cluster
fi
# shellcheck disable=SC2086
install $need
allow_cluster
