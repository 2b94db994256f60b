import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';

/** Most files that one step of printing opens at the same time. */
const RESERVE = 4;

/**
 * Reserves file descriptors for printing, so that connections, downloads and imports cannot use the last ones. A step that runs out of descriptors
 * gets the reserved ones until it ends. Steps are synchronous, so no other code of the thread can take them.
 */
export class ReservedFiles {
  #held: number[] = [];
  #isHolding = false;
  #onExhausted: (error: unknown) => void = () => undefined;

  /** Opens the reserve. `onExhausted` is called when a step runs out of descriptors in spite of it. */
  hold(onExhausted: (error: unknown) => void): void {
    this.#isHolding = true;
    this.#onExhausted = onExhausted;
    this.#fill();
  }

  release(): void {
    this.#isHolding = false;
    this.#free();
  }

  /** Runs a step of printing, and again with the reserve if it ran out of descriptors. `step` must change nothing when it throws. */
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

  /** Throws the system's error while printing could not open its files. */
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
      // The next step or probe tries again.
      if (!isOutOfFiles(error)) throw error;
    }
  }

  #free(): void {
    for (const file of this.#held.splice(0)) closeSync(file);
  }
}

/** One for the process, which has one limit of descriptors. */
export const reservedFiles = new ReservedFiles();

/** Whether the limit of open files of this process (EMFILE) or of the machine (ENFILE) is reached. */
export function isOutOfFiles(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE');
}
