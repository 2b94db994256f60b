import { createHash, webcrypto } from 'node:crypto';
import { REGULAR_STYLE, type FontListItem } from '#contract/api-v3/font.ts';
import { ProblemError } from '#contract/problem.ts';
import { isSameFont, type FontFile, type FontName } from '#rendering/text/fonts.ts';
import type { ControllerDatabase } from '#storage/controller-schema.ts';
import { inTransaction } from '#storage/in-transaction.ts';
import { tellNobody, type Tell } from '../events/events.ts';
import { FontJudge } from './font-judge.ts';
import { readStoredFonts, requireUsable, type StoredFont as InstalledFont, type UnusableFont } from './stored-fonts.ts';

export interface FontsOptions {
  db: ControllerDatabase;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** The fonts that come with the program. */
  bundled: readonly FontFile[];
  tell?: Tell;
  /** Says what is wrong with a file that is to be installed. */
  judge?: Pick<FontJudge, 'judge'> | undefined;
}

/**
 * Bytes of all installed fonts together. Every drawing thread loads them all: with the bundled fonts and the copy that is made while a font is
 * replaced they stay below half of a thread's heap.
 */
export const MOST_INSTALLED_BYTES = 128 * 1024 * 1024;

/** A font file that is to be installed. */
export interface FontUpload {
  bytes: Uint8Array<ArrayBuffer>;
  /** Its SHA-256, hexadecimal. */
  hash: string;
}

/** The files of all fonts at one time. The same id always stands for the same files. */
export interface FontSet {
  readonly id: string;
  /** Those that were installed with the SHA-256 of their bytes. */
  readonly files: readonly (FontFile & { hash?: string })[];
}

/** The fonts that labels can use: those that come with the program, and those that were installed beside them. */
export class Fonts {
  readonly #options: FontsOptions;
  readonly #judge: Pick<FontJudge, 'judge'>;
  #installed: InstalledFont[];
  #set: FontSet;
  /** Stored and never drawn in: they can be read, replaced and removed. */
  #unusable: UnusableFont[] = [];

  private constructor(options: FontsOptions, installed: InstalledFont[]) {
    this.#options = options;
    this.#judge = options.judge ?? new FontJudge();
    this.#installed = installed;
    this.#set = fontSet(options.bundled, installed);
  }

  /**
   * Reads all fonts. An installed one that cannot be loaded is set aside, and labels in it cannot be drawn: none is printed in another font
   * instead. Throws an error that names a bundled font that cannot be read.
   */
  static async open(options: FontsOptions): Promise<Fonts> {
    for (const font of options.bundled) await requireUsable(font);
    const { usable, unusable } = await readStoredFonts(options.db);
    const fonts = new Fonts(options, usable);
    fonts.#unusable = unusable;
    return fonts;
  }

  /** The installed fonts that this version cannot load, with the reason. */
  get unusable(): readonly UnusableFont[] {
    return this.#unusable;
  }

  /** What labels are drawn with now. */
  get set(): FontSet {
    return this.#set;
  }

  /** All fonts by family and style, the bundled ones first. */
  list(): FontListItem[] {
    const bundled = this.#options.bundled.map(({ family, style, bytes }) => ({ family, style, isBundled: true, bytes: bytes.length }));
    const own = [...this.#installed, ...this.#unusable].map(({ family, style, bytes, installed, ...more }) => ({
      ...{ family, style, isBundled: false, bytes: bytes.length },
      installed: new Date(installed).toISOString(),
      ...('reason' in more && { unusable: more.reason }),
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
  holds(name: FontName, { hash }: Pick<FontUpload, 'hash'>): boolean {
    return this.#installed.some((font) => isSameFont(font, name) && font.hash === hash);
  }

  /**
   * Judges a file that is to be installed, in a process of its own: this may take seconds. Throws `font-bundled`, `payload-too-large` for more
   * than the installed fonts may take together, `too-many-requests`, and `invalid-input` for a file that is no font or needs too much.
   */
  async judge({ family, style }: FontName, { bytes }: FontUpload): Promise<void> {
    const name = { family, style: plainStyle(style) };
    this.#refuseBundled(name);
    this.#refuseTooMany(name, bytes);
    const fault = await this.#judge.judge(bytes);
    if (fault === undefined) return;
    const detail = `The file is not a TrueType or OpenType font that can be used: ${fault}`;
    throw new ProblemError('invalid-input', { detail, errors: [{ pointer: '', detail }] });
  }

  /** Installs a font that was judged, or replaces one of the same name. Throws `font-bundled` and `payload-too-large` as `judge` does. */
  async put({ family, style: given }: FontName, { bytes, hash }: FontUpload): Promise<'created' | 'replaced'> {
    const name = { family, style: plainStyle(given) };
    this.#refuseBundled(name);
    this.#refuseTooMany(name, bytes);
    const known = [...this.#installed, ...this.#unusable].find((font) => isSameFont(font, name));
    const { family: keptFamily, style } = known ?? name;
    const font = { family: keptFamily, style, hash, installed: this.#options.now() };
    const values = { ...font, file: bytes };
    await inTransaction(this.#options.db, (trx) =>
      trx
        .insertInto('fonts')
        .values(values)
        .onConflict((conflict) => conflict.columns(['family', 'style']).doUpdateSet(values))
        .execute(),
    );
    this.#unusable = this.#unusable.filter((other) => other !== known);
    this.#change([...this.#installed.filter((other) => other !== known), { ...font, bytes }]);
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
    const isUsable = this.#installed.includes(known);
    this.#unusable = this.#unusable.filter((font) => font !== known);
    if (isUsable) this.#change(this.#installed.filter((font) => font !== known));
    this.#tell('font:removed', known);
  }

  /** The name that a font is kept under. Throws `not-found`. */
  find({ family, style }: FontName): FontName {
    const name = { family, style: plainStyle(style) };
    this.#refuseUnusable(name);
    if (!this.#options.bundled.some((font) => isSameFont(font, name))) this.#get(name);
    return name;
  }

  #tell(type: 'font:changed' | 'font:removed', { family, style }: FontName): void {
    const { tell = tellNobody } = this.#options;
    tell({ type, family, style: style || REGULAR_STYLE });
  }

  #change(installed: InstalledFont[]): void {
    this.#installed = installed;
    this.#set = fontSet(this.#options.bundled, installed);
  }

  #refuseTooMany(name: FontName, { length }: Uint8Array): void {
    const others = this.#installed.filter((font) => !isSameFont(font, name));
    const taken = others.reduce((sum, font) => sum + font.bytes.length, 0);
    if (taken + length <= MOST_INSTALLED_BYTES) return;
    const [most, free, wanted] = [MOST_INSTALLED_BYTES, MOST_INSTALLED_BYTES - taken, length].map(megabytes);
    const detail = `The installed fonts may take ${most} MB together, of which ${free} MB are free; this one takes ${wanted} MB. Remove fonts that no label needs.`;
    throw new ProblemError('payload-too-large', { detail, instance: addressOf(name) });
  }

  #get(name: FontName): InstalledFont {
    const found = [...this.#installed, ...this.#unusable].find((font) => isSameFont(font, name));
    if (found) return found;
    throw new ProblemError('not-found', { detail: `There is no font "${titleOf(name)}".`, instance: addressOf(name) });
  }

  #refuseUnusable(name: FontName): void {
    const found = this.#unusable.find((font) => isSameFont(font, name));
    if (!found) return;
    const detail = `The font "${titleOf(name)}" is installed and cannot be used by this version of Strobe: ${found.reason}. Install it again, or remove it.`;
    throw new ProblemError('cannot-render', { detail, instance: addressOf(name) });
  }

  #refuseBundled(name: FontName): void {
    if (!this.#options.bundled.some((font) => isSameFont(font, name))) return;
    const detail = `The font "${titleOf(name)}" comes with Strobe and stays as it is.`;
    throw new ProblemError('font-bundled', { detail, instance: addressOf(name) });
  }
}

/** A file with its hash, which is calculated in another thread: for a large file it takes as long as many prints. */
export async function fontUpload(bytes: Uint8Array<ArrayBuffer>): Promise<FontUpload> {
  return { bytes, hash: Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex') };
}

function megabytes(bytes: number): string {
  return (bytes / (1024 * 1024)).toFixed(1);
}

function fontSet(bundled: readonly FontFile[], installed: readonly InstalledFont[]): FontSet {
  const id = hashOf(Buffer.from(JSON.stringify(installed.map(({ family, style, hash }) => [family, style, hash]))));
  return { id, files: [...bundled, ...installed.map(({ family, style, bytes, hash }) => ({ family, style, bytes, hash }))] };
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
