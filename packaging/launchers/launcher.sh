#!/bin/sh -
# Starts PilotOS with the Node beside this file. Without words, opens the kiosk or the one that is already open.
# Apart from a link to this file, which only the program readlink can read, the shell needs no other program.
# The variables are those of another Node: its options could end this one.
unset NODE_OPTIONS NODE_PATH
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
