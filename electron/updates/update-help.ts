/** The text of `strobe update --help`. */
export const UPDATE_HELP = `strobe update: installs a new version, and goes back to the one before

  status                     the installed version, and the current or last update
  check FILE                 checks a package and its signature (FILE.sig), changes nothing
  install FILE               installs it when no job is selected on any printer
    --now                    at once; print jobs continue with the new version
    --accept-pictures        also when it draws labels differently
    --allow-older            also an older version
  roll-back                  installs the version before again when no job is selected
    --now                    at once
  now                        does not wait any longer for the end of the jobs
  cancel                     gives up an update that waits
  apply [--boot]             what the units strobe-update.service and strobe-update-boot.service run

All but status and check need root. Exit codes: 0 done, 1 refused or failed, 2 wrong arguments, 4 another update runs.
`;
