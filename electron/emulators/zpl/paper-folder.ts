import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { encodePng } from '#rendering/raster/png.ts';
import type { Sheet } from './print-mechanism.ts';

/** Writes what comes out of the printer as PNG files, numbered from 1: `1-label.png`. */
export class PaperFolder {
  readonly #folder: string;
  readonly #dpi: number;
  #sheets = 0;

  constructor(folder: string, dpi: number) {
    this.#folder = folder;
    this.#dpi = dpi;
    mkdirSync(folder, { recursive: true });
  }

  add({ kind, picture }: Sheet): void {
    const name = `${++this.#sheets}-${kind}.png`;
    if (picture.width === 0 || picture.height === 0) return;
    const options = { hdpi: this.#dpi, vdpi: this.#dpi, deflate: (bytes: Uint8Array) => deflateSync(bytes) };
    writeFileSync(join(this.#folder, name), encodePng(picture, options));
  }
}
