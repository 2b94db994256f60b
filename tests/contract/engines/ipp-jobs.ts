import type { TimerHandle, Timers } from '#controller/platform/timers.ts';
import type { Bitmap } from '#rendering/raster/bitmap.ts';
import { readPwg } from '#support/pwg-reader.ts';

/** The time of the printer: that of the test, or that of the process. */
export interface EmulatorClock extends Timers {
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** `job-state` of RFC 8011. */
export const JOB_STATES = { pending: 3, processing: 5, stopped: 6, canceled: 7, aborted: 8, completed: 9 };
export type JobState = keyof typeof JOB_STATES;

export interface EmulatedJob {
  id: number;
  name: string;
  user: string;
  state: JobState;
  reason: string;
  impressions: number;
  document: Buffer;
}

const PRINT_TIME = 200;

/**
 * The jobs of a printer and its paper. As ippeveprinter does, it takes one job at a time, and a job that is cancelled while its page is
 * printed ends when the page is out, with that page counted.
 */
export class IppJobs {
  readonly pictures: Bitmap[] = [];
  readonly #clock: EmulatorClock;
  #jobs: EmulatedJob[] = [];
  #lastId = 0;
  #held: 'waiting' | 'begun' | undefined;
  #isStopped = false;
  #printing: TimerHandle | undefined;

  constructor(clock: EmulatorClock) {
    this.#clock = clock;
  }

  get all(): readonly EmulatedJob[] {
    return this.#jobs;
  }

  get open(): EmulatedJob | undefined {
    return this.#jobs.find((job) => !isEnded(job));
  }

  /** Takes a job with a document of one page. */
  add(request: Pick<EmulatedJob, 'name' | 'user' | 'document'>): EmulatedJob {
    const job: EmulatedJob = { id: ++this.#lastId, ...request, state: 'pending', reason: 'none', impressions: 0 };
    this.#jobs.push(job);
    this.#next();
    return job;
  }

  /** Another computer has had a page printed, which takes the next number. */
  addForeign(): void {
    const job = { id: ++this.#lastId, name: 'Letter', user: 'office', reason: 'none', impressions: 1, document: Buffer.alloc(0) };
    this.#jobs.push({ ...job, state: 'completed' });
  }

  /** Returns whether the job could be cancelled. */
  cancel(job: EmulatedJob): boolean {
    if (isEnded(job) || job.reason === 'processing-to-stop-point') return false;
    if (job.state === 'pending') this.#end(job, 'canceled', 'job-canceled-by-user');
    else job.reason = 'processing-to-stop-point';
    return true;
  }

  hold(what: 'waiting' | 'begun'): void {
    this.#held = what;
  }

  release(): void {
    this.#held = undefined;
    this.#next();
  }

  /** An error stops the job in the middle; it goes on after that. */
  stop(isStopped: boolean): void {
    this.#isStopped = isStopped;
    const job = this.open;
    if (isStopped) this.#interrupt();
    if (isStopped && job?.state === 'processing') job.state = 'stopped';
    this.#next();
  }

  /** The printer forgets its jobs, and counts them from 1 again. */
  forget(): void {
    this.#interrupt();
    this.#jobs = [];
    this.#lastId = 0;
  }

  #next(): void {
    const job = this.open;
    if (!job || this.#isStopped || this.#printing || this.#held === 'waiting') return;
    job.state = 'processing';
    if (this.#held === undefined) this.#printing = this.#clock.setTimeout(() => this.#finish(job), PRINT_TIME);
  }

  #finish(job: EmulatedJob): void {
    this.#printing = undefined;
    job.impressions = 1;
    this.pictures.push(readPwg(job.document).bitmap);
    if (job.reason === 'processing-to-stop-point') this.#end(job, 'canceled', 'job-canceled-by-user');
    else this.#end(job, 'completed', 'job-completed-successfully');
    this.#next();
  }

  #end(job: EmulatedJob, state: JobState, reason: string): void {
    job.state = state;
    job.reason = reason;
  }

  #interrupt(): void {
    if (this.#printing) this.#clock.clearTimeout(this.#printing);
    this.#printing = undefined;
  }
}

/** Whether a document is one page of PWG raster. */
export function isPage(document: Buffer): boolean {
  try {
    readPwg(document);
    return true;
  } catch {
    return false;
  }
}

export function isEnded({ state }: EmulatedJob): boolean {
  return JOB_STATES[state] >= JOB_STATES.canceled;
}
