import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  constants,
  copyFileSync,
  createWriteStream,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
} from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';

/** The account that owns a data folder. */
export interface Owner {
  uid: number;
  gid: number;
}

/**
 * The owner of a data folder if it is another account than that of this process, which is root: what root writes there, the service could not read. Undefined
 * otherwise.
 */
export function ownerToBecome(dataFolder: string): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const { uid, gid } = statSync(dataFolder, { throwIfNoEntry: false }) ?? { uid: 0, gid: 0 };
  return uid === 0 ? undefined : { uid, gid };
}

export interface OwnedRun {
  owner: Owner;
  /** The program and the arguments of the command. */
  command: string;
  args: readonly string[];
  /** What the person gave after the program's own arguments: its files are passed on. */
  words: readonly string[];
}

/** The option with the file that a command writes. */
const OUTPUT_OPTION = '--to';
/** For large files, and not the data folder: its owner could replace a folder there by a link that root would follow. */
const STAGING = '/var/tmp';
const ENTER_ONLY = 0o711;
const OWNER_ONLY = 0o700;
const FILE_OF_OWNER = 0o600;
const ROOT = 0;

/**
 * Runs a command on a data folder as the folder's owner, and resolves with its exit code. Files that only root can reach, such as those of a stick, are passed
 * through folders: those that exist are copied in, the one of `--to` is copied out, and never over another file.
 */
export async function runAsOwner({ owner, command, args, words }: OwnedRun): Promise<number> {
  const folder = mkdtempSync(join(STAGING, 'strobe-command-'));
  try {
    chmodSync(folder, ENTER_ONLY);
    const passed = words.map((word, index) =>
      passFile(word, { isOutput: words[index - 1] === OUTPUT_OPTION, place: join(folder, String(index)), owner }),
    );
    const child = spawn(command, [...args, ...passed.map(({ word }) => word)], { ...owner, cwd: '/', stdio: ['inherit', 'pipe', 'pipe'] });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
    // Messages name the file that the person knows.
    const named = (line: string): string => passed.reduce((text, { word, original }) => text.replaceAll(word, original), line);
    createInterface({ input: child.stdout }).on('line', (line) => process.stdout.write(`${named(line)}\n`));
    createInterface({ input: child.stderr }).on('line', (line) => process.stderr.write(`${named(line)}\n`));
    const [code] = (await once(child, 'close')) as [number | null];
    for (const { word, original, isOutput } of passed) {
      if (!isOutput) continue;
      // The owner can no longer exchange anything in it.
      chownSync(dirname(word), ROOT, ROOT);
      if (existsSync(word)) await copyOut(word, original, owner);
    }
    return code ?? 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface PassedFile {
  /** The path that the command gets, or the word itself. */
  word: string;
  original: string;
  isOutput: boolean;
}

interface Passing {
  isOutput: boolean;
  /** A folder for this file alone, which does not exist yet, in one that only root can change. */
  place: string;
  owner: Owner;
}

/** A folder for an output belongs to the owner; one with a copy of an input stays with root, so that the copy cannot be exchanged. */
function passFile(word: string, { isOutput, place, owner }: Passing): PassedFile {
  const path = resolve(word);
  const copy = join(place, basename(path));
  if (isOutput && !isTaken(path) && existsSync(dirname(path))) {
    mkdirSync(place, { mode: OWNER_ONLY });
    chownSync(place, owner.uid, owner.gid);
    return { word: copy, original: path, isOutput };
  }
  const isInput = !word.startsWith('-') && !isOutput && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  if (!isInput) return { word, original: word, isOutput: false };
  mkdirSync(place, { mode: ENTER_ONLY });
  chmodSync(place, ENTER_ONLY);
  copyFileSync(path, copy, constants.COPYFILE_EXCL);
  chownSync(copy, owner.uid, owner.gid);
  return { word: copy, original: path, isOutput: false };
}

/** A link is taken, whether or not its target exists: the command itself says so. */
function isTaken(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** The name appears when the file is whole. The owner's file is read, never what it may be a link to. */
async function copyOut(from: string, to: string, { uid }: Owner): Promise<void> {
  const part = `${to}.part`;
  const source = await open(from, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const stats = await source.stat();
    if (!stats.isFile() || stats.uid !== uid) throw new Error(`${from} is not a file of the account that has made it`);
    await pipeline(
      source.createReadStream({ autoClose: false }),
      createWriteStream(part, { flags: 'wx', mode: FILE_OF_OWNER, flush: true }),
    );
    if (isTaken(to)) throw new Error(`${to} already exists`);
    await rename(part, to);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    await source.close();
  }
}
