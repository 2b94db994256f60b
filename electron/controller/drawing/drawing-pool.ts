import { availableParallelism } from 'node:os';
import type { Review } from '#contract/api-v3/simulation.ts';
import { ProblemError } from '#contract/problem.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import type { PlanesTarget } from '#rendering/label/planes.ts';
import type { ExaminedPrint } from '#rendering/label/review/examine-prints.ts';
import type { FontName } from '#rendering/text/font-library.ts';
import type { FontSet } from '../fonts/fonts.ts';
import type { Picture } from './drawn-picture.ts';
import { keyOf } from './drawing-key.ts';
import { DrawingHealth, type DrawingHealthOptions } from './drawing-health.ts';
import { DrawingRequeued, DrawingThread, DrawingTooLong, type ThreadLimits } from './drawing-thread.ts';
import { fontKey } from './font-key.ts';
import type { CheckedPrint, CheckedRows, DrawingAnswer, DrawingRequest, FontSample, PngDrawing, WorkerMemory } from './worker-messages.ts';

/** A label to draw. */
export interface DrawingOrder {
  /** Hash of `text`. */
  hash: string;
  /** The label as JSON. */
  text: string;
  target: PlanesTarget;
  values: PrintValues;
  fonts: FontSet;
  /** A product waits for it: it has priority over previews. */
  isPrint: boolean;
}

export interface DrawingPoolOptions extends DrawingHealthOptions {
  /** Number of threads, at least two: one is always free for prints, however long a preview takes. */
  size?: number;
  limits?: Partial<ThreadLimits>;
  /** The module that the threads run. */
  entry?: URL;
}

const DEFAULT_LIMITS: ThreadLimits = { cpu: 1_000, wall: 60_000, memory: 512, external: 384, heap: 512 };
/** The most previews that wait; waiting prints are limited by their printers. */
const WAITING_LIMIT = 256;
/** A drawing whose thread fails is tried once more. */
const ATTEMPTS = 2;
/** Previews that are queued on one thread without waiting for an answer: as many as one group commit takes. */
const PREVIEWS_PER_THREAD = 128;
/** Values of test drawings and samples. */
const NO_VALUES: PrintValues = { moment: { epochMs: 0, timeZone: 'UTC' }, variables: new Map(), counters: new Map(), row: undefined };
const SAMPLE_TARGET: PlanesTarget = { hdpi: 300, vdpi: 300 };

interface PoolSlot {
  thread: DrawingThread;
  /** Number of unanswered requests. */
  load: number;
  isPrinting: boolean;
  /** Key of the last drawing: the thread has cached it. */
  key: string;
  /** Resolves once the document and fonts that are being sent have arrived. */
  supply: Promise<unknown> | undefined;
}

/**
 * A pool of threads that draw labels. A thread that crashes, takes too long or uses too much memory is replaced; the others go on. A
 * drawing is complete or fails. Threads are started when they are first needed.
 */
export class DrawingPool {
  readonly #size: number;
  readonly #limits: ThreadLimits;
  readonly #entry: URL | undefined;
  readonly #slots: PoolSlot[] = [];
  readonly #waiting: { isPrint: boolean; key: string; take: (slot: PoolSlot) => void; refuse: (error: Error) => void }[] = [];
  readonly #health: DrawingHealth;
  #isStopped = false;
  #replaced = 0;

  constructor({ size = Math.max(2, availableParallelism() - 1), limits, entry, ...health }: DrawingPoolOptions = {}) {
    this.#health = new DrawingHealth(health);
    this.#size = size;
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
    this.#entry = entry;
  }

  /** Starts the threads, so that the first print need not wait for one. */
  start(): void {
    while (this.#slots.length < this.#size) this.#open();
  }

  /** Ends the threads. Waiting and running requests are rejected. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#health.stop();
    for (const { refuse } of this.#waiting.splice(0)) refuse(stopped());
    await Promise.all(this.#slots.splice(0).map(({ thread }) => thread.end()));
  }

  /** Whether no request runs or waits, so that drawing in advance does not delay other requests. */
  get isIdle(): boolean {
    return this.#waiting.length === 0 && this.#slots.every(({ load }) => load === 0);
  }

  /** Why nothing can be drawn; undefined while drawing works. Recovers by itself. */
  get fault(): string | undefined {
    return this.#health.fault;
  }

  /** Memory of each thread in bytes, and the number of threads replaced since the start. */
  figures(): { threads: readonly WorkerMemory[]; replaced: number } {
    return { threads: this.#slots.map(({ thread }) => thread.memory), replaced: this.#replaced };
  }

  /**
   * Draws a label. Throws `cannot-render`, also for a label that takes too long, `too-many-requests` when too many previews wait, and
   * `internal` when two threads in a row failed on it.
   */
  async draw(order: DrawingOrder): Promise<Picture> {
    return pictureOf(await this.#ask(order, {}));
  }

  /** Reviews a print without drawing it; the answer contains its faults. Throws as `draw` does for anything else. */
  async review(order: Omit<DrawingOrder, 'isPrint'>, printableHeight: number | undefined): Promise<Review> {
    const answer = await this.#ask({ ...order, isPrint: false }, { review: { printableHeight } });
    if (answer.kind !== 'reviewed') throw failureOf(answer);
    return answer.review;
  }

  /**
   * Checks a print for each of these rows without drawing; the other values are the same. Throws as `draw` does for faults of the label
   * itself.
   */
  async check(order: Omit<DrawingOrder, 'isPrint'>, rows: readonly PrintValues['row'][]): Promise<CheckedRows> {
    const answer = await this.#ask({ ...order, isPrint: false }, { rows });
    if (answer.kind !== 'checked') throw failureOf(answer);
    return answer.checked;
  }

  /** As `check`, with a result for every row. */
  async checkEach(order: Omit<DrawingOrder, 'isPrint'>, rows: readonly PrintValues['row'][]): Promise<CheckedPrint[]> {
    const answer = await this.#ask({ ...order, isPrint: false }, { each: rows });
    if (answer.kind !== 'checkedEach') throw failureOf(answer);
    return answer.prints;
  }

  /**
   * Draws these prints to examine them; the other values are the same. The answer contains their faults; throws as `draw` does for anything
   * else.
   */
  async examine(order: Omit<DrawingOrder, 'isPrint'>, prints: NonNullable<DrawingRequest['examine']>): Promise<ExaminedPrint[]> {
    const answer = await this.#ask({ ...order, isPrint: false }, { examine: prints });
    if (answer.kind !== 'examined') throw failureOf(answer);
    return answer.examined;
  }

  /** Draws a label as a PNG; the compiled label is not cached. Throws as `draw` does. */
  async drawAsPng(order: Omit<DrawingOrder, 'isPrint'>): Promise<PngDrawing> {
    const answer = await this.#ask({ ...order, isPrint: false }, { drawAsPng: true });
    if (answer.kind !== 'drawnAsPng') throw failureOf(answer);
    const { png, hash, hdpi, vdpi } = answer;
    return { png, hash, hdpi, vdpi };
  }

  /** A line of text in a font of the set: the given text, else the characters of a sample text that the font has. Throws as `draw` does. */
  async sample(fonts: FontSet, font: FontName, text?: string): Promise<FontSample> {
    const order = { hash: 'sample', text: '', target: SAMPLE_TARGET, values: NO_VALUES, fonts, isPrint: false };
    const answer = await this.#ask(order, { sample: { font, text } });
    if (answer.kind !== 'sampled') throw failureOf(answer);
    return answer.sample;
  }

  async #ask(order: DrawingOrder, more: Omit<DrawingRequest, 'hash' | 'target' | 'values' | 'fonts'>): Promise<DrawingAnswer> {
    const { hash, target, values, fonts, isPrint } = order;
    const request: DrawingRequest = { hash, target, values, fonts: fonts.id, ...more };
    for (let attempt = 1; ; attempt += 1) {
      const slot = await this.#acquire(isPrint, keyOf(request));
      try {
        const answer = await askThread(slot, request, order);
        this.#health.works();
        return answer;
      } catch (error) {
        if (this.#isStopped) throw stopped();
        if (error instanceof DrawingRequeued) {
          attempt -= 1;
          continue;
        }
        if (error instanceof DrawingTooLong) throw tooLong(error);
        if (!slot.thread.isAlive && attempt < ATTEMPTS) continue;
        this.#health.suspect(() => this.draw(plainOrder(order)));
        throw slot.thread.isAlive ? error : failedTwice(error);
      } finally {
        this.#release(slot);
      }
    }
  }

  #acquire(isPrint: boolean, key: string): Promise<PoolSlot> {
    if (this.#isStopped) return Promise.reject(stopped());
    if (!isPrint && this.#waiting.length >= WAITING_LIMIT) return Promise.reject(tooMany());
    return new Promise((take, refuse) => {
      const waiting = { isPrint, key, take, refuse };
      const firstLook = isPrint ? this.#waiting.findIndex((other) => !other.isPrint) : -1;
      this.#waiting.splice(firstLook < 0 ? this.#waiting.length : firstLook, 0, waiting);
      this.#dispatch();
    });
  }

  /** Assigns waiting requests to threads. Previews leave one thread free for prints. */
  #dispatch(): void {
    for (const slot of this.#slots.filter(({ thread }) => !thread.isAlive)) this.#replace(slot);
    for (const slot of this.#slots.filter(({ thread, load }) => load === 0 && thread.isOverweight)) this.#replace(slot);
    for (;;) {
      const next = this.#waiting[0];
      const slot = next && this.#slotFor(next);
      if (!slot) return;
      this.#waiting.shift();
      slot.load += 1;
      slot.isPrinting = next.isPrint;
      slot.key = next.key;
      next.take(slot);
    }
  }

  #slotFor({ isPrint, key }: { isPrint: boolean; key: string }): PoolSlot | undefined {
    const free = this.#slots.filter(({ load }) => load === 0);
    const capacity = free.length + this.#size - this.#slots.length;
    if (capacity >= (isPrint || this.#size === 1 ? 1 : 2)) return free.find((slot) => slot.key === key) ?? free[0] ?? this.#open();
    if (isPrint || this.#size === 1) return undefined;
    return this.#slots
      .filter(({ load, isPrinting, thread }) => !isPrinting && load > 0 && load < PREVIEWS_PER_THREAD && !thread.isOverweight)
      .sort((one, other) => one.load - other.load)[0];
  }

  #release(slot: PoolSlot): void {
    slot.load -= 1;
    this.#dispatch();
  }

  #replace(slot: PoolSlot): void {
    this.#replaced += 1;
    this.#slots.splice(this.#slots.indexOf(slot), 1);
    void slot.thread.end();
    this.#open();
  }

  #open(): PoolSlot {
    const slot: PoolSlot = { thread: new DrawingThread(this.#limits, this.#entry), load: 0, isPrinting: false, key: '', supply: undefined };
    this.#slots.push(slot);
    return slot;
  }
}

/**
 * Sends document and fonts only to a thread that lacks them. If several requests lack the same, they are sent once, and the others ask
 * again.
 */
async function askThread(slot: PoolSlot, request: DrawingRequest, { text, fonts }: DrawingOrder): Promise<DrawingAnswer> {
  const { thread } = slot;
  await thread.ready;
  for (;;) {
    const answer = await thread.ask({ request });
    if (answer.kind !== 'lacking') return answer;
    if (!slot.supply) {
      const supplied = supply(thread, answer.fonts ? fonts : undefined, answer.held).then(() => thread.ask({ request, document: text }));
      const end = () => (slot.supply = undefined);
      slot.supply = supplied.then(end, end);
      return supplied;
    }
    await slot.supply;
  }
}

/** Sends the fonts that a thread lacks, and the names of the `held` ones. Throws when a font cannot be loaded. */
async function supply(thread: DrawingThread, fonts: FontSet | undefined, held: readonly string[]): Promise<void> {
  if (!fonts) return;
  const loaded = new Set(held);
  const fontFiles = fonts.files.map((font) => {
    const { family, style, bytes } = font;
    const key = fontKey(font);
    return { family, style, key, ...(!loaded.has(key) && { bytes }) };
  });
  const answer = await thread.ask({ fonts: fonts.id, fontFiles });
  if (answer.kind !== 'supplied') throw failureOf(answer);
}

/** A label with one character in the fonts of the order: if it fails, nothing can be drawn. */
function plainOrder({ fonts }: DrawingOrder): DrawingOrder {
  const [font] = fonts.files;
  const object = { type: 'Text', x: 0, y: 0, text: '0', font: { family: font?.family, style: font?.style, height: 3 } };
  const text = JSON.stringify({ format: 3, width: 10, height: 5, objs: [object] });
  return { hash: 'plain', text, target: SAMPLE_TARGET, values: NO_VALUES, fonts, isPrint: true };
}

function pictureOf(answer: DrawingAnswer): Picture {
  if (answer.kind !== 'drawn') throw failureOf(answer);
  const { planes, hash, hdpi, vdpi } = answer;
  return { planes, hash, hdpi, vdpi };
}

function failureOf(answer: DrawingAnswer): unknown {
  if (answer.kind === 'refused') return new ProblemError(answer.slug, answer.context);
  return answer.kind === 'failed' ? answer.error : new Error('A worker gave an answer of the wrong kind.');
}

function tooLong(cause: DrawingTooLong): ProblemError {
  const detail = `The label cannot be drawn: ${cause.message}. Use fewer objects, a smaller size or a lower resolution.`;
  return new ProblemError('cannot-render', { detail, errors: [{ pointer: '', detail }] }, { cause });
}

function failedTwice(cause: unknown): ProblemError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new ProblemError(
    'internal',
    { detail: `The label could not be drawn: the drawing threads failed twice. Last error: ${reason}` },
    { cause },
  );
}

function tooMany(): ProblemError {
  return new ProblemError('too-many-requests', { detail: `${WAITING_LIMIT} pictures are waiting to be drawn already.` });
}

function stopped(): ProblemError {
  return new ProblemError('internal', { detail: 'The label is not drawn: the controller is stopping.' });
}
