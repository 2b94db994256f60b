import { availableParallelism } from 'node:os';
import type { Review } from '#contract/api-v3/simulation.ts';
import { ProblemError } from '#contract/problem.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import type { PlanesTarget } from '#rendering/print-planes.ts';
import type { ExaminedPrint } from '#rendering/review/examine-prints.ts';
import type { FontName } from '#rendering/text/fonts.ts';
import type { FontSet } from '../fonts/fonts.ts';
import type { Picture } from '../jobs/picture.ts';
import { keyOf } from './compiled-labels.ts';
import { DrawingHealth, type DrawingHealthOptions } from './drawing-health.ts';
import { DrawingPutBack, DrawingThread, DrawingTooLong, type ThreadLimits } from './drawing-thread.ts';
import { fontKey } from './font-key.ts';
import type { CheckedPrint, CheckedRows, DrawingAnswer, DrawingRequest, FontSample, ProvedDrawing, WorkerMemory } from './messages.ts';

/** A label that is drawn once. */
export interface DrawingOrder {
  /** Of the document: the same hash always stands for the same text. */
  hash: string;
  /** The label as JSON. */
  text: string;
  target: PlanesTarget;
  values: PrintValues;
  fonts: FontSet;
  /** A product waits for it: it goes before whatever is only looked at. */
  isPrint: boolean;
}

export interface DrawingPoolOptions extends DrawingHealthOptions {
  /** How many threads draw. Two at least: one of them is always free for prints, however long a person's label takes. */
  size?: number;
  limits?: Partial<ThreadLimits>;
  /** What the threads run. */
  entry?: URL;
}

const DEFAULT_LIMITS: ThreadLimits = { cpu: 1_000, wall: 60_000, memory: 512, external: 384, heap: 512 };
/** Pictures to look at that may wait; prints are bounded by their lines. */
const WAITING_LIMIT = 256;
/** A drawing whose thread fails gets one more. */
const ATTEMPTS = 2;
/** What is only looked at follows in the same thread at once, so that it need not wait for a turn of this one: as many as one commit takes. */
const LOOKS_PER_THREAD = 128;
/** Values of what is drawn for its own sake. */
const NO_VALUES: PrintValues = { moment: { epochMs: 0, timeZone: 'UTC' }, variables: new Map(), counters: new Map(), row: undefined };
const SAMPLE_TARGET: PlanesTarget = { hdpi: 300, vdpi: 300 };

interface Seat {
  thread: DrawingThread;
  /** What it was asked for and has not answered. */
  load: number;
  isPrinting: boolean;
  /** What it drew last: its memory is warm for that. */
  key: string;
  /** Ends once it has the document and the fonts that it is being given. */
  supply: Promise<unknown> | undefined;
}

/**
 * Threads that draw labels. A thread that crashes, draws for too long or takes too much memory is replaced, and the others go on. What is
 * drawn arrives whole or not at all. Threads are opened when they are first needed.
 */
export class DrawingPool {
  readonly #size: number;
  readonly #limits: ThreadLimits;
  readonly #entry: URL | undefined;
  readonly #seats: Seat[] = [];
  readonly #waiting: { isPrint: boolean; key: string; take: (seat: Seat) => void; refuse: (error: Error) => void }[] = [];
  readonly #health: DrawingHealth;
  #isStopped = false;
  #replaced = 0;

  constructor({ size = Math.max(2, availableParallelism() - 1), limits, entry, ...health }: DrawingPoolOptions = {}) {
    this.#health = new DrawingHealth(health);
    this.#size = size;
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
    this.#entry = entry;
  }

  /** Opens the threads, so that the first print need not wait for one. */
  start(): void {
    while (this.#seats.length < this.#size) this.#open();
  }

  /** Ends the threads. What waits or is being drawn is refused. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#health.stop();
    for (const { refuse } of this.#waiting.splice(0)) refuse(stopped());
    await Promise.all(this.#seats.splice(0).map(({ thread }) => thread.end()));
  }

  /** Whether nothing is drawn and nothing waits, so that what is not needed yet takes no thread from anybody. */
  get isIdle(): boolean {
    return this.#waiting.length === 0 && this.#seats.every(({ load }) => load === 0);
  }

  /** Why nothing can be drawn at all; undefined while labels are drawn. It ends by itself. */
  get fault(): string | undefined {
    return this.#health.fault;
  }

  /** Memory of each thread in bytes, and how many threads were replaced since the start. */
  figures(): { threads: readonly WorkerMemory[]; replaced: number } {
    return { threads: this.#seats.map(({ thread }) => thread.memory), replaced: this.#replaced };
  }

  /**
   * Draws a label. Throws `cannot-render`, also for a label that takes too long, `too-many-requests` when too many wait to be
   * looked at, and `internal` when two threads in a row failed over it.
   */
  async draw(order: DrawingOrder): Promise<Picture> {
    return pictureOf(await this.#ask(order, {}));
  }

  /** Looks at a label that is not drawn: what is wrong with it is in the answer. Throws as `draw` does for all else. */
  async review(order: Omit<DrawingOrder, 'isPrint'>, printableHeight: number | undefined): Promise<Review> {
    const answer = await this.#ask({ ...order, isPrint: false }, { review: { printableHeight } });
    if (answer.kind !== 'reviewed') throw failureOf(answer);
    return answer.review;
  }

  /** Checks a print of each of these rows without drawing it, the other values alike. Throws as `draw` does for what is wrong with the label itself. */
  async check(order: Omit<DrawingOrder, 'isPrint'>, rows: readonly PrintValues['row'][]): Promise<CheckedRows> {
    const answer = await this.#ask({ ...order, isPrint: false }, { rows });
    if (answer.kind !== 'checked') throw failureOf(answer);
    return answer.checked;
  }

  /** The same, where what is wrong with a row is told of each. */
  async checkEach(order: Omit<DrawingOrder, 'isPrint'>, rows: readonly PrintValues['row'][]): Promise<CheckedPrint[]> {
    const answer = await this.#ask({ ...order, isPrint: false }, { each: rows });
    if (answer.kind !== 'checkedEach') throw failureOf(answer);
    return answer.prints;
  }

  /** Draws these prints to look at them, the other values alike. What is wrong with them is in the answer; throws as `draw` does for all else. */
  async examine(order: Omit<DrawingOrder, 'isPrint'>, prints: NonNullable<DrawingRequest['examine']>): Promise<ExaminedPrint[]> {
    const answer = await this.#ask({ ...order, isPrint: false }, { examine: prints });
    if (answer.kind !== 'examined') throw failureOf(answer);
    return answer.examined;
  }

  /** Draws a label this once, as a picture to be kept. Throws as `draw` does. */
  async prove(order: Omit<DrawingOrder, 'isPrint'>): Promise<ProvedDrawing> {
    const answer = await this.#ask({ ...order, isPrint: false }, { prove: true });
    if (answer.kind !== 'proved') throw failureOf(answer);
    const { png, hash, hdpi, vdpi } = answer;
    return { png, hash, hdpi, vdpi };
  }

  /** A line of text in a font of the set: the text given, else as much of a common one as the font has. Throws as `draw` does. */
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
      const seat = await this.#take(isPrint, keyOf(request));
      try {
        const answer = await converse(seat, request, order);
        this.#health.works();
        return answer;
      } catch (error) {
        if (this.#isStopped) throw stopped();
        if (error instanceof DrawingPutBack) {
          attempt -= 1;
          continue;
        }
        if (error instanceof DrawingTooLong) throw tooLong(error);
        if (!seat.thread.isAlive && attempt < ATTEMPTS) continue;
        this.#health.suspect(() => this.draw(plainOrder(order)));
        throw seat.thread.isAlive ? error : failedTwice(error);
      } finally {
        this.#giveBack(seat);
      }
    }
  }

  #take(isPrint: boolean, key: string): Promise<Seat> {
    if (this.#isStopped) return Promise.reject(stopped());
    if (!isPrint && this.#waiting.length >= WAITING_LIMIT) return Promise.reject(tooMany());
    return new Promise((take, refuse) => {
      const waiting = { isPrint, key, take, refuse };
      const firstLook = isPrint ? this.#waiting.findIndex((other) => !other.isPrint) : -1;
      this.#waiting.splice(firstLook < 0 ? this.#waiting.length : firstLook, 0, waiting);
      this.#serve();
    });
  }

  /** Seats those who wait. Whoever only looks leaves one thread to the prints. */
  #serve(): void {
    for (const seat of this.#seats.filter(({ thread }) => !thread.isAlive)) this.#replace(seat);
    for (const seat of this.#seats.filter(({ thread, load }) => load === 0 && thread.isOverweight)) this.#replace(seat);
    for (;;) {
      const next = this.#waiting[0];
      const seat = next && this.#seatFor(next);
      if (!seat) return;
      this.#waiting.shift();
      seat.load += 1;
      seat.isPrinting = next.isPrint;
      seat.key = next.key;
      next.take(seat);
    }
  }

  #seatFor({ isPrint, key }: { isPrint: boolean; key: string }): Seat | undefined {
    const free = this.#seats.filter(({ load }) => load === 0);
    const room = free.length + this.#size - this.#seats.length;
    if (room >= (isPrint || this.#size === 1 ? 1 : 2)) return free.find((seat) => seat.key === key) ?? free[0] ?? this.#open();
    if (isPrint || this.#size === 1) return undefined;
    return this.#seats
      .filter(({ load, isPrinting, thread }) => !isPrinting && load > 0 && load < LOOKS_PER_THREAD && !thread.isOverweight)
      .sort((one, other) => one.load - other.load)[0];
  }

  #giveBack(seat: Seat): void {
    seat.load -= 1;
    this.#serve();
  }

  #replace(seat: Seat): void {
    this.#replaced += 1;
    this.#seats.splice(this.#seats.indexOf(seat), 1);
    void seat.thread.end();
    this.#open();
  }

  #open(): Seat {
    const seat: Seat = { thread: new DrawingThread(this.#limits, this.#entry), load: 0, isPrinting: false, key: '', supply: undefined };
    this.#seats.push(seat);
    return seat;
  }
}

/**
 * Hands over the document and the fonts only to a thread that lacks them. Where many ask for the same they are handed over once: the others
 * ask again.
 */
async function converse(seat: Seat, request: DrawingRequest, { text, fonts }: DrawingOrder): Promise<DrawingAnswer> {
  const { thread } = seat;
  await thread.ready;
  for (;;) {
    const answer = await thread.ask({ request });
    if (answer.kind !== 'lacking') return answer;
    if (!seat.supply) {
      const supplied = supply(thread, answer.fonts ? fonts : undefined, answer.held).then(() => thread.ask({ request, document: text }));
      const end = () => (seat.supply = undefined);
      seat.supply = supplied.then(end, end);
      return supplied;
    }
    await seat.supply;
  }
}

/** Hands over the fonts that a thread lacks, and the names of those that it `held`. Throws what is wrong with them. */
async function supply(thread: DrawingThread, fonts: FontSet | undefined, held: readonly string[]): Promise<void> {
  if (!fonts) return;
  const known = new Set(held);
  const fontFiles = fonts.files.map((font) => {
    const { family, style, bytes } = font;
    const key = fontKey(font);
    return { family, style, key, ...(!known.has(key) && { bytes }) };
  });
  const answer = await thread.ask({ fonts: fonts.id, fontFiles });
  if (answer.kind !== 'supplied') throw failureOf(answer);
}

/** A label with one character in the fonts of the order: if that cannot be drawn nothing can. */
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
  return answer.kind === 'failed' ? answer.error : new Error('A worker did not answer what it was asked.');
}

function tooLong(cause: DrawingTooLong): ProblemError {
  const detail = `The label cannot be drawn: ${cause.message}. Use fewer objects, a smaller size or a lower resolution.`;
  return new ProblemError('cannot-render', { detail, errors: [{ pointer: '', detail }] }, { cause });
}

function failedTwice(cause: unknown): ProblemError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new ProblemError(
    'internal',
    { detail: `The label could not be drawn: what draws it failed twice, at last with: ${reason}` },
    { cause },
  );
}

function tooMany(): ProblemError {
  return new ProblemError('too-many-requests', { detail: `${WAITING_LIMIT} pictures wait to be drawn already.` });
}

function stopped(): ProblemError {
  return new ProblemError('internal', { detail: 'The label is not drawn: the controller is stopping.' });
}
