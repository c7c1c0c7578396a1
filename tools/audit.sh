#!/bin/sh
# Asks pip-audit whether a fault is known of a package that the project was tested with. Usage: audit.sh PYTHON CONSTRAINTS
# Exit code 0: none is known; 1: some are, and they are listed; 2: the database could not be asked about all of them.
python=$1
constraints=$2
if ! "$python" -c 'import pip_audit' 2>/dev/null; then
    "$python" -m pip install --quiet --disable-pip-version-check --constraint "$constraints" pip-audit ||
        { echo "pip-audit is needed for this and could not be installed." >&2; exit 2; }
fi
answer=$("$python" -m pip_audit --requirement "$constraints" --no-deps --disable-pip --progress-spinner off 2>&1)
case $answer in
*Found*"known vulnerabilit"*)
    echo "$answer"
    exit 1
    ;;
*"could not be audited"*)
    unknown=$(echo "$answer" | grep -c "could not be audited")
    echo "The database of known faults could not be asked about $unknown packages: no answer, or it does not know them." >&2
    exit 2
    ;;
*"No known vulnerabilities found"*)
    echo "No fault is known of the packages in $constraints."
    ;;
*)
    echo "The database of known faults could not be asked; it needs the network: $(echo "$answer" | tail -n 1)" >&2
    exit 2
    ;;
esac
