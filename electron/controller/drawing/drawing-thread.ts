import { Worker } from 'node:worker_threads';
import type { DrawingAnswer, FromWorker, ToWorker } from './messages.ts';

/** Bounds of a worker. */
export interface ThreadLimits {
  /** Milliseconds of the processor's time for one drawing. */
  cpu: number;
  /** Milliseconds of the clock for one drawing: far more, since the machine may have other things to do. */
  wall: number;
  /** Megabytes of memory. */
  memory: number;
}

const ENTRY = new URL('./drawing-worker.ts', import.meta.url);
/** How often a drawing that is under way is looked at, in milliseconds. */
const LOOK_INTERVAL = 100;
const MICROSECONDS_PER_MS = 1_000;

/** The thread was ended because one drawing took too long. */
export class DrawingTooLong extends Error {
  constructor(milliseconds: number) {
    super(`it takes longer than ${milliseconds / 1_000} s`);
    this.name = 'DrawingTooLong';
  }
}

interface Drawing {
  answer: PromiseWithResolvers<DrawingAnswer>;
  begin: number;
  watch: NodeJS.Timeout;
  /** The thread's processor time at the first look, in milliseconds. */
  firstLook?: number;
}

/** A worker thread that draws. Once it failed it is gone, and what follows needs a fresh one. */
export class DrawingThread {
  readonly #worker: Worker;
  readonly #limits: ThreadLimits;
  readonly #ready = Promise.withResolvers<DrawingThread>();
  #drawing: Drawing | undefined;
  #end: Error | undefined;

  constructor(limits: ThreadLimits, entry: URL = ENTRY) {
    this.#limits = limits;
    this.#worker = new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: limits.memory } });
    this.#worker.on('message', (message: FromWorker) => {
      if (message.kind === 'ready') this.#begin();
      else this.#finish()?.resolve(message);
    });
    this.#worker.on('messageerror', (error) => this.#fail(error));
    this.#worker.on('error', (error: unknown) => this.#fail(error instanceof Error ? error : new Error(String(error))));
    this.#worker.on('exit', (code) => this.#fail(new Error(`the worker ended with code ${code}`)));
    // Whoever waits for it is told; nobody has to.
    this.#ready.promise.catch(() => undefined);
  }

  /** Resolves with the thread once it can be asked. Rejects when it ends before. */
  get ready(): Promise<DrawingThread> {
    return this.#ready.promise;
  }

  get isAlive(): boolean {
    return this.#end === undefined;
  }

  /** Asks for one drawing; the next may be asked for when this one is answered. Rejects when the thread ends instead. */
  ask(message: ToWorker): Promise<DrawingAnswer> {
    if (this.#end) return Promise.reject(this.#end);
    const answer = Promise.withResolvers<DrawingAnswer>();
    this.#drawing = { answer, begin: performance.now(), watch: setInterval(() => void this.#look(), LOOK_INTERVAL) };
    this.#worker.ref();
    this.#worker.postMessage(message);
    return answer.promise;
  }

  /** Ends the thread, whatever it does. */
  async end(reason = new Error('the worker was ended')): Promise<void> {
    this.#fail(reason);
    await this.#worker.terminate();
  }

  #begin(): void {
    this.#ready.resolve(this);
    // A thread that draws nothing keeps no process alive.
    this.#worker.unref();
  }

  /** Ends the thread when its drawing is over its time. What it took until the first look counts as the processor's time. */
  async #look(): Promise<void> {
    const drawing = this.#drawing;
    if (!drawing) return;
    const { cpu, wall } = this.#limits;
    if (performance.now() - drawing.begin > wall) return this.end(new DrawingTooLong(wall));
    const used = await this.#cpuTime();
    if (this.#drawing !== drawing || used === undefined) return;
    drawing.firstLook ??= used;
    if (used - drawing.firstLook + LOOK_INTERVAL > cpu) await this.end(new DrawingTooLong(cpu));
  }

  /** The processor time of the thread in milliseconds; undefined when it ends meanwhile. */
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
    this.#finish()?.reject(this.#end);
  }

  #finish(): PromiseWithResolvers<DrawingAnswer> | undefined {
    const drawing = this.#drawing;
    if (!drawing) return undefined;
    clearInterval(drawing.watch);
    this.#drawing = undefined;
    this.#worker.unref();
    return drawing.answer;
  }
}
