@echo off
rem Starts PilotOS with the Node beside this file. Without words, opens the kiosk or the one that is already open.
rem Labels are used in place of blocks, because a parenthesis in the path of the folder would end a block.
if not exist "%~dp0runtime\node.exe" goto packed
if not "%~1"=="" setlocal DisableDelayedExpansion
rem The variables are those of another Node: its options could end this one.
set NODE_OPTIONS=
set NODE_PATH=
rem Node heeds this number only if it is there before the start: see bin/pilotos.cjs.
if not defined UV_THREADPOOL_SIZE set /a UV_THREADPOOL_SIZE=6+NUMBER_OF_PROCESSORS >nul
chcp 65001 >nul
if not "%~1"=="" goto command
title PilotOS
rem A jump to nowhere ends this file, so that Ctrl+C closes the kiosk and nothing is asked about the file.
goto #end 2>nul || "%~dp0runtime\node.exe" "%~dp0program\bin\pilotos.cjs" serve --open-running || pause
:command
"%~dp0runtime\node.exe" "%~dp0program\bin\pilotos.cjs" %*
exit /b %errorlevel%
:packed
echo Este archivo sigue dentro del ZIP, sin el resto de PilotOS.
echo Cierre esta ventana, haga clic derecho sobre el ZIP y elija Extraer todo.
echo Luego abra PilotOS.cmd en la carpeta nueva.
pause
exit /b 3
