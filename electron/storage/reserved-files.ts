import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';

/** Files that one step of printing opens at the same time at most. */
const RESERVE = 4;

/**
 * File descriptors that are kept open for printing, so that connections, downloads and imports cannot take the last ones. A step that finds none
 * left gets these, and gives them back when it is done. It has to be synchronous: nothing else of its thread opens a file meanwhile.
 */
export class ReservedFiles {
  #held: number[] = [];
  #isHolding = false;
  #onExhausted: (error: unknown) => void = () => undefined;

  /** Takes the reserve. `onExhausted` is told of a step that found too few files in spite of it. */
  hold(onExhausted: (error: unknown) => void): void {
    this.#isHolding = true;
    this.#onExhausted = onExhausted;
    this.#fill();
  }

  release(): void {
    this.#isHolding = false;
    this.#free();
  }

  /** Runs a step of printing. It runs a second time when it failed for want of files: it must change nothing when it throws. */
  use<Result>(step: () => Result): Result {
    try {
      return step();
    } catch (error) {
      if (!isOutOfFiles(error)) throw error;
    }
    this.#free();
    try {
      return step();
    } catch (error) {
      if (isOutOfFiles(error)) this.#onExhausted(error);
      throw error;
    } finally {
      this.#fill();
    }
  }

  /** Throws the system's own error while so many files as printing needs cannot be opened. */
  probe(): void {
    const opened: number[] = [];
    try {
      while (opened.length < RESERVE) opened.push(openSync(devNull, 'r'));
    } finally {
      for (const file of opened) closeSync(file);
    }
    this.#fill();
  }

  #fill(): void {
    try {
      while (this.#isHolding && this.#held.length < RESERVE) this.#held.push(openSync(devNull, 'r'));
    } catch (error) {
      // What is missing is taken with the next step, or the next probe.
      if (!isOutOfFiles(error)) throw error;
    }
  }

  #free(): void {
    for (const file of this.#held.splice(0)) closeSync(file);
  }
}

/** The limit that it guards is one of the process. */
export const reservedFiles = new ReservedFiles();

/** Whether this process (EMFILE) or the machine (ENFILE) can open no more files. */
export function isOutOfFiles(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE');
}
