# Completion of the command strobe.
_strobe() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
    case "$before" in
        --data|--samples|--profile) mapfile -t COMPREPLY < <(compgen -d -- "$word"); return ;;
        --to|--tls-cert|--tls-key|--network-settings|--browser|--start-file|--passphrase-file|restore|import|show|check|install) mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
    esac
    if [ "$COMP_CWORD" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W 'controller station plant kiosk keys backup restore audit doctor support setup update help version' -- "$word")
        return
    fi
    case "${COMP_WORDS[1]}" in
        keys) mapfile -t COMPREPLY < <(compgen -W 'add list revoke --scopes --printers --expires --data' -- "$word") ;;
        audit) mapfile -t COMPREPLY < <(compgen -W 'verify --key --backup' -- "$word") ;;
        controller|station|plant)
            mapfile -t COMPREPLY < <(compgen -W "$(strobe "${COMP_WORDS[1]}" --help 2>/dev/null | grep -oE '^ +--[a-z-]+' | tr -d ' ')" -- "$word") ;;
        kiosk) mapfile -t COMPREPLY < <(compgen -W '--start-file --browser --profile --browser-flag' -- "$word") ;;
        doctor) mapfile -t COMPREPLY < <(compgen -W '--json --key --data' -- "$word") ;;
        support) mapfile -t COMPREPLY < <(compgen -W '--to --key --data' -- "$word") ;;
        setup) mapfile -t COMPREPLY < <(compgen -W 'export import show --to --passphrase-file --replace --data' -- "$word") ;;
        update) mapfile -t COMPREPLY < <(compgen -W 'status check install roll-back now cancel --now --allow-older --accept-pictures' -- "$word") ;;
        backup) mapfile -t COMPREPLY < <(compgen -W '--to --data' -- "$word") ;;
    esac
}
complete -F _strobe strobe
