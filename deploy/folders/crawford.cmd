@echo off
rem Starts Crawford. The first start installs it for this user, which needs the internet; later ones do not.
setlocal
title Crawford
pushd "%~dp0"
if not exist uv.exe goto packed

set "PROGRAM=%LOCALAPPDATA%\Crawford\program"
set "ENVIRONMENT=%PROGRAM%\@VERSION@"
set "UV_PYTHON_INSTALL_DIR=%PROGRAM%\python"
set "UV_NO_CACHE=1"

if exist "%ENVIRONMENT%\installed" goto start
echo Installing Crawford @VERSION@ (about 70 MB from the internet, once) ...
echo Installazione di Crawford @VERSION@ (circa 70 MB da internet, una volta sola) ...
uv.exe venv --quiet --clear --python ">=3.11,<3.15" "%ENVIRONMENT%"
if errorlevel 1 goto failed
uv.exe pip install --python "%ENVIRONMENT%" --require-hashes --requirement requirements.txt
if errorlevel 1 goto failed
uv.exe pip install --quiet --python "%ENVIRONMENT%" --no-deps ".\@WHEEL@"
if errorlevel 1 goto failed
type nul > "%ENVIRONMENT%\installed"

:start
"%ENVIRONMENT%\Scripts\crawford.exe" --open %*
if errorlevel 1 goto failed
exit /b 0

:packed
echo Unpack the whole zip first, then double-click Crawford in the folder.
echo Prima estrai tutto lo zip, poi fai doppio clic su Crawford nella cartella.
pause
exit /b 1

:failed
echo.
echo Crawford could not be started; the lines above say why.
echo Crawford non e' partito; le righe qui sopra dicono perche'.
pause
exit /b 1
