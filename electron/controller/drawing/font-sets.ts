import { libraryOf, loadTypeface, type FontLibrary, type LibraryFont } from '#rendering/text/font-library.ts';
import type { HarfBuzz } from '#rendering/text/harfbuzz.ts';
import type { SuppliedFont } from './worker-messages.ts';

/** The current set, and the one before it while drawings with that are still requested. */
const MAX_SETS = 2;

interface LoadedSet {
  library: FontLibrary;
  keys: ReadonlySet<string>;
}

/** The font sets of a drawing thread. Sets share their common fonts; a font that no set uses is freed at once. */
export class FontSets {
  readonly #harfbuzz: HarfBuzz;
  /** By id; the most recently used one is last. */
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

  /** Keys of the loaded fonts. */
  loadedKeys(): string[] {
    return [...this.#fonts.keys()];
  }

  /**
   * Loads a set. The oldest set beyond two is dropped and its fonts are freed before others are loaded: drop labels that were compiled with
   * it first. Throws an Error that names the first invalid font; then nothing of the set is loaded.
   */
  load(id: string, fonts: readonly SuppliedFont[]): FontLibrary {
    const keys = new Set(fonts.map(({ key }) => key));
    this.#sets.delete(id);
    while (this.#sets.size >= MAX_SETS) this.#dropOldest();
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
    if (!bytes) throw new Error(`The file of the font "${family}" was not supplied`);
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
