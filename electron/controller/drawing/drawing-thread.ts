import { Worker } from 'node:worker_threads';
import type { DrawingAnswer, DrawingWorkerData, FromWorker, ToDraw, ToSupply, ToWorker, WorkerMemory } from './worker-messages.ts';

/** Limits of a drawing thread. */
export interface ThreadLimits {
  /** CPU time for one drawing, in milliseconds. */
  cpu: number;
  /** Elapsed time for one drawing, in milliseconds: far more, since the machine may be busy. */
  wall: number;
  /** Megabytes of the V8 heap: beyond them V8 ends the thread. */
  memory: number;
  /** Megabytes outside the V8 heap, for fonts and bitmaps: a thread that uses more is replaced once it is idle. */
  external: number;
  /** Megabytes of the WebAssembly heap of the shaping engine: beyond them the thread ends. */
  heap: number;
}

const MEGABYTE = 1024 * 1024;

const ENTRY = new URL('./drawing-worker.ts', import.meta.url);
/** Megabytes of V8's young generation. V8's smaller default causes collections that take CPU time from the other threads. */
export const YOUNG_GENERATION_MB = 32;
/** Milliseconds between two checks of a running drawing. */
const WATCH_INTERVAL = 100;
const MICROSECONDS_PER_MS = 1_000;

/** The thread was ended because a drawing took too long. */
export class DrawingTooLong extends Error {
  constructor(milliseconds: number) {
    super(`it takes longer than ${milliseconds / 1_000} s`);
    this.name = 'DrawingTooLong';
  }
}

/** The thread failed on an earlier drawing; this one may be requested again. */
export class DrawingRequeued extends Error {
  constructor(cause: Error) {
    super('The drawing was not begun.', { cause });
    this.name = 'DrawingRequeued';
  }
}

interface Drawing {
  id: number;
  answer: PromiseWithResolvers<DrawingAnswer>;
  /** Whether the CPU limit applies: not while fonts are loaded, which is not the label's fault. */
  isLimited: boolean;
  /** The earliest time at which the thread started it. */
  begin: number;
  /** The thread's CPU time at the first check, in milliseconds. */
  firstCpuTime?: number;
}

/** A worker thread that draws. A thread that has failed cannot be used again. */
export class DrawingThread {
  readonly #worker: Worker;
  readonly #limits: ThreadLimits;
  readonly #ready = Promise.withResolvers<DrawingThread>();
  /** Unanswered requests in order: the thread works on the first one. */
  #drawings: Drawing[] = [];
  #asked = 0;
  /** Messages to send at the end of this tick, as one: each message wakes the thread. */
  readonly #outbox: ToWorker[] = [];
  #watch: NodeJS.Timeout | undefined;
  #end: Error | undefined;
  #memory: WorkerMemory = { heap: 0, external: 0 };

  constructor(limits: ThreadLimits, entry: URL = ENTRY) {
    this.#limits = limits;
    this.#worker = new Worker(entry, {
      workerData: { heapBytes: limits.heap * MEGABYTE } satisfies DrawingWorkerData,
      resourceLimits: { maxOldGenerationSizeMb: limits.memory, maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    this.#worker.on('message', (message: FromWorker) => {
      if (message.kind === 'ready') this.#markReady();
      else if (message.kind === 'memory') this.#memory = message.memory;
      else this.#finish(message.id)?.resolve(message.answer);
    });
    this.#worker.on('messageerror', (error) => this.#fail(error));
    this.#worker.on('error', (error: unknown) => this.#fail(error instanceof Error ? error : new Error(String(error))));
    this.#worker.on('exit', (code) => this.#fail(new Error(`the worker ended with code ${code}`)));
    // `ready` may have no waiter: that must not be an unhandled rejection.
    this.#ready.promise.catch(() => undefined);
  }

  /** Resolves once the thread accepts requests. Rejects if it ends before. */
  get ready(): Promise<DrawingThread> {
    return this.#ready.promise;
  }

  /** Last measurement of the thread: after loading fonts, and with every 64th drawing. */
  get memory(): WorkerMemory {
    return this.#memory;
  }

  /** Whether it uses more memory outside the V8 heap than allowed. */
  get isOverweight(): boolean {
    return this.#memory.external > this.#limits.external * MEGABYTE;
  }

  get isAlive(): boolean {
    return this.#end === undefined;
  }

  /**
   * Requests a drawing, or sends fonts; requests run in order. When the thread ends, the request that it was working on is rejected with
   * the cause, and those after it with `DrawingRequeued`.
   */
  ask(message: Omit<ToDraw, 'id'> | Omit<ToSupply, 'id'>): Promise<DrawingAnswer> {
    if (this.#end) return Promise.reject(this.#end);
    const answer = Promise.withResolvers<DrawingAnswer>();
    const id = (this.#asked += 1);
    this.#drawings.push({ id, answer, isLimited: 'request' in message, begin: performance.now() });
    this.#watch ??= setInterval(() => void this.#checkLimits(), WATCH_INTERVAL);
    this.#worker.ref();
    if (this.#outbox.length === 0) process.nextTick(() => this.#post());
    this.#outbox.push({ id, ...message });
    return answer.promise;
  }

  #post(): void {
    this.#worker.postMessage(this.#outbox.splice(0));
  }

  /** Terminates the thread. */
  async end(reason = new Error('the worker was ended')): Promise<void> {
    this.#fail(reason);
    await this.#worker.terminate();
  }

  #markReady(): void {
    this.#ready.resolve(this);
    // An idle thread does not keep the process alive.
    this.#worker.unref();
  }

  /** Ends the thread when its drawing exceeds a limit. The time until the first check counts as CPU time. */
  async #checkLimits(): Promise<void> {
    const drawing = this.#drawings[0];
    if (!drawing) return;
    const { cpu, wall } = this.#limits;
    if (performance.now() - drawing.begin > wall) return this.end(new DrawingTooLong(wall));
    if (!drawing.isLimited) return;
    const used = await this.#cpuTime();
    if (this.#drawings[0] !== drawing || used === undefined) return;
    drawing.firstCpuTime ??= used;
    if (used - drawing.firstCpuTime + WATCH_INTERVAL > cpu) await this.end(new DrawingTooLong(cpu));
  }

  /** CPU time of the thread in milliseconds; undefined when it ends meanwhile. */
  async #cpuTime(): Promise<number | undefined> {
    try {
      const { user, system } = await this.#worker.cpuUsage();
      return (user + system) / MICROSECONDS_PER_MS;
    } catch {
      return undefined;
    }
  }

  #fail(error: Error): void {
    this.#end ??= error;
    this.#ready.reject(this.#end);
    const [failed, ...waiting] = this.#drawings.splice(0);
    this.#idle();
    failed?.answer.reject(this.#end);
    for (const { answer } of waiting) answer.reject(new DrawingRequeued(this.#end));
  }

  /** Removes an answered request. Undefined for an answer that arrives after the end of the thread. */
  #finish(id: number): PromiseWithResolvers<DrawingAnswer> | undefined {
    const at = this.#drawings.findIndex((drawing) => drawing.id === id);
    if (at < 0) return undefined;
    const [done] = this.#drawings.splice(at, 1);
    const [next] = this.#drawings;
    if (!next) this.#idle();
    else if (at === 0) next.begin = performance.now();
    return done?.answer;
  }

  /** No request is left. */
  #idle(): void {
    clearInterval(this.#watch);
    this.#watch = undefined;
    this.#worker.unref();
  }
}
