import { DEFAULT_LANGUAGE, ENGLISH, type Language } from './languages.ts';
import type { TextFile, Texts } from './texts.ts';

/** A language, and its BCP 47 tag. */
export interface TaggedLanguage {
  tag: string;
  language: Language;
}

/**
 * Loads the texts of the parts of the page that are in use, each file of a language once. English is loaded with every language: it stands in for
 * texts that the other one does not have.
 */
export class TextLoader {
  readonly #add: (tag: string, texts: Texts) => void;
  readonly #english: Language;
  readonly #needed = new Set<TextFile>(['app']);
  readonly #loaded = new WeakMap<Language, Set<TextFile>>([[ENGLISH, new Set(['app'])]]);

  /** `add` takes the texts of a file; no name of a group is in two files. */
  constructor(add: (tag: string, texts: Texts) => void, english: Language = ENGLISH) {
    this.#add = add;
    this.#english = english;
  }

  /** Adds a file to those in use, and loads what is in use in this language. Rejects when something cannot be loaded; a later call tries again. */
  async need(file: TextFile, current: TaggedLanguage): Promise<void> {
    this.#needed.add(file);
    try {
      await this.load(current);
    } catch (error) {
      // A part that cannot be loaded in any language does not prevent a language change for the rest.
      if (!this.#filesOf(this.#english).has(file)) this.#needed.delete(file);
      throw error;
    }
  }

  /** Loads the texts in use in this language. Rejects when something cannot be loaded. */
  async load(of: TaggedLanguage): Promise<void> {
    await Promise.all([this.#loadNeeded({ tag: DEFAULT_LANGUAGE, language: this.#english }), this.#loadNeeded(of)]);
  }

  /** Until nothing is missing: more may be needed meanwhile. */
  async #loadNeeded(of: TaggedLanguage): Promise<void> {
    const missing = (): TextFile[] => [...this.#needed].filter((file) => !this.#filesOf(of.language).has(file));
    for (let files = missing(); files.length > 0; files = missing()) await Promise.all(files.map((file) => this.#loadFile(of, file)));
  }

  async #loadFile({ tag, language }: TaggedLanguage, file: TextFile): Promise<void> {
    const { default: texts } = await language.files[file]();
    this.#add(tag, texts);
    this.#filesOf(language).add(file);
  }

  #filesOf(language: Language): Set<TextFile> {
    const files = this.#loaded.get(language) ?? new Set();
    this.#loaded.set(language, files);
    return files;
  }
}
