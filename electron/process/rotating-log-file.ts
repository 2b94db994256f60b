import { closeSync, existsSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const OWNER_ONLY = 0o600;
const OWNER_ONLY_FOLDER = 0o700;
const FILE_BYTES = 10 * 1024 * 1024;
const FILES = 5;

export interface RotatingLogFileOptions {
  folder: string;
  /** Name of the program that writes it. */
  name?: string;
  /** A file of this size is rotated, in bytes. */
  fileBytes?: number;
  /** How many files are kept, including the current one. */
  files?: number;
  rename?: (from: string, to: string) => void;
  /** Throws when the folder has been replaced by another one, in which no file must be created. */
  checkFolder?: () => void;
}

/**
 * A log in a bounded number of files of bounded size: `controller.log` is the current one, `controller.1.log` the previous one. Lines that
 * cannot be written, as on a full disk, are dropped, and the next line says how many. Logging never stops printing.
 */
export class RotatingLogFile {
  readonly #folder: string;
  readonly #name: string;
  readonly #fileBytes: number;
  readonly #files: number;
  readonly #rename: (from: string, to: string) => void;
  readonly #checkFolder: () => void;
  #file: number | undefined;
  #bytes = 0;
  #droppedLines = 0;

  constructor({
    folder,
    name = 'controller',
    fileBytes = FILE_BYTES,
    files = FILES,
    rename = renameSync,
    checkFolder = () => undefined,
  }: RotatingLogFileOptions) {
    this.#folder = folder;
    this.#name = name;
    this.#fileBytes = fileBytes;
    this.#files = files;
    this.#rename = rename;
    this.#checkFolder = checkFolder;
  }

  /** Writes one line, which ends with a line feed. */
  write(line: string): void {
    try {
      this.#append(
        this.#droppedLines === 0
          ? line
          : `${JSON.stringify({ level: 40, msg: `${this.#droppedLines} log lines were dropped here` })}\n${line}`,
      );
      this.#droppedLines = 0;
    } catch {
      this.#droppedLines += 1;
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

  /**
   * Opens the current file, or a new one when this one lacks space for as many bytes. B11: a file that another program holds open cannot be
   * renamed, and is used until it has twice the size.
   */
  #open(bytes: number): number {
    const file = this.#file ?? this.#openPresent();
    if (this.#bytes === 0 || this.#bytes + bytes <= this.#fileBytes) return file;
    this.#checkFolder();
    this.close();
    try {
      this.#rotate();
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

  /** Renames the files up to the first gap, so that a failed attempt loses none. */
  #rotate(): void {
    const last = this.#files - 1;
    let gap = 1;
    while (gap < last && existsSync(this.#path(gap))) gap += 1;
    rmSync(this.#path(gap), { force: true });
    for (let age = gap - 1; age >= 0; age -= 1) this.#renameIfThere(this.#path(age), this.#path(age + 1));
  }

  #path(age: number): string {
    return join(this.#folder, age === 0 ? `${this.#name}.log` : `${this.#name}.${age}.log`);
  }

  #renameIfThere(from: string, to: string): void {
    try {
      this.#rename(from, to);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
}
