import { Worker } from 'node:worker_threads';
import type { DrawingAnswer, DrawingWorkerData, FromWorker, ToDraw, ToSupply, ToWorker, WorkerMemory } from './messages.ts';

/** Bounds of a worker. */
export interface ThreadLimits {
  /** Milliseconds of the processor's time for one drawing. */
  cpu: number;
  /** Milliseconds of the clock for one drawing: far more, since the machine may have other things to do. */
  wall: number;
  /** Megabytes of V8's own heap: beyond them V8 ends the thread. */
  memory: number;
  /** Megabytes outside of it, where fonts and bitmaps lie: a thread that takes more is replaced once it draws nothing. */
  external: number;
  /** Megabytes that the heap may grow to in which fonts are loaded and texts are shaped: beyond them the thread ends. */
  heap: number;
}

const MEGABYTE = 1024 * 1024;

const ENTRY = new URL('./drawing-worker.ts', import.meta.url);
/**
 * Megabytes that drawing fills before V8 collects what nobody holds any more. Left to itself V8 begins with less, and every collection
 * of one thread takes time from the others.
 */
export const YOUNG_GENERATION_MB = 32;
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

/** The thread failed over a drawing before this one, which may be asked for again. */
export class DrawingPutBack extends Error {
  constructor(cause: Error) {
    super('The drawing was not begun.', { cause });
    this.name = 'DrawingPutBack';
  }
}

interface Drawing {
  id: number;
  answer: PromiseWithResolvers<DrawingAnswer>;
  /** It is a drawing, and not what the thread gets ready with: that is no fault of the label that comes first. */
  isLimited: boolean;
  /** When the thread may have begun it. */
  begin: number;
  /** The thread's processor time at the first look, in milliseconds. */
  firstLook?: number;
}

/** A worker thread that draws. Once it failed it is gone, and what follows needs a fresh one. */
export class DrawingThread {
  readonly #worker: Worker;
  readonly #limits: ThreadLimits;
  readonly #ready = Promise.withResolvers<DrawingThread>();
  /** What it was asked for and has not answered, in order: it is at the first of them. */
  #drawings: Drawing[] = [];
  #asked = 0;
  /** What it is told with the end of this turn, all at once: each message wakes it. */
  readonly #untold: ToWorker[] = [];
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
      if (message.kind === 'ready') this.#begin();
      else if (message.kind === 'memory') this.#memory = message.memory;
      else this.#finish(message.id)?.resolve(message.answer);
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

  /** As the thread measured it last: when it was handed fonts, and with every 64th drawing. */
  get memory(): WorkerMemory {
    return this.#memory;
  }

  /** Whether it takes more memory than it may outside of V8's heap. */
  get isOverweight(): boolean {
    return this.#memory.external > this.#limits.external * MEGABYTE;
  }

  get isAlive(): boolean {
    return this.#end === undefined;
  }

  /**
   * Asks for a drawing, or hands over fonts, which it begins after those it was asked for before. Rejects when the thread ends instead: with what
   * ended it for the drawing that it was at, and with `DrawingPutBack` for those behind it.
   */
  ask(message: Omit<ToDraw, 'id'> | Omit<ToSupply, 'id'>): Promise<DrawingAnswer> {
    if (this.#end) return Promise.reject(this.#end);
    const answer = Promise.withResolvers<DrawingAnswer>();
    const id = (this.#asked += 1);
    this.#drawings.push({ id, answer, isLimited: 'request' in message, begin: performance.now() });
    this.#watch ??= setInterval(() => void this.#look(), LOOK_INTERVAL);
    this.#worker.ref();
    if (this.#untold.length === 0) process.nextTick(() => this.#tell());
    this.#untold.push({ id, ...message });
    return answer.promise;
  }

  #tell(): void {
    this.#worker.postMessage(this.#untold.splice(0));
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
    const drawing = this.#drawings[0];
    if (!drawing) return;
    const { cpu, wall } = this.#limits;
    if (performance.now() - drawing.begin > wall) return this.end(new DrawingTooLong(wall));
    if (!drawing.isLimited) return;
    const used = await this.#cpuTime();
    if (this.#drawings[0] !== drawing || used === undefined) return;
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
    const [failed, ...behind] = this.#drawings.splice(0);
    this.#rest();
    failed?.answer.reject(this.#end);
    for (const { answer } of behind) answer.reject(new DrawingPutBack(this.#end));
  }

  /** Undefined for an answer that comes behind the end of the thread: nobody waits for it any more. */
  #finish(id: number): PromiseWithResolvers<DrawingAnswer> | undefined {
    const at = this.#drawings.findIndex((drawing) => drawing.id === id);
    if (at < 0) return undefined;
    const [done] = this.#drawings.splice(at, 1);
    const [next] = this.#drawings;
    if (!next) this.#rest();
    else if (at === 0) next.begin = performance.now();
    return done?.answer;
  }

  /** Nothing is left to be drawn. */
  #rest(): void {
    clearInterval(this.#watch);
    this.#watch = undefined;
    this.#worker.unref();
  }
}
