import type { OrderFolderConfiguration, OrderFolderState } from '#contract/api-v3/order-folder.ts';
import { ProblemError } from '#contract/problem.ts';
import type { Log } from '#process/log.ts';
import { withinLimit } from '../../platform/time-limit.ts';
import type { TimerHandle, Timers } from '../../platform/timers.ts';
import { codeOf, FolderFiles, type FileStamp } from './folder-files.ts';
import type { OrderTaker } from './order-taker.ts';

export interface WatchedOrderFolderOptions {
  name: string;
  configuration: OrderFolderConfiguration;
  taker: OrderTaker;
  controllerId: () => Promise<string>;
  timers: Timers;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Milliseconds of a clock that is never set. */
  monotonicNow: () => number;
  log: Log;
}

/** Milliseconds after which a share that answers nothing counts as unreachable. */
const ANSWER_LIMIT = 15_000;
/** Milliseconds that the end of the service waits for a file in progress. */
const STOP_LIMIT = 3_000;
/** Milliseconds for which an empty file may be one that is still being written. */
const EMPTY_LIMIT = 60_000;

/** What a folder is like. */
export interface FolderCondition {
  state: OrderFolderState;
  reason?: string;
  /** Milliseconds since the epoch. */
  since: number;
  waiting: number;
}

/**
 * Looks into a folder again and again, since shares send no events. A file that has not changed between two looks is claimed, its orders are
 * stored, and it is moved. One look at a time; a look that hangs on a share that does not answer delays only this folder.
 */
export class WatchedOrderFolder {
  readonly #options: WatchedOrderFolderOptions;
  #condition: FolderCondition;
  /** Files that were seen, with the time of the first look at that stamp. */
  #seen = new Map<string, FileStamp & { since: number }>();
  #timer: TimerHandle | undefined;
  #running: Promise<void> = Promise.resolve();
  #isStopped = true;

  constructor(options: WatchedOrderFolderOptions) {
    this.#options = options;
    this.#condition = { state: options.configuration.isEnabled ? 'starting' : 'off', since: options.now(), waiting: 0 };
  }

  get condition(): FolderCondition {
    return this.#condition;
  }

  get configuration(): OrderFolderConfiguration {
    return this.#options.configuration;
  }

  start(): void {
    if (!this.#options.configuration.isEnabled) return;
    this.#isStopped = false;
    this.#schedule(0);
  }

  /** Resolves when the file in progress is finished; a share that does not answer is not waited for. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const { timers, log, name } = this.#options;
    if (this.#timer !== undefined) timers.clearTimeout(this.#timer);
    await withinLimit(this.#running, STOP_LIMIT, timers).catch((error: unknown) =>
      log.warn(`the folder "${name}" for orders did not answer in time`, error),
    );
  }

  #schedule(pause: number): void {
    this.#timer = this.#options.timers.setTimeout(() => {
      this.#running = this.#look();
    }, pause);
  }

  /** Never rejects. */
  async #look(): Promise<void> {
    const { timers, configuration, monotonicNow } = this.#options;
    const started = monotonicNow();
    const late = timers.setTimeout(() => this.#set({ state: 'unreachable', reason: 'The folder does not answer.' }), ANSWER_LIMIT);
    try {
      await this.#pass(() => timers.clearTimeout(late));
      this.#set({ state: 'watching' });
    } catch (error) {
      this.#fail(error);
    }
    timers.clearTimeout(late);
    const pause = configuration.interval * SECOND;
    if (!this.#isStopped) this.#schedule(Math.max(0, pause - (monotonicNow() - started)));
  }

  async #pass(answered: () => void): Promise<void> {
    const { configuration, controllerId } = this.#options;
    const files = new FolderFiles(configuration.path, await controllerId());
    const found = await files.list();
    answered();
    let waiting = 0;
    // Files of a run that was killed come first.
    const claimed = await files.listClaimed();
    for (const file of claimed) if (!this.#isStopped && !(await this.#take(files, file))) waiting += 1;
    const left = new Set(await files.listClaimed());
    const now = this.#options.monotonicNow();
    const seen = new Map(found.map(({ file, stamp }) => [file, this.#lookedAt(file, stamp, now)]));
    for (const { file } of found) {
      if (this.#isStopped) return;
      if (left.has(file) || !this.#isReady(file, seen.get(file), now)) waiting += 1;
      else if ((await files.claim(file)) && !(await this.#take(files, file))) waiting += 1;
    }
    this.#seen = seen;
    this.#condition = { ...this.#condition, waiting };
  }

  #lookedAt(file: string, stamp: FileStamp, now: number): FileStamp & { since: number } {
    const before = this.#seen.get(file);
    const isSame = before?.size === stamp.size && before.modified === stamp.modified;
    return { ...stamp, since: isSame ? before.since : now };
  }

  /** Whether a file has not changed since the look before. */
  #isReady(file: string, stamp: (FileStamp & { since: number }) | undefined, now: number): boolean {
    const before = this.#seen.get(file);
    if (!stamp || !before || stamp.since !== before.since) return false;
    return stamp.size > 0 || now - stamp.since >= EMPTY_LIMIT;
  }

  /** Returns false for a file that waits: it is still being written, or its orders cannot be checked or stored now. */
  async #take(files: FolderFiles, file: string): Promise<boolean> {
    const { taker, name, configuration, log } = this.#options;
    const content = await files.read(file);
    if (!content) return false;
    try {
      const result = await taker.take({ folder: name, file, content, defaults: configuration.defaults });
      await files.finish(file, result);
      if (result.result === 'refused') log.warn(`the file "${file}" of the folder "${name}" is refused: ${result.reason}`);
      return true;
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      log.warn(`the file "${file}" of the folder "${name}" waits: ${error.message}`);
      return false;
    }
  }

  #fail(error: unknown): void {
    const { log, name } = this.#options;
    const code = codeOf(error);
    const reason = code === undefined ? 'An unexpected error occurred. See the log of the controller.' : reasonOf(code);
    if (this.#condition.reason !== reason) log.warn(`the folder "${name}" for orders cannot be used: ${reason}`, error);
    this.#set({ state: 'unreachable', reason });
  }

  #set({ state, reason }: { state: OrderFolderState; reason?: string }): void {
    const { state: before, reason: reasonBefore, since, waiting } = this.#condition;
    const isSame = state === before && reason === reasonBefore;
    this.#condition = { state, ...(reason !== undefined && { reason }), since: isSame ? since : this.#options.now(), waiting };
  }
}

const SECOND = 1_000;

const REASONS: Partial<Record<string, string>> = {
  ENOENT: 'The folder does not exist, or its share is not mounted.',
  ENOTDIR: 'The path is no folder.',
  EACCES: 'The controller may not read the folder, or may not write into it.',
  EPERM: 'The controller may not read the folder, or may not write into it.',
  EROFS: 'The folder is read-only.',
  ENOSPC: 'The disk of the folder is full.',
  EDQUOT: 'The disk quota of the folder is used up.',
  ENAMETOOLONG: 'The name of a file is too long to be moved.',
};

function reasonOf(code: string): string {
  return REASONS[code] ?? `The folder cannot be used (${code}).`;
}
