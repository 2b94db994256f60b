/** What `--help` says. */
export const DESKTOP_USAGE = `Strobe: a print station for coding and marking.

strobe [options]
strobe controller ...     the controller alone; "strobe controller --help" says more

  --data DIR              the folder of everything that it keeps (where this person's programs keep theirs)
  --controller URL        a controller for this run, such as http://192.168.0.20:7311 (repeatable)
  --no-embedded           start no controller on this computer
  --controller-port N     where that controller listens (7311; 0 = any free port)
  --full-screen           fill the screen
  --kiosk                 fill the screen, and let nobody leave the page
  --help                  say this
`;
