import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, lstat, mkdir, open, readdir, readFile, rename, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { OrderFileResult } from '#contract/api-v3/order-folder.ts';
import { writeInBackground } from '#storage/files/durable-file.ts';
import { MAX_FILE_BYTES } from './read-order-file.ts';

/** The sub-folders of a watched folder. */
const CLAIMED = 'claimed';
const FOLDERS = { accepted: 'done', refused: 'refused' } as const;
const RESULT = '.result.json';

/** Files that other programs write before they rename them, or that belong to an operating system or editor. */
const TEMPORARY = /^[.~]|\.(tmp|temp|part|partial|filepart|crdownload|swp|lock|new|writing)$|~$|^(thumbs\.db|desktop\.ini)$/i;

/** What of a file changes when it is written. */
export interface FileStamp {
  /** Bytes. */
  size: number;
  /** Milliseconds since the epoch, with fractions. */
  modified: number;
}

/** The content of a claimed file. */
export interface ClaimedContent {
  /** Empty for a file that is larger than `MAX_FILE_BYTES`. */
  bytes: Uint8Array;
  /** Bytes of the file. */
  size: number;
  /** SHA-256 in hexadecimal digits. */
  sha256: string;
}

/**
 * The files of a watched folder, which may be a share. A controller claims a file by renaming it into a folder of its own, which succeeds
 * for one controller only. Methods reject with the error of the file system, for example while a share is away.
 */
export class FolderFiles {
  readonly #path: string;
  readonly #claims: string;

  /** `owner` is unique among the controllers that watch the folder. */
  constructor(path: string, owner: string) {
    this.#path = path;
    this.#claims = join(path, CLAIMED, owner);
  }

  /** The files that can have orders or have to be set aside, the oldest first. */
  async list(): Promise<{ file: string; stamp: FileStamp }[]> {
    const entries = await readdir(this.#path, { withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && !TEMPORARY.test(entry.name)).map(({ name }) => name);
    const found: { file: string; stamp: FileStamp }[] = [];
    for (const file of files) {
      const stamp = await this.#stampOf(join(this.#path, file));
      if (stamp) found.push({ file, stamp });
    }
    return found.sort((a, b) => a.stamp.modified - b.stamp.modified || (a.file < b.file ? -1 : 1));
  }

  /** The files that this controller has claimed and not finished. */
  async listClaimed(): Promise<string[]> {
    try {
      return (await readdir(this.#claims)).sort();
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    }
  }

  /** Claims a file. Returns false when another controller was faster, or the file is gone. */
  async claim(file: string): Promise<boolean> {
    await this.#make(this.#claims);
    try {
      await rename(join(this.#path, file), join(this.#claims, file));
      return true;
    } catch (error) {
      if (codeOf(error) === 'ENOENT' && (await this.#stampOf(join(this.#path, file))) === undefined) return false;
      throw error;
    }
  }

  /** Reads a claimed file; undefined while another program still writes it, and when it was removed. */
  async read(file: string): Promise<ClaimedContent | undefined> {
    const path = join(this.#claims, file);
    const before = await this.#stampOf(path);
    if (!before) return undefined;
    if (before.size > MAX_FILE_BYTES) return { bytes: new Uint8Array(), size: before.size, sha256: await hashOf(path) };
    const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      const bytes = await handle.readFile();
      const after = await handle.stat();
      if (after.size !== before.size || after.mtimeMs !== before.modified || bytes.length !== after.size) return undefined;
      return { bytes, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
    } finally {
      await handle.close();
    }
  }

  /**
   * Moves a claimed file to `done` or `refused` and writes its result next to it. May be repeated after a crash. A file with a name that
   * exists there, but with another content, gets a part of its hash into the name.
   */
  async finish(file: string, result: OrderFileResult): Promise<void> {
    const folder = join(this.#path, FOLDERS[result.result]);
    await this.#make(folder);
    const name = await this.#freeName(folder, file, result.sha256);
    const target = join(folder, name);
    const temporary = `${target}${RESULT}.tmp`;
    await writeInBackground(temporary, `${JSON.stringify(result, undefined, 2)}\n`);
    await shareLike(temporary, join(this.#claims, file));
    await rename(temporary, `${target}${RESULT}`);
    await rename(join(this.#claims, file), target);
  }

  async #freeName(folder: string, file: string, sha256: string): Promise<string> {
    if ((await contentOf(join(folder, file + RESULT))) === sha256) return file;
    if ((await this.#stampOf(join(folder, file))) === undefined && (await this.#stampOf(join(folder, file + RESULT))) === undefined)
      return file;
    const extension = extname(file);
    return `${file.slice(0, file.length - extension.length)}-${sha256.slice(0, HASH_PART)}${extension}`;
  }

  /** Makes a sub-folder that the programs that write the orders may use like the folder itself. */
  async #make(folder: string): Promise<void> {
    // Not recursively: without the watched folder, for example while a share is not mounted, nothing is made.
    for (const each of folder === this.#claims ? [join(this.#path, CLAIMED), folder] : [folder]) {
      try {
        await mkdir(each);
        await shareLike(each, this.#path);
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error;
      }
    }
  }

  /** Undefined for a file that does not exist. */
  async #stampOf(path: string): Promise<FileStamp | undefined> {
    try {
      const { size, mtimeMs } = await lstat(path);
      return { size, modified: mtimeMs };
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    }
  }
}

const HASH_PART = 8;

/** Gives a file or folder the permissions of another one. A share that has none of its own refuses this, and needs it not. */
async function shareLike(path: string, other: string): Promise<void> {
  const { mode } = await stat(other);
  try {
    await chmod(path, mode & PERMISSIONS);
  } catch (error) {
    if (!REFUSALS.has(codeOf(error) ?? '')) throw error;
  }
}

const PERMISSIONS = 0o777;
const REFUSALS = new Set(['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP', 'EINVAL']);

/** The hash of the content that a result is about; undefined without a result. */
async function contentOf(result: string): Promise<string | undefined> {
  try {
    const { sha256 } = JSON.parse(await readFile(result, 'utf8')) as Partial<OrderFileResult>;
    return sha256;
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  for await (const piece of handle.createReadStream()) hash.update(piece as Buffer);
  return hash.digest('hex');
}

/** The code of a file system error. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
