import { closeSync, existsSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const OWNER_ONLY = 0o600;
const OWNER_ONLY_FOLDER = 0o700;
const FILE_BYTES = 10 * 1024 * 1024;
const FILES = 5;

export interface LogFileOptions {
  folder: string;
  /** A file that has grown to this size is put aside. */
  fileBytes?: number;
  /** So many are kept, the present one included. */
  files?: number;
  rename?: (from: string, to: string) => void;
  /** Throws when another folder has taken the place of this one: no file is made or put aside there. */
  checkFolder?: () => void;
}

/**
 * A log in files of bounded size and number: `controller.log` is the present one, `controller.1.log` the one before it. Where it cannot be
 * written, as on a full disk, lines are missing, and the next one that can be written says how many. The line goes on printing.
 */
export class LogFile {
  readonly #folder: string;
  readonly #fileBytes: number;
  readonly #files: number;
  readonly #rename: (from: string, to: string) => void;
  readonly #checkFolder: () => void;
  #file: number | undefined;
  #bytes = 0;
  #missing = 0;

  constructor({ folder, fileBytes = FILE_BYTES, files = FILES, rename = renameSync, checkFolder = () => undefined }: LogFileOptions) {
    this.#folder = folder;
    this.#fileBytes = fileBytes;
    this.#files = files;
    this.#rename = rename;
    this.#checkFolder = checkFolder;
  }

  /** Writes one line, which ends with a line feed. */
  write(line: string): void {
    try {
      this.#append(
        this.#missing === 0 ? line : `${JSON.stringify({ level: 40, msg: `${this.#missing} lines of the log are missing here` })}\n${line}`,
      );
      this.#missing = 0;
    } catch {
      this.#missing += 1;
      this.close();
    }
  }

  close(): void {
    const file = this.#file;
    this.#file = undefined;
    if (file !== undefined) closeSync(file);
  }

  #append(text: string): void {
    const bytes = Buffer.from(text);
    const file = this.#open(bytes.length);
    writeSync(file, bytes);
    this.#bytes += bytes.length;
  }

  /** The present file, a new one when this one has no room for as many bytes. B11: one that another program holds is written on for as long again. */
  #open(bytes: number): number {
    const file = this.#file ?? this.#openPresent();
    if (this.#bytes === 0 || this.#bytes + bytes <= this.#fileBytes) return file;
    this.#checkFolder();
    this.close();
    try {
      this.#putAside();
    } catch (error) {
      if (this.#bytes + bytes > 2 * this.#fileBytes) throw error;
    }
    return this.#openPresent();
  }

  #openPresent(): number {
    this.#checkFolder();
    mkdirSync(this.#folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
    const file = openSync(this.#path(0), 'a', OWNER_ONLY);
    this.#file = file;
    this.#bytes = fstatSync(file).size;
    return file;
  }

  /** Those up to the first gap move on, so that a try that comes to nothing has taken none away, and the next ones neither. */
  #putAside(): void {
    const last = this.#files - 1;
    let gap = 1;
    while (gap < last && existsSync(this.#path(gap))) gap += 1;
    rmSync(this.#path(gap), { force: true });
    for (let age = gap - 1; age >= 0; age -= 1) this.#renameIfThere(this.#path(age), this.#path(age + 1));
  }

  #path(age: number): string {
    return join(this.#folder, age === 0 ? 'controller.log' : `controller.${age}.log`);
  }

  #renameIfThere(from: string, to: string): void {
    try {
      this.#rename(from, to);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
}
