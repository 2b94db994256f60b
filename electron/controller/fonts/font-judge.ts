import { fork, type ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { ProblemError } from '#contract/problem.ts';
import { Serial } from '../serial.ts';
import { EXAMINATION_LIMITS, examineInThread, type ExaminationResult } from './examination.ts';

const ENTRY = fileURLToPath(new URL('./examination-process.ts', import.meta.url));
/** Files that may wait; each is in memory. */
const MOST_WAITING = 8;
/** Milliseconds: what the process itself takes to start and to be handed the file comes to its limits. */
const WALL_LIMIT = EXAMINATION_LIMITS.wall + 30_000;
/** Of the process that hands the file to the thread. */
const V8_HEAP_MB = 128;

export interface FontJudgeOptions {
  /** What the process runs. */
  entry?: string;
  /** Milliseconds of the clock. */
  wall?: number;
  /** Whether the process can start another one of Node: the desktop app is not one of Node, and examines in a thread. */
  hasProcesses?: boolean;
}

/**
 * Says what is wrong with a font file before it is installed. The file is examined in a process of its own, one at a time: a damaged one may take all
 * the memory and time that it is given, or end the process.
 */
export class FontJudge {
  readonly #options: Required<FontJudgeOptions>;
  readonly #queue = new Serial();
  #waiting = 0;

  constructor({ entry = ENTRY, wall = WALL_LIMIT, hasProcesses = process.versions['electron'] === undefined }: FontJudgeOptions = {}) {
    this.#options = { entry, wall, hasProcesses };
  }

  /** Resolves with what is wrong with the file; undefined for a good one. Throws `too-many-requests` while others wait already. */
  async judge(bytes: Uint8Array): Promise<string | undefined> {
    if (this.#waiting >= MOST_WAITING)
      throw new ProblemError('too-many-requests', { detail: `${MOST_WAITING} fonts are examined already.` });
    this.#waiting += 1;
    try {
      return await this.#queue.run(() => this.#examine(bytes));
    } finally {
      this.#waiting -= 1;
    }
  }

  async #examine(bytes: Uint8Array): Promise<string | undefined> {
    const { entry, wall, hasProcesses } = this.#options;
    if (!hasProcesses) return examineInThread(bytes, { ...EXAMINATION_LIMITS, process: Infinity });
    const child = fork(entry, [], {
      ...{ serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
      execArgv: [`--max-old-space-size=${V8_HEAP_MB}`],
    });
    if (child.pid !== undefined) yieldToPrints(child.pid);
    const late = setTimeout(() => child.kill('SIGKILL'), wall);
    try {
      return await faultFrom(child, bytes);
    } finally {
      clearTimeout(late);
      child.kill('SIGKILL');
    }
  }
}

/** Prints come first. Not every system allows it, and a process that has ended already has no priority. */
function yieldToPrints(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It is examined all the same.
  }
}

/** Rejects when the process cannot be started at all: then nothing is known of the file. */
function faultFrom(child: ChildProcess, bytes: Uint8Array): Promise<string | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
  child.once('message', (message) => resolve((message as ExaminationResult).fault));
  child.once('exit', () => resolve('it is damaged or needs too much: what examined it ended or took too long'));
  child.once('error', reject);
  child.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), (error) => {
    // A process that ends while it is handed the file says so by its exit.
    if (error && child.pid === undefined) reject(error);
  });
  return promise;
}
