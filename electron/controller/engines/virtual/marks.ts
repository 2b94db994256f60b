import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { encodePlanes } from '#rendering/planes-png.ts';
import { whileLocked } from '#storage/while-locked.ts';
import type { EnginePrint } from '../engine.ts';
import { pictureHash } from '../picture-hash.ts';
import { MarkLog } from './mark-log.ts';

const RING = 200;
const MARK_FILE = /^(\d{1,15})\.png$/;

/**
 * The surface that a virtual head marks: a log with a line per mark, and a folder with the last 200 prints as PNG, named by the
 * number of the mark.
 */
export class Marks {
  readonly #folder: string;
  readonly #checkFolder: () => void;
  readonly #fresh: string;
  readonly #log: MarkLog;
  #count = 0;
  /** A mark whose picture is not in its place yet. */
  #unfinished: number | undefined;

  constructor(folder: string, checkFolder: () => void = () => undefined) {
    this.#folder = folder;
    this.#checkFolder = checkFolder;
    this.#fresh = join(folder, 'mark.new');
    this.#log = new MarkLog(folder);
  }

  /** Marks ever made on this device. */
  get count(): number {
    return this.#count;
  }

  /** Takes up where the device was: log and pictures tell of marks that a killed process had no time to write down. */
  open(countWrittenDown: number): void {
    this.#checkFolder();
    mkdirSync(this.#folder, { recursive: true });
    const last = this.#log.open()?.number ?? 0;
    if (last > 0) this.#finish(last);
    const numbers = readdirSync(this.#folder).map((name) => Number(MARK_FILE.exec(name)?.[1] ?? 0));
    this.#count = numbers.reduce((highest, number) => Math.max(highest, number), Math.max(countWrittenDown, last));
  }

  /**
   * Makes one mark. When it throws, there is none. Synchronous like the head itself: a mark is there or it is not, and it is there
   * from its line in the log on.
   */
  make({ id, planes, hdpi, vdpi }: EnginePrint): void {
    this.#checkFolder();
    this.#putInPlace();
    const number = this.#count + 1;
    const png = encodePlanes(planes, { hdpi, vdpi, deflate: (bytes) => deflateSync(bytes, { level: 1 }) });
    writeFileSync(this.#fresh, png);
    this.#log.append({ number, id, pictureHash: pictureHash(planes) });
    this.#count = this.#unfinished = number;
    this.#showPicture();
  }

  /** The mark is made, whatever becomes of its picture: the next mark waits until that is in its place. */
  #showPicture(): void {
    try {
      this.#putInPlace();
    } catch {
      return;
    }
  }

  /** A process that was killed between the line of a mark and its picture left the picture beside its place. */
  #finish(number: number): void {
    if (existsSync(this.#path(number)) || !existsSync(this.#fresh)) return;
    this.#unfinished = number;
    this.#putInPlace();
  }

  #putInPlace(): void {
    const number = this.#unfinished;
    if (number === undefined) return;
    whileLocked(() => renameSync(this.#fresh, this.#path(number)));
    this.#unfinished = undefined;
    whileLocked(() => rmSync(this.#path(number - RING), { force: true }));
  }

  #path(number: number): string {
    return join(this.#folder, `${number}.png`);
  }
}
