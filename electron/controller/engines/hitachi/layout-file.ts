import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { replaceInBackground } from '#storage/files/durable-file.ts';
import { itemLayoutSchema, type ItemLayout } from './item-layout.ts';

export interface LayoutFileOptions {
  file: string;
  /** Throws when another folder has replaced the data folder. */
  checkFolder?: (() => void) | undefined;
}

/** Remembers which items of the coder may hold a value, so that it is removed after a restart of the controller. */
export class LayoutFile {
  readonly #options: LayoutFileOptions;

  constructor(options: LayoutFileOptions) {
    this.#options = options;
  }

  get path(): string {
    return this.#options.file;
  }

  /** Undefined: no value was ever loaded. Throws when the file is damaged. */
  read(): ItemLayout | undefined {
    let text: string;
    try {
      text = readFileSync(this.#options.file, 'utf8');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    }
    return itemLayoutSchema.parse(JSON.parse(text));
  }

  /** Durable when it resolves. */
  async write(layout: ItemLayout): Promise<void> {
    const { file, checkFolder } = this.#options;
    checkFolder?.();
    mkdirSync(dirname(file), { recursive: true });
    await replaceInBackground(file, JSON.stringify(layout));
  }
}
