import { libraryOf, loadTypeface, type FontLibrary, type LibraryFont } from '#rendering/text/fonts.ts';
import type { HarfBuzz } from '#rendering/text/harfbuzz.ts';
import type { SuppliedFont } from './messages.ts';

/** The set that prints use, and the one before it while drawings with that are still asked for. */
const SETS_KEPT = 2;

interface LoadedSet {
  library: FontLibrary;
  keys: ReadonlySet<string>;
}

/** The font sets that a thread draws with. Sets share the fonts that they have in common; a font that no set has any more is freed at once. */
export class FontSets {
  readonly #harfbuzz: HarfBuzz;
  /** By id; the one that was asked for last comes last. */
  readonly #sets = new Map<string, LoadedSet>();
  readonly #fonts = new Map<string, LibraryFont>();

  constructor(harfbuzz: HarfBuzz) {
    this.#harfbuzz = harfbuzz;
  }

  find(id: string): FontLibrary | undefined {
    const found = this.#sets.get(id);
    if (!found) return undefined;
    this.#sets.delete(id);
    this.#sets.set(id, found);
    return found.library;
  }

  /** Keys of the fonts that are loaded. */
  held(): string[] {
    return [...this.#fonts.keys()];
  }

  /**
   * Loads what a set has and no set before it had. The oldest set beyond two is dropped, and its fonts are freed before others are loaded: labels
   * that were compiled with it must be dropped first. Throws an Error that names the first font that is not one; nothing of the set is kept then.
   */
  keep(id: string, fonts: readonly SuppliedFont[]): FontLibrary {
    const keys = new Set(fonts.map(({ key }) => key));
    this.#sets.delete(id);
    while (this.#sets.size >= SETS_KEPT) this.#dropOldest();
    this.#freeUnused(keys);
    try {
      const library = libraryOf(fonts.map((font) => this.#load(font)));
      this.#sets.set(id, { library, keys });
      return library;
    } catch (error) {
      this.#freeUnused(new Set());
      throw error;
    }
  }

  #load(font: SuppliedFont): LibraryFont {
    const { family, style, key, bytes } = font;
    const held = this.#fonts.get(key);
    if (held) return held;
    if (!bytes) throw new Error(`The file of the font "${family}" was not handed over`);
    const loaded = { family, style, typeface: loadTypeface(this.#harfbuzz, { family, style, bytes }) };
    this.#fonts.set(key, loaded);
    return loaded;
  }

  #dropOldest(): void {
    const [oldest] = this.#sets.keys();
    if (oldest !== undefined) this.#sets.delete(oldest);
  }

  #freeUnused(needed: ReadonlySet<string>): void {
    for (const [key, font] of this.#fonts) {
      const isUsed = needed.has(key) || [...this.#sets.values()].some(({ keys }) => keys.has(key));
      if (isUsed) continue;
      this.#fonts.delete(key);
      font.typeface.free();
    }
  }
}
