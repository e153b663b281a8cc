#!/bin/sh -
# Starts PilotOS with the Node beside this file. Without words, opens the kiosk or the one that is already open.
# The shell needs no other program, apart from readlink for a link to this file, and sw_vers on macOS.
# The variables are those of another Node: its options could end this one.
unset NODE_OPTIONS NODE_PATH
# The least version of macOS for this Node. Linux has none.
least=
number() {
  rest=${1#*.}
  echo $((${1%%.*} * 100 + ${rest%%.*}))
}
if [ -n "$least" ]; then
  version=$(sw_vers -productVersion)
  if [ "$(number "$version.0")" -lt "$(number "$least")" ]; then
    echo "PilotOS necesita macOS $least o uno más nuevo, y esta laptop tiene $version. Actualice macOS, o use otra laptop."
    exit 3
  fi
fi
file=$0
case $file in
  /*) ;;
  *) file=./$file ;;
esac
while [ -h "$file" ]; do
  link=$(readlink "$file") || exit 3
  case $link in
    /*) file=$link ;;
    *) file=${file%/*}/$link ;;
  esac
done
folder=${file%/*}
if [ $# -gt 0 ]; then
  exec "$folder/runtime/node" "$folder/program/bin/pilotos.cjs" "$@"
fi
if [ ! -t 0 ]; then
  exec "$folder/runtime/node" "$folder/program/bin/pilotos.cjs" serve --open-running
fi
"$folder/runtime/node" "$folder/program/bin/pilotos.cjs" serve --open-running
code=$?
if [ "$code" -ne 0 ]; then
  printf '\nPresione Enter para cerrar esta ventana. '
  read -r _
fi
exit "$code"
