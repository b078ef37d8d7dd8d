# SPDX-License-Identifier: BSL-1.0
# What examples/run.sh and tests/run.sh share; sourced, POSIX sh. Expects $root, the top of the repository. Everything
# it says goes to standard error, one line a stage, so that an example's output can be piped.

build=${root:?}/build
log=$build/log
JOBS=${JOBS:-$(nproc 2>/dev/null || echo 2)}

say() { printf 'traincost: %s\n' "$*" >&2; }

# stage NAME COMMAND...: one line; what the command prints goes to build/log/NAME.log and is shown if it fails.
stage() {
  stage_name=$1
  shift
  if ! mkdir -p "$log" 2>/dev/null || ! [ -w "$log" ]; then
    say "cannot write to build/: does it belong to another user?"
    exit 2
  fi
  if ! "$@" >"$log/$stage_name.log" 2>&1 </dev/null; then
    tail -n 60 "$log/$stage_name.log" >&2
    say "$stage_name failed; all of it is in build/log/$stage_name.log"
    return 1
  fi
}

# Root needs no sudo; without a terminal sudo must not ask for a password.
if [ "$(id -u)" = 0 ]; then sudo=; elif [ -t 0 ]; then sudo=sudo; else sudo='sudo -n'; fi

can_install() {
  command -v apt-get >/dev/null 2>&1 && { [ -z "$sudo" ] || command -v sudo >/dev/null 2>&1; }
}

apt_get() {
  $sudo env DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get -q -y -o DPkg::Lock::Timeout=120 "$@"
}

compiler() {
  for candidate in "${CXX:-}" c++ g++; do
    if [ -n "$candidate" ] && command -v "$candidate" >/dev/null 2>&1; then
      printf '%s\n' "$candidate"
      return
    fi
  done
}

# missing WHAT=PACKAGE...: prints the packages whose WHAT is not there. WHAT is a command, or a header as <a/b.hpp>, and
# both may be alternatives joined by |. What is asked is whether it is there, not who installed it, so this holds on any
# system.
missing() {
  missing_cxx=$(compiler)
  [ -n "$missing_cxx" ] || echo g++
  missing_source=
  for pair; do
    what=${pair%%=*}
    package=${pair#*=}
    case $what in
      *\<*)
        condition=0
        rest=$what
        while [ -n "$rest" ]; do
          condition="$condition || __has_include(${rest%%|*})"
          case $rest in *\|*) rest=${rest#*|} ;; *) rest= ;; esac
        done
        missing_source="$missing_source
#if !($condition)
missing-package $package
#endif"
        ;;
      *)
        rest=$what
        found=
        while [ -n "$rest" ]; do
          command -v "${rest%%|*}" >/dev/null 2>&1 && found=yes
          case $rest in *\|*) rest=${rest#*|} ;; *) rest= ;; esac
        done
        [ -n "$found" ] || echo "$package"
        ;;
    esac
  done
  if [ -n "$missing_cxx" ]; then
    printf '%s\n' "$missing_source" | "$missing_cxx" -std=c++17 -x c++ -E - 2>/dev/null
  else
    printf '%s\n' "$missing_source"
  fi | sed -n 's/^missing-package //p'
}

# offered PACKAGE|PACKAGE...: the first that apt has, or else the last.
offered() {
  rest=$1
  while case $rest in *\|*) true ;; *) false ;; esac; do
    [ -z "$(apt-cache show "${rest%%|*}" 2>/dev/null)" ] || break
    rest=${rest#*|}
  done
  printf '%s\n' "${rest%%|*}"
}

# need WHAT=PACKAGE...: installs what is missing, or lists it and stops with status 2.
need() {
  lacking=$(missing "$@" | sort -u | tr '\n' ' ')
  [ -n "$lacking" ] || return 0
  if can_install; then
    say "install $lacking"
    stage update apt_get update || say "going on with the package lists that are there"
    installed=yes
    packages=$(for package in $lacking; do offered "$package"; done)
    # shellcheck disable=SC2086  # a list of package names
    stage install apt_get install --no-install-recommends $packages || true
    lacking=$(missing "$@" | sort -u | tr '\n' ' ')
    [ -n "$lacking" ] || return 0
    say "still missing after apt-get:"
  else
    say "needed and not here, and no apt-get to install it with as root or through sudo (Debian's package names):"
  fi
  for package in $lacking; do say "  $package"; done
  exit 2
}

# want COMMAND=PACKAGE...: what widens the tests but is not needed. Installed one by one where apt offers it; what it
# does not offer is asked for once a build folder.
want() {
  refused=$log/not-offered
  for package in $(missing "$@"); do
    grep -qxs -- "$package" "$refused" && continue
    can_install || continue
    if [ -z "${want_updated:-}" ]; then
      want_updated=yes
      stage update apt_get update || true
    fi
    say "install $package"
    mkdir -p "$log"
    apt_get install --no-install-recommends "$package" >"$log/install-$package.log" 2>&1 </dev/null ||
      echo "$package" >>"$refused"
  done
  absent=$(missing "$@" | tr '\n' ' ')
  [ -z "$absent" ] || say "not to be had here, so what needs it is not tested: $absent"
}

# Whether build/ is configured, for this place, and nothing has been installed since.
configured() {
  [ -z "${installed:-}" ] && { [ -f "$build/build.ninja" ] || [ -f "$build/Makefile" ]; } &&
    grep -qxsF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$build/CMakeCache.txt"
}

# configure ARGS...: CMake's first or next configuration of build/. One that came from another place is begun again.
configure() {
  version=$(cmake --version | sed -n '1s/[^0-9]*\([0-9]*\.[0-9]*\).*/\1/p')
  if [ "${version%.*}" -lt 3 ] || { [ "${version%.*}" -eq 3 ] && [ "${version#*.}" -lt 22 ]; }; then
    say "CMake $version is too old: 3.22 or newer is needed (Debian 12, Ubuntu 22.04, or pip install cmake)"
    exit 2
  fi
  if [ -f "$build/CMakeCache.txt" ]; then
    grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$build/CMakeCache.txt" ||
      rm -rf "$build/CMakeCache.txt" "$build/CMakeFiles" "$build/legs"
  fi
  if [ ! -f "$build/CMakeCache.txt" ] && [ -z "${CMAKE_GENERATOR:-}" ] && command -v ninja >/dev/null 2>&1; then
    set -- "$@" -G Ninja
  fi
  say configure
  (cd "$root" && stage configure cmake --preset default "$@") || exit 1
}

# compile WHAT TARGET...: WHAT is what the line says.
compile() {
  say "build $1"
  shift
  if [ $# -gt 0 ]; then set -- --target "$@"; fi
  stage build cmake --build "$build" --parallel "$JOBS" "$@" || exit 1
}
