import { calledAs } from '#process/called-as.ts';

/** The text of `--help`. */
export const STATION_HELP = `The Strobe station without the desktop app. Open its page in a browser on this computer.

${calledAs('station')} [options]
${calledAs('station')} backup --data DIR [--to FILE]
${calledAs('station')} restore FILE --data DIR

  --data DIR              data folder (default: data)
  --port N                port of the page on this computer (default: 7310; 0 = any free port)
  --host ADDRESS          other computers may open the page at this IP address of this computer (0.0.0.0 = all), with a sign-in
  --network-port N        at this port (default: 7320)
  --public-name NAME      another name of this computer (repeatable)
  --tls-cert FILE         certificate of the page for other computers (default: one by the station's own authority), and
  --tls-key FILE          its private key
  --controller URL        controller for this run, such as http://192.168.0.20:7311 (repeatable)
  --no-embedded           do not start a controller on this computer
  --controller-service    the controller of DIR is a service of the system: connect to it, and never start one
  --kiosk-file FILE       keep a second start file, which the group of its folder may read, for the browser of a kiosk
  --controller-port N     port of that controller (default: any free port)
  --log-file              keep the logs in DIR/logs and DIR/controller/logs as well
  --print-url             print the start address of the station that runs on DIR, and exit
  --help                  show this help

The start address signs a browser in. It works once; the next one is then in DIR/open-strobe.html. Open that file in a browser
on this computer, or the address that --print-url prints.

backup makes a backup of the station, also while it runs: its database, settings, certificates and keys. restore restores one while it
does not run; the former data are moved to DIR/replaced. The controller has backups of its own.

On a station without people the first administrator signs in on another computer with the code that is printed at the start.
`;
