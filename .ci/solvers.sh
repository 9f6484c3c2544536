# Installs and finds the solvers and build tools that are not crates. To be sourced:
#
#     source .ci/solvers.sh
#
# System packages (C++ compiler, cvc5, Python) are installed only when missing, and only for root; z3, Bitwuzla and
# libclang come from PyPI into a virtual environment under target/, at the versions of requirements.txt.
# Sets PATH (z3, wherefore-bitwuzla), LIBCLANG_PATH and BINDGEN_EXTRA_CLANG_ARGS (needed to build the `cadical` feature).

wherefore_system_packages() {
    local missing=()
    command -v c++ >/dev/null || missing+=(g++)
    command -v cvc5 >/dev/null || missing+=(cvc5)
    python3 -c 'import ensurepip, venv' 2>/dev/null || missing+=(python3 python3-venv)
    [ ${#missing[@]} -eq 0 ] && return 0
    if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
        echo "solvers.sh: please install: ${missing[*]}" >&2
        return 1
    fi
    # The log appears only when something failed.
    local log
    log=$(mktemp)
    if ! { apt-get update &&
        DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"; } \
        </dev/null >"$log" 2>&1; then
        cat "$log" >&2
        rm -f "$log"
        return 1
    fi
    rm -f "$log"
}

wherefore_python_packages() {
    local venv=$1 requirements=$2
    cmp -s "$requirements" "$venv/requirements.txt" && return 0
    rm -rf "$venv"
    python3 -m venv "$venv" &&
        "$venv/bin/pip" install --quiet --disable-pip-version-check -r "$requirements" </dev/null &&
        cp "$requirements" "$venv/requirements.txt"
}

# Bitwuzla as a program, as the wheel brings it.
wherefore_stand_in() {
    local program=$1/bin/wherefore-bitwuzla
    { echo "#!$1/bin/python" && sed 1d "$2"; } >"$program.$$" && chmod +x "$program.$$" || return 1
    # Others may be running it.
    if cmp -s "$program.$$" "$program"; then rm "$program.$$"; else mv "$program.$$" "$program"; fi
}

wherefore_solvers() {
    local root venv
    root=$(cd "$(dirname "$1")/.." && pwd) || return 1
    venv=${CARGO_TARGET_DIR:-$root/target}/solvers
    wherefore_system_packages && wherefore_python_packages "$venv" "$root/.ci/requirements.txt" &&
        wherefore_stand_in "$venv" "$root/packaging/stand-in" || return 1

    case ":$PATH:" in
    *":$venv/bin:"*) ;;
    *) export PATH="$venv/bin:$PATH" ;;
    esac
    LIBCLANG_PATH=$("$venv/bin/python" -c 'import clang, os; print(os.path.join(clang.__path__[0], "native"))') || return 1
    # The libclang wheel has no headers of its own: stddef.h and its like are gcc's.
    BINDGEN_EXTRA_CLANG_ARGS="-I$(c++ -print-file-name=include)" || return 1
    export LIBCLANG_PATH BINDGEN_EXTRA_CLANG_ARGS
}

wherefore_solvers "${BASH_SOURCE[0]:-$0}"
