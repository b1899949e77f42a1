#!/bin/sh
# Adds House Rules, in its present folder, to this user's menu and opens its files and links with it;
# "./install.sh --remove" takes all of it away again. Settings and saved matches stay.
set -e
here=$(cd "$(dirname "$0")" && pwd)
data=${XDG_DATA_HOME:-$HOME/.local/share}
cd "$here/share"
entry=$(echo applications/*.desktop)
find . -type f | while read -r file; do
    if [ "$1" = --remove ]; then
        rm -f "$data/$file"
    else
        mkdir -p "$(dirname "$data/$file")"
        cp "$file" "$data/$file"
    fi
done
if [ "$1" != --remove ]; then
    program=$here/house-rules
    case $program in
    *[!A-Za-z0-9/._+-]*)
        # The specification of desktop entries has a quoted word within an escaped text, and two % for one. Without a
        # desktop, xdg-open finds no program whose name is quoted, so other names are not.
        program="\"$(printf '%s' "$program" | sed 's/["`$\\]/\\&/g; s/\\/\\\\/g; s/%/%%/g')\""
        ;;
    esac
    line="Exec=$program %u" awk '/^Exec=/ { print ENVIRON["line"]; next } { print }' \
        "$entry" > "$data/$entry"
fi
# Menus and file types are read from caches. A desktop without these tools reads the files themselves.
update-desktop-database -q "$data/applications" 2> /dev/null || true
update-mime-database "$data/mime" 2> /dev/null || true
gtk-update-icon-cache -q -t "$data/icons/hicolor" 2> /dev/null || true
