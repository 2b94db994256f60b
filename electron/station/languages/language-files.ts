import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseInput } from '#contract/parse-input.ts';
import { isLanguageTag, languageFileSchema, type LanguageFile, type StationLanguage } from '#contract/station/languages.ts';

/** Several times the size of the page's own texts in any language. */
const MAX_BYTES = 1024 * 1024;
const MAX_FILES = 100;
const EXTENSION = '.json';

export interface LanguageFilesOptions {
  /** Need not be there. */
  folder: string;
  /** Tells the log which file is not offered, and why. */
  warn: (line: string) => void;
}

interface ReadFile {
  bytes: Uint8Array;
  file: LanguageFile;
}

/**
 * Languages for the page in the station's `languages` folder, read at every request. A file that cannot be used is
 * not offered, and is named in the log once for each fault.
 */
export class LanguageFiles {
  readonly #folder: string;
  readonly #warn: LanguageFilesOptions['warn'];
  /** The last fault of each file. */
  readonly #faults = new Map<string, string>();

  constructor({ folder, warn }: LanguageFilesOptions) {
    this.#folder = folder;
    this.#warn = warn;
  }

  /** The languages whose files can be used, by their tags. */
  async list(): Promise<StationLanguage[]> {
    const languages: StationLanguage[] = [];
    for (const tag of await this.#tags()) {
      const { $name: name, $direction: direction } = (await this.#read(tag))?.file ?? {};
      if (name !== undefined && direction !== undefined) languages.push({ tag, name, direction });
    }
    return languages;
  }

  /** The bytes of a language's file; undefined where there is none that can be used. */
  async find(tag: string): Promise<Uint8Array | undefined> {
    return isLanguageTag(tag) ? (await this.#read(tag))?.bytes : undefined;
  }

  async #tags(): Promise<string[]> {
    const names = await readdir(this.#folder).catch((error: unknown) => {
      if (!isAbsent(error)) this.#tell(this.#folder, error);
      return [];
    });
    const files = names.filter((name) => name.endsWith(EXTENSION) && !name.startsWith('.')).sort();
    for (const name of files.slice(MAX_FILES)) this.#tell(name, new Error(`at most ${MAX_FILES} files are offered`));
    return files.slice(0, MAX_FILES).flatMap((name) => {
      const tag = name.slice(0, -EXTENSION.length);
      if (isLanguageTag(tag)) return [tag];
      this.#tell(name, new Error('its name is not a BCP 47 tag in canonical form, such as it.json or pt-BR.json'));
      return [];
    });
  }

  async #read(tag: string): Promise<ReadFile | undefined> {
    const name = tag + EXTENSION;
    try {
      const bytes = await readLimited(join(this.#folder, name));
      const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
      const file = parseInput(languageFileSchema, json);
      this.#faults.delete(name);
      return { bytes, file };
    } catch (error) {
      if (!isAbsent(error)) this.#tell(name, error);
      return undefined;
    }
  }

  #tell(name: string, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (this.#faults.get(name) === reason) return;
    // A folder whose files change all the time fills neither memory nor log.
    if (this.#faults.size >= 2 * MAX_FILES) this.#faults.clear();
    this.#faults.set(name, reason);
    this.#warn(`the language file ${JSON.stringify(name)} is not offered: ${reason}`);
  }
}

/** Throws for what is no file, and for one that is too large. */
async function readLimited(path: string): Promise<Uint8Array> {
  const entry = await stat(path);
  if (!entry.isFile()) throw new Error('it is not a file');
  if (entry.size > MAX_BYTES) throw new Error(`it is larger than ${MAX_BYTES} bytes`);
  return readFile(path);
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
