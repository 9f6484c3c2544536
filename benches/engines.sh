#!/usr/bin/env bash
# Time per engine on SMV models, side by side, and the share spent outside the engines:
#
#     cargo build --release --features cadical
#     benches/engines.sh target/release/wherefore MODEL.smv...
#
# One run after the other, each with 60 s for a property (EACH=10s for another limit). A row shows how many properties
# were decided; a machine with other work to do gives other seconds, so compare within one table.
set -euo pipefail

wherefore=$1
shift
printf "%-28s %-6s %9s %9s %s\n" model engine decided seconds 'outside the engines'
for model in "$@"; do
    name=$(basename "$(dirname "$model")")/$(basename "$model" .smv)
    for engine in auto bdd sat smt; do
        report=$("$wherefore" check --color never --engine "$engine" --timeout "${EACH:-60s}" --stats "$model" 2>&1) || true
        count() { grep -cE "^($1) " <<<"$report" || true; }
        decided=$(count 'holds|violated')
        all=$(count 'holds|violated|undetermined')
        seconds=$(awk '$1 == "total" { print $2 }' <<<"$report")
        outside=$(sed -n 's/^outside the engines: //p' <<<"$report")
        printf "%-28s %-6s %9s %9s %s\n" "$name" "$engine" "$decided/$all" "$seconds" "$outside"
    done
done
