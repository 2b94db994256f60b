import { Worker } from 'node:worker_threads';
import { ProblemError } from '#contract/problem.ts';
import type { DrawingAnswer } from './drawing-messages.ts';

/** Longest time for one label, in milliseconds; it includes the start of the thread on a busy machine. */
const LIMIT = 20_000;
/** Milliseconds without a drawing after which the thread ends, to free its memory. */
const IDLE = 60_000;
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

interface DrawingClock {
  /** Calls `act` after so many milliseconds, unless the returned function is called before. */
  after: (milliseconds: number, act: () => void) => () => void;
}

export interface LabelDrawerOptions {
  clock: DrawingClock;
  /** Logs why a thread ended. */
  report: (error: unknown) => void;
  /** Entry of the thread: it answers each request with one `DrawingAnswer`. */
  entry: URL;
  /** Longest time for one label, in milliseconds. */
  limit?: number;
}

/**
 * Draws labels from elsewhere, one after the other, in a thread that is started on demand: a thread that takes too long or fails is ended, and
 * the next label gets another one.
 */
export class LabelDrawer<Request> {
  readonly #clock: DrawingClock;
  readonly #report: (error: unknown) => void;
  readonly #entry: URL;
  readonly #limit: number;
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #cancelIdle: (() => void) | undefined;
  #isStopped = false;

  constructor({ clock, report, entry, limit = LIMIT }: LabelDrawerOptions) {
    this.#clock = clock;
    this.#report = report;
    this.#entry = entry;
    this.#limit = limit;
  }

  /** The label as a PNG. Throws `cannot-render` with one error for each object that cannot be drawn, and for a label that takes too long. */
  draw(request: Request): Promise<DrawnLabel> {
    const drawn = this.#last.then(() => this.#draw(request));
    this.#last = drawn.catch(() => undefined);
    return drawn;
  }

  /** Ends the thread. A drawing in progress fails. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#end();
  }

  async #draw(request: Request): Promise<DrawnLabel> {
    if (this.#isStopped) throw cannotRender('The program is stopping.');
    this.#cancelIdle?.();
    const answer = await this.#ask((this.#worker ??= this.#start()), request);
    this.#cancelIdle = this.#clock.after(IDLE, () => void this.#end());
    if (answer.kind === 'drawn') return answer;
    throw new ProblemError('cannot-render', { detail: answer.detail, errors: answer.errors });
  }

  #start(): Worker {
    const worker = new Worker(this.#entry, { resourceLimits: LIMITS });
    // An idle thread does not keep the process alive.
    worker.unref();
    worker.on('error', (error) => {
      this.#forget(worker);
      this.#report(error);
    });
    worker.once('exit', () => this.#forget(worker));
    return worker;
  }

  /** The thread draws nothing any more. */
  #forget(worker: Worker): void {
    if (this.#worker === worker) this.#worker = undefined;
  }

  #ask(worker: Worker, request: Request): Promise<DrawingAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<DrawingAnswer>();
    const failed = (error: unknown): void => reject(cannotRender('This label cannot be drawn here.', error));
    const exited = (code: number): void => failed(new Error(`The drawing thread ended with code ${code}`));
    const cancelLimit = this.#clock.after(this.#limit, () => {
      reject(cannotRender(`Drawing this label takes longer than ${this.#limit / 1_000} s.`));
      void this.#end();
    });
    worker.once('message', resolve).once('error', failed).once('exit', exited);
    worker.postMessage(request);
    return promise.finally(() => {
      cancelLimit();
      worker.off('message', resolve).off('error', failed).off('exit', exited);
    });
  }

  async #end(): Promise<void> {
    this.#cancelIdle?.();
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}

type DrawnLabel = Extract<DrawingAnswer, { kind: 'drawn' }>;

function cannotRender(detail: string, cause?: unknown): ProblemError {
  return new ProblemError('cannot-render', { detail }, { cause });
}
