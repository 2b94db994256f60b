import { createHash } from 'node:crypto';
import { REGULAR_STYLE, type FontListItem } from '#contract/api-v3/font.ts';
import { ProblemError } from '#contract/problem.ts';
import { isSameFont, loadFonts, withFonts, withoutFont, type FontFile, type FontLibrary, type FontName } from '#rendering/text/fonts.ts';
import type { ControllerDatabase } from '#storage/controller-schema.ts';
import { inTransaction } from '#storage/in-transaction.ts';
import { tellNobody, type Tell } from '../events/events.ts';
import { drawSample, type FontSample } from './font-sample.ts';

export interface FontsOptions {
  db: ControllerDatabase;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** The fonts that come with the program. */
  bundled: readonly FontFile[];
  tell?: Tell;
}

/** The files of all fonts at one time. The same id always stands for the same files. */
export interface FontSet {
  readonly id: string;
  readonly files: readonly FontFile[];
}

interface InstalledFont extends FontFile {
  hash: string;
  /** Milliseconds since the epoch. */
  installed: number;
}

/** The fonts that labels can use: those that come with the program, and those that were installed beside them. */
export class Fonts {
  readonly #options: FontsOptions;
  #library: FontLibrary;
  #installed: InstalledFont[];
  #set: FontSet;

  private constructor(options: FontsOptions, library: FontLibrary, installed: InstalledFont[]) {
    this.#options = options;
    this.#library = library;
    this.#installed = installed;
    this.#set = fontSet(options.bundled, installed);
  }

  /** Loads all fonts. Throws an error that names a font that cannot be read: a label is never printed in another font instead. */
  static async open(options: FontsOptions): Promise<Fonts> {
    const rows = await options.db.selectFrom('fonts').selectAll().execute();
    const installed = rows.map(({ file, ...font }) => ({ ...font, bytes: new Uint8Array(file) }));
    return new Fonts(options, await loadFonts([...options.bundled, ...installed]), installed);
  }

  /** What labels are drawn with now. */
  get set(): FontSet {
    return this.#set;
  }

  /** All fonts by family and style, the bundled ones first. */
  list(): FontListItem[] {
    const bundled = this.#options.bundled.map(({ family, style, bytes }) => ({ family, style, isBundled: true, bytes: bytes.length }));
    const own = this.#installed.map(({ family, style, bytes, installed }) => ({
      ...{ family, style, isBundled: false, bytes: bytes.length },
      installed: new Date(installed).toISOString(),
    }));
    own.sort((a, b) => a.family.localeCompare(b.family, 'en') || a.style.localeCompare(b.style, 'en'));
    return [...bundled, ...own].map((font) => ({ ...font, style: font.style || REGULAR_STYLE }));
  }

  /** A text that differs as soon as one of these was installed, replaced or removed. Those that come with the program say nothing. */
  filesOf(names: readonly FontName[]): string {
    const files = this.#installed.filter((font) => names.some((name) => isSameFont(name, font)));
    return files
      .map(({ family, style, hash }) => JSON.stringify([family, style, hash]))
      .sort()
      .join();
  }

  /** The file of a font. Throws `not-found`. */
  file(name: FontName): Uint8Array {
    return (this.#options.bundled.find((font) => isSameFont(font, name)) ?? this.#get(name)).bytes;
  }

  /** Whether the very file is installed under this name already. */
  holds(name: FontName, bytes: Uint8Array): boolean {
    return this.#installed.some((font) => isSameFont(font, name) && font.hash === hashOf(bytes));
  }

  /** Installs a font, or replaces one of the same name. Throws `font-bundled`, and `invalid-input` for a file that is no font. */
  async put({ family, style: given }: FontName, bytes: Uint8Array<ArrayBuffer>): Promise<'created' | 'replaced'> {
    const name = { family, style: plainStyle(given) };
    this.#refuseBundled(name);
    const library = await this.#withFile({ ...name, bytes });
    const known = this.#installed.find((font) => isSameFont(font, name));
    const { family: keptFamily, style } = known ?? name;
    const font = { family: keptFamily, style, hash: hashOf(bytes), installed: this.#options.now() };
    const values = { ...font, file: bytes };
    await inTransaction(this.#options.db, (trx) =>
      trx
        .insertInto('fonts')
        .values(values)
        .onConflict((conflict) => conflict.columns(['family', 'style']).doUpdateSet(values))
        .execute(),
    );
    this.#change(library, [...this.#installed.filter((other) => other !== known), { ...font, bytes }]);
    this.#tell('font:changed', font);
    return known ? 'replaced' : 'created';
  }

  /** Throws `not-found` and `font-bundled`. Whether a job still needs the font is for the caller to know. */
  async remove(name: FontName): Promise<void> {
    this.#refuseBundled(name);
    const known = this.#get(name);
    await inTransaction(this.#options.db, (trx) =>
      trx.deleteFrom('fonts').where('family', '=', known.family).where('style', '=', known.style).execute(),
    );
    this.#change(
      withoutFont(this.#library, known),
      this.#installed.filter((font) => font !== known),
    );
    this.#tell('font:removed', known);
  }

  /** A line of text in the font, as labels are drawn. Throws `not-found`, and `cannot-render` naming a character that the font lacks. */
  sample({ family, style }: FontName, text?: string): FontSample {
    const name = { family, style: plainStyle(style) };
    if (!this.#options.bundled.some((font) => isSameFont(font, name))) this.#get(name);
    return drawSample(this.#library, name, text);
  }

  #tell(type: 'font:changed' | 'font:removed', { family, style }: FontName): void {
    const { tell = tellNobody } = this.#options;
    tell({ type, family, style: style || REGULAR_STYLE });
  }

  #change(library: FontLibrary, installed: InstalledFont[]): void {
    this.#library = library;
    this.#installed = installed;
    this.#set = fontSet(this.#options.bundled, installed);
  }

  async #withFile(file: FontFile): Promise<FontLibrary> {
    try {
      return await withFonts(this.#library, [file]);
    } catch (error) {
      const detail = `The file is not a TrueType or OpenType font that can be used: ${error instanceof Error ? error.message : String(error)}`;
      throw new ProblemError('invalid-input', { detail, errors: [{ pointer: '', detail }] }, { cause: error });
    }
  }

  #get(name: FontName): InstalledFont {
    const found = this.#installed.find((font) => isSameFont(font, name));
    if (found) return found;
    throw new ProblemError('not-found', { detail: `There is no font "${titleOf(name)}".`, instance: addressOf(name) });
  }

  #refuseBundled(name: FontName): void {
    if (!this.#options.bundled.some((font) => isSameFont(font, name))) return;
    const detail = `The font "${titleOf(name)}" comes with Strobe and stays as it is.`;
    throw new ProblemError('font-bundled', { detail, instance: addressOf(name) });
  }
}

function fontSet(bundled: readonly FontFile[], installed: readonly InstalledFont[]): FontSet {
  const id = hashOf(Buffer.from(JSON.stringify(installed.map(({ family, style, hash }) => [family, style, hash]))));
  return { id, files: [...bundled, ...installed.map(({ family, style, bytes }) => ({ family, style, bytes }))] };
}

function plainStyle(style: string): string {
  return style.toLowerCase() === REGULAR_STYLE.toLowerCase() ? '' : style;
}

function titleOf({ family, style }: FontName): string {
  return plainStyle(style) === '' ? family : `${family} ${style}`;
}

/** The path of a font. */
export function addressOf({ family, style }: FontName): string {
  return `/api/v3/fonts/${encodeURIComponent(family)}/${encodeURIComponent(style || REGULAR_STYLE)}`;
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
