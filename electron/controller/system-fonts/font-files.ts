import { readdir, realpath, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** A font file of the computer. */
export interface FoundFile {
  path: string;
  bytes: number;
  modifiedMs: number;
}

interface FolderContent {
  modifiedMs: number;
  folders: string[];
  files: FoundFile[];
}

const EXTENSIONS = new Set(['.ttf', '.otf', '.ttc', '.otc']);
const MAX_FILES = 5_000;
const MAX_DEPTH = 10;
/** Errors of files and folders that are missing, are being removed or cannot be read. */
const ABSENT: readonly unknown[] = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP'];

/**
 * Finds the font files in folders and in those within them. A folder is read again when its modification time changes. Links within the
 * folders are not followed, so that nothing outside of them is read.
 */
export class FontFiles {
  readonly #folders: readonly string[];
  readonly #known = new Map<string, FolderContent>();

  constructor(folders: readonly string[]) {
    this.#folders = folders;
  }

  async find(): Promise<FoundFile[]> {
    const roots = await Promise.all(this.#folders.map((folder) => unlessAbsent(() => realpath(folder))));
    const found = new Map<string, FoundFile>();
    const seen = new Set<string>();
    let waiting = roots.filter((root) => root !== undefined);
    for (let depth = 0; depth < MAX_DEPTH && waiting.length > 0; depth += 1) {
      const next: string[] = [];
      for (const folder of waiting.filter((path) => !seen.has(path))) {
        seen.add(folder);
        const content = await this.#read(folder);
        next.push(...content.folders);
        for (const file of content.files) if (found.size < MAX_FILES) found.set(file.path, file);
      }
      waiting = next;
    }
    for (const folder of this.#known.keys()) if (!seen.has(folder)) this.#known.delete(folder);
    return [...found.values()];
  }

  async #read(folder: string): Promise<FolderContent> {
    const modifiedMs = (await unlessAbsent(() => stat(folder)))?.mtimeMs ?? 0;
    const known = this.#known.get(folder);
    if (known?.modifiedMs === modifiedMs) return known;
    const content = { modifiedMs, ...(await contentOf(folder)) };
    this.#known.set(folder, content);
    return content;
  }
}

async function contentOf(folder: string): Promise<Omit<FolderContent, 'modifiedMs'>> {
  const entries = (await unlessAbsent(() => readdir(folder, { withFileTypes: true }))) ?? [];
  const files: FoundFile[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (!entry.isFile() || !EXTENSIONS.has(extname(entry.name).toLowerCase())) continue;
    const state = await unlessAbsent(() => stat(path));
    if (state) files.push({ path, bytes: state.size, modifiedMs: state.mtimeMs });
  }
  return { files, folders: entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name)) };
}

async function unlessAbsent<Result>(read: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Error && 'code' in error && ABSENT.includes(error.code)) return undefined;
    throw error;
  }
}
