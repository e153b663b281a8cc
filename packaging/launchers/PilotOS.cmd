@echo off
rem Starts PilotOS with the Node beside this file. Without words, opens the kiosk or the one that is already open.
rem Labels are used in place of blocks, because a parenthesis in the path of the folder would end a block.
setlocal DisableDelayedExpansion
rem The variables are those of another Node: its options could end this one.
set NODE_OPTIONS=
set NODE_PATH=
chcp 65001 >nul
if not "%~1"=="" goto command
title PilotOS
"%~dp0runtime\node.exe" "%~dp0program\bin\pilotos.cjs" serve --open-running
set code=%errorlevel%
rem A crash has a negative code, for which "if errorlevel 1" is false.
if "%code%"=="0" exit /b 0
echo.
pause
exit /b %code%
:command
"%~dp0runtime\node.exe" "%~dp0program\bin\pilotos.cjs" %*
exit /b %errorlevel%
