import { appendFileSync, readFileSync, rmSync } from 'node:fs';

/** After so many crashes within so many milliseconds the controller is started in safe mode: read-only, so that people can look for the cause. */
const CRASHES_UNTIL_SAFE_MODE = 5;
const CRASH_WINDOW = 120_000;

/** Exit codes with a cause that safe mode would not help (`docs/reference/exit-codes.md`). */
const NO_CRASHES: readonly string[] = ['0', '2', '4', '5', '8', '9', '10', '11', '12'];

/** How systemd says that a service ended, in the environment of `ExecStopPost` (`systemd.exec(5)`). */
export interface ServiceEnd {
  /** `SERVICE_RESULT`: success, exit-code, signal, core-dump, watchdog, oom-kill, timeout ... */
  result: string;
  /** `EXIT_STATUS`: the exit code, or the name of the signal. */
  status: string;
}

export interface CrashRecordOptions {
  file: string;
  /** Of this program: the crashes of another version, which an update has brought or taken away, do not count for it. */
  version: string;
  /** Milliseconds since the computer started, which no change of the clock moves. */
  now: () => number;
}

/**
 * Counts the crashes of a service that systemd starts again, in a file that a restart of the computer empties. The embedded controller of a station is counted
 * by its supervisor instead.
 */
export class CrashRecord {
  readonly #file: string;
  readonly #version: string;
  readonly #now: () => number;

  constructor({ file, version, now }: CrashRecordOptions) {
    this.#file = file;
    this.#version = version;
    this.#now = now;
  }

  /** Adds an end of the service if it was a crash; one in order starts the count from zero. */
  add({ result, status }: ServiceEnd): void {
    if (result === 'success') return rmSync(this.#file, { force: true });
    if (result === 'exit-code' && NO_CRASHES.includes(status)) return;
    appendFileSync(this.#file, `${Math.round(this.#now())} ${this.#version}\n`);
  }

  /** Whether the next start has to be in safe mode. */
  get isSafeModeDue(): boolean {
    const now = this.#now();
    const recent = this.#read().filter((time) => now - time <= CRASH_WINDOW);
    return recent.length >= CRASHES_UNTIL_SAFE_MODE;
  }

  /** Times of the crashes of this version. */
  #read(): number[] {
    try {
      const lines = readFileSync(this.#file, 'utf8')
        .split('\n')
        .map((line) => line.split(' '));
      return lines.filter(([, version]) => version === this.#version).map(([time]) => Number(time));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }
}
