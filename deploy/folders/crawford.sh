#!/bin/sh
# Starts Crawford. The first start installs it for this user, which needs the internet; later ones do not.
cd "$(dirname "$0")" || exit 1

case $(uname) in
    Darwin)
        program="$HOME/Library/Application Support/Crawford/program"
        # macOS marks what was downloaded, and would ask about each file again.
        xattr -dr com.apple.quarantine . 2>/dev/null
        ;;
    *) program="${XDG_DATA_HOME:-$HOME/.local/share}/crawford/program" ;;
esac
environment="$program/@VERSION@"
export UV_PYTHON_INSTALL_DIR="$program/python" UV_NO_CACHE=1

fail() {
    printf '\n%s\n%s\n' "Crawford could not be started; the lines above say why." \
        "Crawford non è partito; le righe qui sopra dicono perché."
    # The window of a double-click would close.
    [ -t 0 ] && read -r _
    exit 1
}

install() {
    ./uv venv --quiet --clear --python '>=3.11,<3.15' "$environment" &&
        ./uv pip install --python "$environment" --require-hashes --requirement requirements.txt &&
        ./uv pip install --quiet --python "$environment" --no-deps "./@WHEEL@" &&
        : >"$environment/installed"
}

if [ ! -f "$environment/installed" ]; then
    echo "Installing Crawford @VERSION@ (about 70 MB from the internet, once) ..."
    echo "Installazione di Crawford @VERSION@ (circa 70 MB da internet, una volta sola) ..."
    install || fail
fi
"$environment/bin/crawford" --open "$@" || fail
