import { createHash, webcrypto } from 'node:crypto';
import { REGULAR_STYLE, type FontListItem } from '#contract/api-v3/font.ts';
import { ProblemError } from '#contract/problem.ts';
import { isSameFont, type FontFile, type FontName } from '#rendering/text/font-library.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import { noPublish, type Publish } from '../events/events.ts';
import { FontInspection } from './font-inspection.ts';
import { termsOf } from './font-terms.ts';
import { readStoredFonts, requireUsable, type StoredFont as InstalledFont, type UnusableFont } from './stored-fonts.ts';

export interface FontsOptions {
  db: ControllerDatabase;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** The bundled fonts. */
  bundled: readonly FontFile[];
  publish?: Publish;
  /** Inspects a file before it is installed. */
  inspection?: Pick<FontInspection, 'inspect'> | undefined;
}

/**
 * The limit of all installed fonts together, in bytes. Every drawing thread loads them all: with the bundled fonts, and the copy made while
 * a font is replaced, they use less than half of a thread's heap.
 */
export const MAX_INSTALLED_BYTES = 128 * 1024 * 1024;

/** A font file to install. */
export interface FontUpload {
  bytes: Uint8Array<ArrayBuffer>;
  /** Its SHA-256, hexadecimal. */
  hash: string;
}

/** The files of all fonts at one time. Equal ids mean equal files. */
export interface FontSet {
  readonly id: string;
  /** Installed fonts have the SHA-256 of their bytes. */
  readonly files: readonly (FontFile & { hash?: string })[];
}

/** The fonts that labels can use: the bundled ones and the installed ones. */
export class Fonts {
  readonly #options: FontsOptions;
  readonly #inspection: Pick<FontInspection, 'inspect'>;
  #installed: InstalledFont[];
  #set: FontSet;
  /** Stored fonts that cannot be loaded. They are not used for drawing, but can be read, replaced and removed. */
  #unusable: UnusableFont[] = [];

  private constructor(options: FontsOptions, installed: InstalledFont[]) {
    this.#options = options;
    this.#inspection = options.inspection ?? new FontInspection();
    this.#installed = installed;
    this.#set = fontSet(options.bundled, installed);
  }

  /**
   * Loads all fonts. An installed font that cannot be loaded is set aside, and labels that use it cannot be drawn; no other font replaces
   * it. Throws an error that names a bundled font that cannot be read.
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

  /** The fonts that labels are drawn with at present. */
  get set(): FontSet {
    return this.#set;
  }

  /** All fonts by family and style, the bundled ones first. */
  list(): FontListItem[] {
    const bundled = this.#options.bundled.map(({ family, style, bytes }) => ({
      ...{ family, style, isBundled: true, bytes: bytes.length },
      ...termsOf(bytes),
    }));
    const own = [...this.#installed, ...this.#unusable].map(({ family, style, bytes, installed, hash, ...more }) => ({
      ...{ family, style, isBundled: false, bytes: bytes.length, hash },
      installed: new Date(installed).toISOString(),
      ...('reason' in more && { unusable: more.reason }),
      ...termsOf(bytes),
    }));
    own.sort((a, b) => a.family.localeCompare(b.family, 'en') || a.style.localeCompare(b.style, 'en'));
    return [...bundled, ...own].map((font) => ({ ...font, style: font.style || REGULAR_STYLE }));
  }

  /** A text that changes when one of these fonts is installed, replaced or removed. Bundled fonts contribute nothing. */
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

  /** The SHA-256 of an installed font; undefined if there is none of this name. */
  hashOf(name: FontName): string | undefined {
    const plain = { family: name.family, style: plainStyle(name.style) };
    return [...this.#installed, ...this.#unusable].find((font) => isSameFont(font, plain))?.hash;
  }

  /** Whether there is a font of this name, bundled or installed. */
  has(name: FontName): boolean {
    return [...this.#options.bundled, ...this.#installed, ...this.#unusable].some((font) => isSameFont(font, name));
  }

  /** Requires that all fonts of a list exist. Throws `invalid-input`; `pointer` is that of the list. */
  requireAll(names: readonly FontName[], pointer: string): void {
    const missing = names.flatMap((name, index) => (this.has(name) ? [] : [{ name, index }]));
    const errors = missing.map(({ name, index }) => ({ pointer: `${pointer}/${index}`, detail: `there is no font "${titleOf(name)}"` }));
    const [first] = errors;
    if (first) throw new ProblemError('invalid-input', { detail: `${first.pointer}: ${first.detail}`, errors });
  }

  /** Whether this exact file is already installed under this name. */
  holds(name: FontName, { hash }: Pick<FontUpload, 'hash'>): boolean {
    return this.#installed.some((font) => isSameFont(font, name) && font.hash === hash);
  }

  /**
   * Inspects a file in a child process, which may take seconds. Throws `font-bundled`, `payload-too-large` when it exceeds the limit of all
   * installed fonts, `too-many-requests`, and `invalid-input` for a file that is not a font or needs too much time or memory.
   */
  async inspect({ family, style }: FontName, { bytes }: FontUpload): Promise<void> {
    const name = { family, style: plainStyle(style) };
    this.#refuseBundled(name);
    this.#refuseTooMany(name, bytes);
    const fault = await this.#inspection.inspect(bytes);
    if (fault === undefined) return;
    const detail = `The file is not a usable TrueType or OpenType font: ${fault}`;
    throw new ProblemError('invalid-input', { detail, errors: [{ pointer: '', detail }] });
  }

  /** Installs or replaces a font that has been inspected. Throws `font-bundled` and `payload-too-large` like `inspect`. */
  async put({ family, style: given }: FontName, { bytes, hash }: FontUpload): Promise<'created' | 'replaced'> {
    const name = { family, style: plainStyle(given) };
    this.#refuseBundled(name);
    this.#refuseTooMany(name, bytes);
    const existing = [...this.#installed, ...this.#unusable].find((font) => isSameFont(font, name));
    const { family: storedFamily, style } = existing ?? name;
    const font = { family: storedFamily, style, hash, installed: this.#options.now() };
    const values = { ...font, file: bytes };
    await inTransaction(this.#options.db, (trx) =>
      trx
        .insertInto('fonts')
        .values(values)
        .onConflict((conflict) => conflict.columns(['family', 'style']).doUpdateSet(values))
        .execute(),
    );
    this.#unusable = this.#unusable.filter((other) => other !== existing);
    this.#change([...this.#installed.filter((other) => other !== existing), { ...font, bytes }]);
    this.#publish('font:changed', font);
    return existing ? 'replaced' : 'created';
  }

  /** Throws `not-found` and `font-bundled`. The caller checks whether a job still uses the font. */
  async remove(name: FontName): Promise<void> {
    this.#refuseBundled(name);
    const existing = this.#get(name);
    await inTransaction(this.#options.db, (trx) =>
      trx.deleteFrom('fonts').where('family', '=', existing.family).where('style', '=', existing.style).execute(),
    );
    const isUsable = this.#installed.includes(existing);
    this.#unusable = this.#unusable.filter((font) => font !== existing);
    if (isUsable) this.#change(this.#installed.filter((font) => font !== existing));
    this.#publish('font:removed', existing);
  }

  /** The name under which a font is stored. Throws `not-found`. */
  find({ family, style }: FontName): FontName {
    const name = { family, style: plainStyle(style) };
    this.#refuseUnusable(name);
    if (!this.#options.bundled.some((font) => isSameFont(font, name))) this.#get(name);
    return name;
  }

  #publish(type: 'font:changed' | 'font:removed', { family, style }: FontName): void {
    const { publish = noPublish } = this.#options;
    publish({ type, family, style: style || REGULAR_STYLE });
  }

  #change(installed: InstalledFont[]): void {
    this.#installed = installed;
    this.#set = fontSet(this.#options.bundled, installed);
  }

  #refuseTooMany(name: FontName, { length }: Uint8Array): void {
    const otherFonts = this.#installed.filter((font) => !isSameFont(font, name));
    const usedBytes = otherFonts.reduce((sum, font) => sum + font.bytes.length, 0);
    if (usedBytes + length <= MAX_INSTALLED_BYTES) return;
    const [most, free, wanted] = [MAX_INSTALLED_BYTES, MAX_INSTALLED_BYTES - usedBytes, length].map(megabytes);
    const detail = `The installed fonts together may take ${most} MB, of which ${free} MB are free; this font takes ${wanted} MB. Remove fonts that no label uses.`;
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
    const detail = `The font "${titleOf(name)}" comes with Strobe and cannot be changed.`;
    throw new ProblemError('font-bundled', { detail, instance: addressOf(name) });
  }
}

/** Creates a font upload with its hash. The hash is computed in another thread: for a large file it takes as long as many prints. */
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

/** The path of a font in the API. */
export function addressOf({ family, style }: FontName): string {
  return `/api/v3/fonts/${encodeURIComponent(family)}/${encodeURIComponent(style || REGULAR_STYLE)}`;
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
