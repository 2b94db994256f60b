import { closeSync, existsSync, ftruncateSync, mkdirSync, openSync, readdirSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { encodePlanes } from '#rendering/label/planes-png.ts';
import { retryWhileLocked } from '#storage/files/retry-while-locked.ts';
import type { EnginePrint } from '../engine.ts';
import { pictureHash } from '#drawing/picture-hash.ts';
import { MarkLog } from './mark-log.ts';

const RING = 200;
const MARK_FILE = /^(\d{1,15})\.png$/;

/**
 * The prints of a virtual head: a log with a line per print, and a folder with the last 200 prints as PNG files, named by their numbers.
 */
export class Marks {
  readonly #folder: string;
  readonly #checkFolder: () => void;
  readonly #fresh: string;
  readonly #log: MarkLog;
  #count = 0;
  /** A print whose picture is not stored yet. */
  #unfinished: number | undefined;

  constructor(folder: string, checkFolder: () => void = () => undefined) {
    this.#folder = folder;
    this.#checkFolder = checkFolder;
    this.#fresh = join(folder, 'mark.new');
    this.#log = new MarkLog(folder);
  }

  /** Number of prints ever made on this device. */
  get count(): number {
    return this.#count;
  }

  /** Restores the count from log and pictures, which may contain prints that a killed process did not store in its state. */
  open(countWrittenDown: number): void {
    this.#checkFolder();
    mkdirSync(this.#folder, { recursive: true });
    const last = this.#log.open()?.number ?? 0;
    if (last > 0) this.#finish(last);
    const numbers = readdirSync(this.#folder).map((name) => Number(MARK_FILE.exec(name)?.[1] ?? 0));
    this.#count = numbers.reduce((highest, number) => Math.max(highest, number), Math.max(countWrittenDown, last));
  }

  /**
   * Makes one print; if it throws, there is none. Synchronous, as a real head prints or not: the print exists from its line in the log on.
   */
  make({ id, planes, hdpi, vdpi, message }: EnginePrint): void {
    const number = this.#count + 1;
    const png = encodePlanes(planes, { hdpi, vdpi, deflate: (bytes) => deflateSync(bytes, { level: 1 }) });
    const mark = { number, id, pictureHash: pictureHash(planes), ...(message && { message }) };
    // The folder may be replaced at any moment: it is checked immediately before each write.
    this.#checkFolder();
    this.#putInPlace();
    this.#writeFresh(png, number - RING);
    this.#checkFolder();
    this.#log.append(mark);
    this.#count = this.#unfinished = number;
    this.#showPicture();
  }

  /** Writes the next picture over the file of the oldest one, which takes a sixth of the time of creating a file and removing another. */
  #writeFresh(png: Uint8Array, oldest: number): void {
    const reusable = this.#path(oldest);
    if (oldest > 0 && existsSync(reusable)) retryWhileLocked(() => renameSync(reusable, this.#fresh));
    const file = openSync(this.#fresh, existsSync(this.#fresh) ? 'r+' : 'w');
    try {
      let written = 0;
      while (written < png.length) written += writeSync(file, png, written, png.length - written, written);
      ftruncateSync(file, png.length);
    } finally {
      closeSync(file);
    }
  }

  /** Stores the picture. The print is made in any case; the next one waits until the picture is stored. */
  #showPicture(): void {
    try {
      this.#putInPlace();
    } catch {
      return;
    }
  }

  /** A process that was killed between log line and picture left the picture under its temporary name. */
  #finish(number: number): void {
    if (existsSync(this.#path(number)) || !existsSync(this.#fresh)) return;
    this.#unfinished = number;
    this.#putInPlace();
  }

  #putInPlace(): void {
    const number = this.#unfinished;
    if (number === undefined) return;
    retryWhileLocked(() => renameSync(this.#fresh, this.#path(number)));
    this.#unfinished = undefined;
  }

  #path(number: number): string {
    return join(this.#folder, `${number}.png`);
  }
}
