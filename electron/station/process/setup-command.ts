import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { MIN_PASSPHRASE } from '#contract/station/setup.ts';
import { takeStaged } from '#storage/backup/staged-restore.ts';
import { lockFolder, type FolderLock } from '#storage/files/folder-lock.ts';
import { STATION_DATABASE } from '../backups/station-files.ts';
import { exportSetup } from '../setup/export-setup.ts';
import { hasPrints, importSetup } from '../setup/import-setup.ts';
import { checkSetupFile } from '../setup/setup-cipher.ts';
import { fingerprintOf, InvalidSetupFileError, type SetupHead } from '../setup/setup-head.ts';
import { parsed, refuseTarget } from './backup-command.ts';
import { commandFailed, wrongArguments } from './command-error.ts';

export interface SetupCommandIo {
  version: string;
  /** Milliseconds since the epoch. */
  now: () => number;
  write: (line: string) => void;
}

/** The text of `--help`. */
export const SETUP_HELP = `Set-up files: everything of a station and its controller but the prints, for a second computer or a replacement.

setup export --to FILE --data DIR [--controller-data DIR] --passphrase-file FILE
setup import FILE --data DIR [--controller-data DIR] --passphrase-file FILE [--replace]
setup show FILE

  --data DIR              data folder of the station
  --controller-data DIR   data folder of its controller (default: DIR/controller)
  --passphrase-file FILE  file whose first line is the passphrase, at least ${MIN_PASSPHRASE} characters; - = standard input
  --replace               import on a computer whose controller has printed: its data are moved to the folder "replaced"

Make a set-up file while the station runs or not; import one while neither station nor controller runs.
`;

const OPTIONS = {
  data: { type: 'string' },
  to: { type: 'string' },
  'controller-data': { type: 'string' },
  'passphrase-file': { type: 'string' },
  replace: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

const STANDARD_INPUT = '-';

interface SetupArguments {
  file: string | undefined;
  to: string | undefined;
  /** Throws without `--data`. */
  folders: () => { dataFolder: string; controllerFolder: string };
  passphrase: () => string;
  isReplacing: boolean;
}

/**
 * `setup export`, `setup import` and `setup show`: `args` begins with the second word. Throws a `StationCommandError` for wrong arguments and for what
 * failed; then nothing has changed.
 */
export async function runSetupCommand(args: readonly string[], io: SetupCommandIo): Promise<void> {
  const { values, positionals } = parsed(() => parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true }));
  const [command, file, ...more] = positionals;
  if (values.help) return io.write(SETUP_HELP.trimEnd());
  if (more.length > 0) throw wrongArguments(`setup ${command} does not take ${more.join(' ')}`);
  const given: SetupArguments = {
    ...{ file, to: values.to, isReplacing: values.replace },
    folders: () => foldersOf(values.data, values['controller-data']),
    passphrase: () => readPassphrase(values['passphrase-file']),
  };
  if (command === 'export') return exportTo(given, io);
  if (command === 'import') return importFrom(given, io);
  if (command === 'show') return show(given, io);
  throw wrongArguments('setup takes export, import or show; see setup --help');
}

async function exportTo({ file, to, folders, passphrase }: SetupArguments, { version, now, write }: SetupCommandIo): Promise<void> {
  if (file !== undefined) throw wrongArguments(`setup export does not take ${file}`);
  if (to === undefined) throw wrongArguments('--to FILE is required: the set-up file');
  const target = resolve(to);
  refuseTarget(target);
  const place = folders();
  if (!statSync(join(place.dataFolder, STATION_DATABASE), { throwIfNoEntry: false }))
    throw wrongArguments(`there are no data of a station in ${place.dataFolder}`);
  const secret = passphrase();
  if (secret.length < MIN_PASSPHRASE) throw wrongArguments(`the passphrase must have at least ${MIN_PASSPHRASE} characters`);
  try {
    const head = await exportSetup({ ...place, file: target, passphrase: secret, program: version, computer: hostname(), now: now() });
    write(`set-up file made: ${target}`);
    write(`signed with the key ${fingerprintOf(head.publicKey)}: compare it on the other computer`);
  } catch (error) {
    throw commandFailed(`the set-up file ${target} was not made`, error);
  }
}

async function importFrom({ file, folders, passphrase, isReplacing }: SetupArguments, { now, write }: SetupCommandIo): Promise<void> {
  const source = existing(file, 'import');
  const { dataFolder, controllerFolder } = folders();
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  mkdirSync(controllerFolder, { recursive: true, mode: 0o700 });
  const locks: FolderLock[] = [];
  try {
    locks.push(lockOf(dataFolder, 'station'), lockOf(controllerFolder, 'controller'));
    if (!isReplacing && hasPrints(controllerFolder))
      throw wrongArguments('the controller of this computer has printed: add --replace if its data are to be replaced');
    const head = await importSetup({ file: source, passphrase: passphrase(), dataFolder, controllerFolder });
    takeStaged(dataFolder, STATION_DATABASE, now());
    for (const line of [...linesOf(head), 'imported: start station and controller, confirm the data, and set each counter']) write(line);
  } catch (error) {
    if (error instanceof InvalidSetupFileError) throw wrongArguments(error.message);
    throw commandFailed(`the set-up file ${source} was not imported`, error);
  } finally {
    for (const lock of locks) lock.release();
  }
}

async function show({ file }: SetupArguments, { write }: SetupCommandIo): Promise<void> {
  const source = existing(file, 'show');
  try {
    for (const line of linesOf(await checkSetupFile(source))) write(line);
  } catch (error) {
    if (error instanceof InvalidSetupFileError) throw wrongArguments(error.message);
    throw commandFailed(`the set-up file ${source} was not read`, error);
  }
}

function linesOf({ computer, made, program, publicKey }: SetupHead): string[] {
  return [`made on ${computer}, ${new Date(made).toISOString()}, by Strobe ${program}`, `signed with the key ${fingerprintOf(publicKey)}`];
}

function existing(file: string | undefined, command: string): string {
  if (file === undefined) throw wrongArguments(`setup ${command} FILE: the name of a file is missing`);
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw wrongArguments(`setup ${command} FILE: ${file} is not a file`);
  return resolve(file);
}

function lockOf(folder: string, program: string): FolderLock {
  const lock = lockFolder(folder);
  if (!lock) throw wrongArguments(`the ${program} is running: stop it before you import a set-up file, or import the file on the page`);
  return lock;
}

function foldersOf(data: string | undefined, controllerData: string | undefined): { dataFolder: string; controllerFolder: string } {
  if (!data) throw wrongArguments('--data DIR is required: the data folder of the station');
  const dataFolder = resolve(data);
  return { dataFolder, controllerFolder: controllerData ? resolve(controllerData) : join(dataFolder, 'controller') };
}

/** The first line of the file. */
function readPassphrase(file: string | undefined): string {
  if (!file) throw wrongArguments('--passphrase-file FILE is required; - = standard input');
  try {
    return readFileSync(file === STANDARD_INPUT ? 0 : file, 'utf8').split(/\r?\n/, 1)[0] ?? '';
  } catch (error) {
    throw commandFailed(`the passphrase cannot be read from ${file}`, error);
  }
}
