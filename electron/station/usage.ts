/** What `--help` says. */
export const STATION_USAGE = `The station of Strobe without a desktop: shows printers and prints, on a page for a browser of this computer.

npm run station -- [options]

  --data DIR              the folder of everything that it keeps (data)
  --port N                where its page is (7310; 0 = any free port)
  --controller URL        a controller for this run, such as http://192.168.0.20:7311 (repeatable)
  --no-embedded           start no controller on this computer
  --controller-port N     where that controller listens (any free port)
  --print-url             print the start address of the station that runs on DIR, and start nothing
  --help                  say this

A browser is let in by the start address, which works once; then the next one is in DIR/open-strobe.html. Open that file in a
browser of this computer, or the address that --print-url prints.
`;
