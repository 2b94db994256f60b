import { calledAs } from '#process/called-as.ts';
import { KEYS_HELP } from './keys-command-line.ts';

const CALL = calledAs('controller');

/** The text of `--help`. */
export const CONTROLLER_HELP = `The controller of Strobe: keeps labels, tables and variables, drives printers, and serves /api/v3.

${CALL} --data DIR [options]                 run the service
${CALL} backup --data DIR [--to FILE]        make a backup, also while it runs
${CALL} restore FILE --data DIR              put a backup in the place of the data, while it does not run
${CALL} audit verify FILE                check an audit log that was exported
${CALL} audit verify URL --key KEY       check the audit logs of a controller that runs
${CALL} audit verify FILE --backup FILE  compare an audit log with its end in a backup
${KEYS_HELP.split(' | ')
  .map((usage) => `${CALL} ${usage}`)
  .join('\n')}

  --data DIR                the folder of everything that it keeps
  --require-data            start only if the folder contains data of a controller
  --port N                  where the service listens (7311; 0 = any free port)
  --host H                  the address that it listens on (127.0.0.1)
  --public-name NAME        another name of this computer (repeatable)
  --tls-cert FILE           the certificate with which it encrypts, and
  --tls-key FILE            its key
  --insecure-without-tls    other machines may reach it although it does not encrypt
  --insecure-without-keys   other machines may reach it without a key
  --requests-per-second N   what one client may ask for (2000)
  --text-port N             where the text protocol listens (nowhere)
  --text-host H             the address that it listens on (127.0.0.1); other machines need the certificate and a key
  --text-unauthenticated-port N      where it listens without encryption and keys (nowhere), with
  --text-unauthenticated-host H      the address that it listens on, and
  --text-unauthenticated-allow A     an address or range of the machines that may use it (repeatable)
  --virtual-printers N      how many printers it has at least, with virtual ones (2 on a first start)
  --empty                   a first start without samples
  --samples DIR             the samples of a first start
  --safe-mode               only read, and print nothing
  --log-level LEVEL         fatal, error, warn, info, debug, trace or silent (warn)
  --log-file                keep the log in the folder as well
  --station-key-hash HASH   the SHA-256 of the key of the station that starts it, which is valid from then on
  --attach                  name the controller that holds the folder, and give it the station's key, instead of starting one
  --network-settings FILE   follow the part "controller" of this file, strobe.json of a station: where other machines reach it
  --help                    print this text
`;
