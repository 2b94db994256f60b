import { randomUUID } from 'node:crypto';
import { constants, copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SIGNATURE_ENDING } from '#contract/updates/latest-package.ts';
import { isUpdateEnd } from '#contract/updates/update-state.ts';
import { lockFolder } from '#storage/files/folder-lock.ts';
import { checkPackage } from './check-package.ts';
import { UPDATE_HELP } from './update-help.ts';
import { trustedKeysIn } from './package-signature.ts';
import { INCOMING_FOLDER, type UpdateFolders } from './update-folders.ts';
import { UpdateRefusal } from './update-refusal.ts';
import { writeRequest } from './update-request.ts';
import { readStatus } from './update-status.ts';
import type { InstalledSystem } from './installed-system.ts';
import type { UpdateDeps } from './update-deps.ts';
import { UpdateRunner } from './update-runner.ts';
import { sayProgress } from './say-progress.ts';

/** What the command needs of its program. */
export interface UpdateCommandIo extends Omit<UpdateDeps, 'controller'> {
  controller: UpdateDeps['controller'];
  folders: UpdateFolders;
  system: InstalledSystem;
  write: (line: string) => void;
  complain: (line: string) => void;
  /** Whether the person is root. */
  isRoot: boolean;
  /** Starts the program of root that makes the update, unless it runs. */
  startInBackground: () => Promise<void>;
}

export const UPDATE_EXIT = { done: 0, refused: 1, badArguments: 2, running: 4 } as const;
const OPTIONS = {
  now: { type: 'boolean' },
  'allow-older': { type: 'boolean' },
  'accept-pictures': { type: 'boolean' },
  boot: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

type Flags = Partial<Record<keyof typeof OPTIONS, boolean>>;
type RunCommand = (io: UpdateCommandIo, given: { file: string | undefined; flags: Flags }) => Promise<number>;

const COMMANDS: Readonly<Record<string, { run: RunCommand; needsRoot: boolean; takesFile: boolean; flags: readonly (keyof Flags)[] }>> = {
  status: { run: status, needsRoot: false, takesFile: false, flags: [] },
  check: { run: check, needsRoot: false, takesFile: true, flags: ['allow-older'] },
  install: { run: install, needsRoot: true, takesFile: true, flags: ['now', 'allow-older', 'accept-pictures'] },
  'roll-back': { run: rollBack, needsRoot: true, takesFile: false, flags: ['now'] },
  now: { run: (io) => ask(io, 'now'), needsRoot: true, takesFile: false, flags: [] },
  cancel: { run: (io) => ask(io, 'cancel'), needsRoot: true, takesFile: false, flags: [] },
  apply: { run: apply, needsRoot: true, takesFile: false, flags: ['boot'] },
};

/**
 * `strobe update status | check FILE | install FILE | roll-back | now | cancel | apply`. Resolves with the exit code: 0 when it succeeded, 1 with a sentence when
 * something was refused or failed, 2 for wrong arguments, 4 when another update runs.
 */
export async function runUpdateCommand(args: readonly string[], io: UpdateCommandIo): Promise<number> {
  const parsed = parse(args);
  if (typeof parsed === 'string') {
    io.complain(`strobe update: ${parsed}; see "strobe update --help"`);
    return UPDATE_EXIT.badArguments;
  }
  if ('isHelp' in parsed) {
    io.write(UPDATE_HELP.trimEnd());
    return UPDATE_EXIT.done;
  }
  const { command, file, flags } = parsed;
  if (command.needsRoot && !io.isRoot) {
    io.complain('strobe update: only root may do this: put "sudo" in front');
    return UPDATE_EXIT.refused;
  }
  try {
    return await command.run(io, { file, flags });
  } catch (error) {
    io.complain(`strobe update: ${error instanceof Error ? error.message : String(error)}`);
    return UPDATE_EXIT.refused;
  }
}

interface Parsed {
  command: (typeof COMMANDS)[string];
  file: string | undefined;
  flags: Flags;
}

function parse(args: readonly string[]): Parsed | { isHelp: true } | string {
  let values: Flags;
  let positionals: string[];
  try {
    ({ values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true }));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  if (values.help || positionals.length === 0) return { isHelp: true };
  const [name = '', file, ...rest] = positionals;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) return `there is no command "${name}"`;
  if (rest.length > 0 || (file === undefined) === command.takesFile) return `"${name}" takes ${command.takesFile ? 'one file' : 'no file'}`;
  const wrong = (Object.keys(values) as (keyof Flags)[]).find((flag) => !command.flags.includes(flag));
  return wrong === undefined ? { command, file, flags: values } : `"${name}" has no option --${wrong}`;
}

async function status(io: UpdateCommandIo): Promise<number> {
  const published = readStatus(io.folders);
  const { version } = await io.system.installed();
  io.write(`installed: ${version}`);
  io.write(`kept for a roll-back: ${published?.previous ?? 'none'}`);
  if (published?.progress) for (const line of sayProgress(published.progress)) io.write(line);
  return UPDATE_EXIT.done;
}

async function check(io: UpdateCommandIo, { file = '', flags }: { file: string | undefined; flags: Flags }): Promise<number> {
  const path = resolve(file);
  const { version } = await io.system.installed();
  const signature = textOf(path + SIGNATURE_ENDING);
  if (!existsSync(path)) throw new UpdateRefusal(`There is no file ${path}.`);
  const keys = trustedKeysIn(io.folders.keys);
  const checked = await checkPackage({ file: path, signature, keys, installed: version, allowsOlder: flags['allow-older'] ?? false });
  io.write(`${basename(path)}: version ${checked.version}, signed by a trusted key, ${checked.size} bytes; installed is ${version}`);
  return UPDATE_EXIT.done;
}

async function install(io: UpdateCommandIo, given: { file: string | undefined; flags: Flags }): Promise<number> {
  const checked = await check(io, given);
  const { file = '', flags } = given;
  const path = resolve(file);
  refuseWhileRunning(io);
  const incoming = join(io.folders.root, INCOMING_FOLDER);
  mkdirSync(incoming, { recursive: true, mode: 0o700 });
  const name = 'given.deb';
  for (const ending of ['', SIGNATURE_ENDING]) copyFileSync(path + ending, join(incoming, name + ending), constants.COPYFILE_FICLONE);
  const when = flags.now ? 'now' : 'idle';
  const { 'accept-pictures': acceptsPictures = false, 'allow-older': allowsOlder = false } = flags;
  writeRequest(io.folders.root, { action: 'install', id: randomUUID(), by: 'root', file: name, when, acceptsPictures, allowsOlder });
  await io.startInBackground();
  io.write(when === 'now' ? 'The update has begun.' : 'The update begins when no job is selected; "strobe update now" does not wait.');
  io.write('See "strobe update status".');
  return checked;
}

async function rollBack(io: UpdateCommandIo, { flags }: { flags: Flags }): Promise<number> {
  const previous = readStatus(io.folders)?.previous;
  if (!previous) throw new UpdateRefusal('No version to go back to is kept on this computer.');
  refuseWhileRunning(io);
  writeRequest(io.folders.root, { action: 'roll-back', id: randomUUID(), by: 'root', when: flags.now ? 'now' : 'idle' });
  await io.startInBackground();
  io.write(`Version ${previous} is installed again${flags.now ? '' : ' when no job is selected'}. See "strobe update status".`);
  return UPDATE_EXIT.done;
}

async function ask(io: UpdateCommandIo, action: 'now' | 'cancel'): Promise<number> {
  if (readStatus(io.folders)?.progress?.stage !== 'waiting') throw new UpdateRefusal('No update waits.');
  writeRequest(io.folders.root, { action, id: randomUUID(), by: 'root' });
  await io.startInBackground();
  return UPDATE_EXIT.done;
}

/** What the units of systemd run. */
async function apply(io: UpdateCommandIo, { flags }: { flags: Flags }): Promise<number> {
  mkdirSync(io.folders.root, { recursive: true, mode: 0o755 });
  const lock = lockFolder(io.folders.root);
  if (!lock) {
    io.complain('strobe update: another update runs');
    return UPDATE_EXIT.running;
  }
  try {
    const runner = new UpdateRunner(io);
    if (flags.boot) await runner.runBeforePrograms();
    else await runner.run();
    return UPDATE_EXIT.done;
  } finally {
    lock.release();
  }
}

function refuseWhileRunning({ folders }: UpdateCommandIo): void {
  const stage = readStatus(folders)?.progress?.stage;
  if (stage !== undefined && !isUpdateEnd(stage)) throw new UpdateRefusal('An update runs already. See "strobe update status".');
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new UpdateRefusal(`The signature file ${file} is missing or cannot be read. It belongs next to the package.`, { cause });
  }
}
