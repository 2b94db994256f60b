import { createHash } from 'node:crypto';
import { REGULAR_STYLE } from '#contract/api-v3/font.ts';
import { coveredScripts } from '#contract/api-v3/script-samples.ts';
import type { SystemFont } from '#contract/api-v3/system-font.ts';
import { ProblemError } from '#contract/problem.ts';
import type { Log } from '#process/log.ts';
import { TaskQueue } from '../platform/task-queue.ts';
import { FontFiles, type FoundFile } from './font-files.ts';
import { copyFont, readFontFiles } from './font-reading.ts';
import type { ReadFace } from './read-font-file.ts';

export interface SystemFontsDeps {
  /** The folders in which the computer keeps its fonts. */
  folders: readonly string[];
  log: Log;
}

/** The fonts of a file in a certain version. */
interface KnownFile extends FoundFile {
  fonts: readonly KnownFont[];
}

interface KnownFont {
  font: SystemFont;
  face: number;
  ranges: Uint32Array;
}

const ID_LENGTH = 32;

/** The fonts of the controller's computer. They are looked for with every request; files are read once until they change. */
export class SystemFonts {
  readonly #log: Log;
  readonly #files: FontFiles;
  readonly #queue = new TaskQueue();
  #known = new Map<string, KnownFile>();

  constructor({ folders, log }: SystemFontsDeps) {
    this.#log = log;
    this.#files = new FontFiles(folders);
  }

  /** All fonts, or those that have all these characters, by family and style. */
  async list(characters = ''): Promise<SystemFont[]> {
    const codes = Array.from(characters, (character) => character.codePointAt(0) ?? 0);
    const found = (await this.#find()).filter(({ ranges }) => codes.every((code) => hasCharacter(ranges, code)));
    const fonts = found.map(({ font }) => font);
    return fonts.sort(
      (a, b) => a.family.localeCompare(b.family, 'en') || a.style.localeCompare(b.style, 'en') || (a.file < b.file ? -1 : 1),
    );
  }

  /** A font as a file of its own, copied from a collection if necessary. Throws `not-found`, and `invalid-input` for a damaged file. */
  async read(id: string): Promise<{ font: SystemFont; bytes: Uint8Array<ArrayBuffer> }> {
    const known = (await this.#find()).find(({ font }) => font.id === id);
    if (!known) throw new ProblemError('not-found', { detail: 'The computer of the controller has no such font any more.' });
    const { font, face } = known;
    const { bytes, fault } = await copyFont(font.file, face);
    if (!bytes) throw new ProblemError('invalid-input', { detail: `The font file ${font.file} cannot be read: ${fault}.` });
    return { font, bytes };
  }

  async #find(): Promise<KnownFont[]> {
    await this.#queue.run(() => this.#update());
    return [...this.#known.values()].flatMap(({ fonts }) => fonts);
  }

  async #update(): Promise<void> {
    const files = await this.#files.find();
    const before = this.#known;
    const changed = files.filter((file) => !isSameFile(before.get(file.path), file));
    const read = new Map((await readFontFiles(changed.map(({ path }) => path))).map((file) => [file.path, file]));
    this.#known = new Map(
      files.map((file) => {
        const { faces, fault } = read.get(file.path) ?? {};
        if (fault !== undefined) this.#log.warn(`The font file ${file.path} cannot be read: ${fault}`);
        const fonts = faces ? faces.filter(isForPeople).map((face) => knownFont(file, face)) : (before.get(file.path)?.fonts ?? []);
        return [file.path, { ...file, fonts }];
      }),
    );
  }
}

function isSameFile(known: KnownFile | undefined, { bytes, modifiedMs }: FoundFile): boolean {
  return known?.bytes === bytes && known.modifiedMs === modifiedMs;
}

/** Fonts whose name begins with a dot are for macOS itself. */
function isForPeople({ family }: ReadFace): boolean {
  return !family.startsWith('.');
}

function knownFont({ path, bytes }: FoundFile, { face, ranges, style, ...names }: ReadFace): KnownFont {
  const id = createHash('sha256')
    .update(JSON.stringify([path, face]))
    .digest('hex')
    .slice(0, ID_LENGTH);
  const scripts = coveredScripts((code) => hasCharacter(ranges, code));
  return { font: { id, ...names, style: style || REGULAR_STYLE, scripts, file: path, bytes }, face, ranges };
}

/** Whether a character is in one of the ranges, by bisection. */
function hasCharacter(ranges: Uint32Array, code: number): boolean {
  let [low, high] = [0, ranges.length / 2];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ranges[2 * middle + 1] ?? 0) < code) low = middle + 1;
    else high = middle;
  }
  return (ranges[2 * low] ?? Infinity) <= code;
}
