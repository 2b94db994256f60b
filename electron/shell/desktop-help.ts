/** The text of `--help`. */
export const DESKTOP_HELP = `Strobe, a print station for industrial coding and marking.

strobe [options]
strobe controller ...     run the controller only; see "strobe controller --help"

  --data DIR              data folder (default: the user's folder for application data)
  --controller URL        controller for this run, such as http://192.168.0.20:7311 (repeatable)
  --no-embedded           do not start a controller on this computer
  --controller-port N     port of that controller (default: 7311; 0 = any free port)
  --full-screen           show the page in full screen
  --kiosk                 show the page in full screen; an administrator leaves it with Ctrl+Alt+Shift+Q
  --help                  show this help
`;
