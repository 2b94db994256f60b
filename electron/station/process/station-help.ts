/** The text of `--help`. */
export const STATION_HELP = `The Strobe station without the desktop app. Open its page in a browser on this computer.

npm run station -- [options]

  --data DIR              data folder (default: data)
  --port N                port of the page (default: 7310; 0 = any free port)
  --controller URL        controller for this run, such as http://192.168.0.20:7311 (repeatable)
  --no-embedded           do not start a controller on this computer
  --controller-port N     port of that controller (default: any free port)
  --print-url             print the start address of the station that runs on DIR, and exit
  --help                  show this help

The start address signs a browser in. It works once; the next one is then in DIR/open-strobe.html. Open that file in a browser
on this computer, or the address that --print-url prints.
`;
