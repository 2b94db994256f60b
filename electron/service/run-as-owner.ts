import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, copyFileSync, constants, existsSync, lstatSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

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
  dataFolder: string;
  /** The program and the arguments of the command. */
  command: string;
  args: readonly string[];
  /** What the person gave after the program's own arguments: its files are passed on. */
  words: readonly string[];
}

/** The option with the file that a command writes. */
const OUTPUT_OPTION = '--to';

/**
 * Runs a command on a data folder as the folder's owner, and resolves with its exit code. Files that only root can reach, such as those of a stick, are passed
 * through a folder of the owner: those that exist are copied in, the one of `--to` is copied out, and never over another file.
 */
export async function runAsOwner({ owner, dataFolder, command, args, words }: OwnedRun): Promise<number> {
  const folder = mkdtempSync(join(dataFolder, '.command-'));
  try {
    chownSync(folder, owner.uid, owner.gid);
    const passed = words.map((word, index) => passFile(word, { isOutput: words[index - 1] === OUTPUT_OPTION, folder, owner }));
    const child = spawn(command, [...args, ...passed.map(({ word }) => word)], { ...owner, cwd: '/', stdio: ['inherit', 'pipe', 'pipe'] });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
    // Messages name the file that the person knows.
    const named = (line: string): string => passed.reduce((text, { word, original }) => text.replaceAll(word, original), line);
    createInterface({ input: child.stdout }).on('line', (line) => process.stdout.write(`${named(line)}\n`));
    createInterface({ input: child.stderr }).on('line', (line) => process.stderr.write(`${named(line)}\n`));
    const [code] = (await once(child, 'close')) as [number | null];
    for (const { word, original, isOutput } of passed) if (isOutput && existsSync(word)) moveOut(word, original);
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

function passFile(word: string, { isOutput, folder, owner }: { isOutput: boolean; folder: string; owner: Owner }): PassedFile {
  const path = resolve(word);
  const copy = join(folder, basename(path));
  if (isOutput && !isTaken(path) && existsSync(dirname(path))) return { word: copy, original: path, isOutput };
  const isInput = !word.startsWith('-') && !isOutput && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  if (!isInput) return { word, original: word, isOutput: false };
  copyFileSync(path, copy, constants.COPYFILE_EXCL);
  chownSync(copy, owner.uid, owner.gid);
  return { word: copy, original: path, isOutput: false };
}

/** A link is taken, whether or not its target exists: the command itself says so. */
function isTaken(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** The name appears when the file is whole. */
function moveOut(from: string, to: string): void {
  const part = `${to}.part`;
  try {
    copyFileSync(from, part, constants.COPYFILE_EXCL);
    // The copy has the owner of the original.
    chownSync(part, process.getuid?.() ?? 0, process.getgid?.() ?? 0);
    if (isTaken(to)) throw new Error(`${to} already exists`);
    renameSync(part, to);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}
