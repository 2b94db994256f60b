import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { encodePlanes } from '#rendering/planes-png.ts';
import type { EnginePrint } from '../engine.ts';

const RING = 200;
const MARK_FILE = /^(\d{1,15})\.png$/;

/** The surface that a virtual head marks: a folder with the last 200 prints as PNG, named by the number of the mark. */
export class Marks {
  readonly #folder: string;
  #count = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Marks ever made on this device. */
  get count(): number {
    return this.#count;
  }

  /** Takes up where the device was: the pictures tell of marks that a killed process had no time to write down. */
  open(countWrittenDown: number): void {
    mkdirSync(this.#folder, { recursive: true });
    const numbers = readdirSync(this.#folder).map((name) => Number(MARK_FILE.exec(name)?.[1] ?? 0));
    this.#count = numbers.reduce((highest, number) => Math.max(highest, number), countWrittenDown);
  }

  /** Makes one mark. When it throws, there is none. Synchronous like the head itself: a mark is there or it is not. */
  make({ planes, hdpi, vdpi }: EnginePrint): void {
    const number = this.#count + 1;
    const png = encodePlanes(planes, { hdpi, vdpi, deflate: (bytes) => deflateSync(bytes, { level: 1 }) });
    const fresh = join(this.#folder, 'mark.new');
    writeFileSync(fresh, png);
    renameSync(fresh, this.#path(number));
    this.#count = number;
    rmSync(this.#path(number - RING), { force: true });
  }

  #path(number: number): string {
    return join(this.#folder, `${number}.png`);
  }
}
