import { fork, type ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { ProblemError } from '#contract/problem.ts';
import { TaskQueue } from '../platform/task-queue.ts';
import { INSPECTION_LIMITS, inspectInThread, type InspectionResult } from './inspect-font.ts';

const ENTRY = fileURLToPath(new URL('./inspection-process.ts', import.meta.url));
/** How many files may wait; each is in memory. */
const MAX_WAITING = 8;
/** Milliseconds: the limit of the inspection, and the time to start the process and send it the file. */
const WALL_LIMIT = INSPECTION_LIMITS.wall + 30_000;
/** The heap of the process that passes the file to the thread. */
const V8_HEAP_MB = 128;

export interface FontInspectionOptions {
  /** The program of the process. */
  entry?: string;
  /** The time limit in milliseconds. */
  wall?: number;
  /** Whether Node child processes can be started. The desktop app has no Node executable and inspects in a thread. */
  hasProcesses?: boolean;
}

/**
 * Inspects font files before they are installed, one at a time in a child process: a damaged file may use up time and memory, or crash the
 * process.
 */
export class FontInspection {
  readonly #options: Required<FontInspectionOptions>;
  readonly #queue = new TaskQueue();
  #waiting = 0;

  constructor({ entry = ENTRY, wall = WALL_LIMIT, hasProcesses = process.versions['electron'] === undefined }: FontInspectionOptions = {}) {
    this.#options = { entry, wall, hasProcesses };
  }

  /** Resolves with what is wrong with the file; undefined for a valid one. Throws `too-many-requests` when too many files wait. */
  async inspect(bytes: Uint8Array): Promise<string | undefined> {
    if (this.#waiting >= MAX_WAITING)
      throw new ProblemError('too-many-requests', { detail: `${MAX_WAITING} fonts are waiting for inspection already.` });
    this.#waiting += 1;
    try {
      return await this.#queue.run(() => this.#examine(bytes));
    } finally {
      this.#waiting -= 1;
    }
  }

  async #examine(bytes: Uint8Array): Promise<string | undefined> {
    const { entry, wall, hasProcesses } = this.#options;
    if (!hasProcesses) return inspectInThread(bytes, { ...INSPECTION_LIMITS, process: Infinity });
    const child = fork(entry, [], {
      ...{ serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
      execArgv: [`--max-old-space-size=${V8_HEAP_MB}`],
    });
    if (child.pid !== undefined) lowerPriority(child.pid);
    const late = setTimeout(() => child.kill('SIGKILL'), wall);
    try {
      return await faultFrom(child, bytes);
    } finally {
      clearTimeout(late);
      child.kill('SIGKILL');
    }
  }
}

/** Lowers the priority of the process below printing. Some systems refuse it, and the process may have ended already. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The inspection runs at normal priority then.
  }
}

/** Rejects when the process cannot be started; then the file was not inspected. */
function faultFrom(child: ChildProcess, bytes: Uint8Array): Promise<string | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
  child.once('message', (message) => resolve((message as InspectionResult).fault));
  child.once('exit', () => resolve('it is damaged or too large: its inspection crashed or took too long'));
  child.once('error', reject);
  child.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), (error) => {
    // A process that ends while it receives the file is reported by its exit event.
    if (error && child.pid === undefined) reject(error);
  });
  return promise;
}
