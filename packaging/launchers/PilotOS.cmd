@echo off
rem Starts PilotOS with the Node beside this file. Without words, opens the kiosk or the one that is already open.
rem Labels are used in place of blocks, because a parenthesis in the path of the folder would end a block.
setlocal DisableDelayedExpansion
chcp 65001 >nul
if not "%~1"=="" goto command
title PilotOS
"%~dp0runtime\node.exe" "%~dp0program\bin\pilotos.cjs" serve --open-running
if not errorlevel 1 exit /b 0
set code=%errorlevel%
echo.
pause
exit /b %code%
:command
"%~dp0runtime\node.exe" "%~dp0program\bin\pilotos.cjs" %*
exit /b %errorlevel%
