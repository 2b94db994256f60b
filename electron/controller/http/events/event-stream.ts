import { Readable } from 'node:stream';
import type { EventGap, EventType, KeepAlive } from '#contract/api-v3/event.ts';
import type { Controller } from '#controller/controller.ts';

/** Bytes that wait for the reader. Whoever is slower reads from what is kept for all, and is told of a gap where that holds it no more. */
const MOST_WAITING = 16 * 1024;
/** How long nothing is sent at most, in milliseconds: shorter than what takes a silent connection for a dead one. */
const KEEP_ALIVE = 15_000;
/** How soon a reader that lost its connection is to come back, in milliseconds. */
const RETRY = 'retry: 1000\n\n';

const EVENT_ID = /^([0-9a-z]+)-(\d{1,15})$/;

export interface EventStreamOptions {
  events: Controller['events'];
  /** Those of other types are left out. */
  types: ReadonlySet<EventType>;
  /** Whether the reader may know of a printer: what happens on the others is left out. */
  mayName: (printer: string) => boolean;
  /** The id that the reader has seen last; undefined for one that begins. */
  lastEventId: string | undefined;
}

/** What has happened, as server-sent events, from behind the last one that the reader has seen. Nothing is kept for a reader but its place. */
export class EventStream extends Readable {
  readonly #events: Controller['events'];
  readonly #types: ReadonlySet<EventType>;
  readonly #mayName: (printer: string) => boolean;
  readonly #unfollow: () => void;
  readonly #clock: NodeJS.Timeout;
  /** The number of the next event to send. */
  #place: number;
  #gap: EventGap['reason'] | undefined;
  /** Whether the reader has room. */
  #isWanted = false;
  #isWoken = false;
  /** What comes first says that the stream stands, and from where it goes on. */
  #isKeepAliveDue = true;
  #beginning = RETRY;

  constructor({ events, types, mayName, lastEventId }: EventStreamOptions) {
    super({ highWaterMark: MOST_WAITING });
    this.#events = events;
    this.#types = types;
    this.#mayName = mayName;
    this.#place = events.next;
    if (lastEventId !== undefined) this.#resume(lastEventId);
    this.#unfollow = events.follow(() => this.#wake());
    this.#clock = setInterval(() => {
      this.#isKeepAliveDue = true;
      this.#send();
    }, KEEP_ALIVE).unref();
  }

  /** Ends it in order; a reader that leaves things lying is not waited for. */
  close(): void {
    this.#isWanted = false;
    this.#unfollow();
    if (this.readableLength > 0) this.destroy();
    else this.push(null);
  }

  override _read(): void {
    this.#isWanted = true;
    this.#send();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#unfollow();
    clearInterval(this.#clock);
    done(error);
  }

  #resume(lastEventId: string): void {
    const [, epoch, number] = EVENT_ID.exec(lastEventId) ?? [];
    const seen = Number(number);
    if (epoch === this.#events.epoch && seen < this.#events.next) this.#place = seen + 1;
    else this.#gap = 'other-run';
  }

  /** Events come in flocks, and whoever tells one is not kept waiting: they are sent with the next turn of the event loop. */
  #wake(): void {
    if (this.#isWoken) return;
    this.#isWoken = true;
    setImmediate(() => {
      this.#isWoken = false;
      this.#send();
    });
  }

  #send(): void {
    if (!this.#isWanted || this.destroyed) return;
    const text = this.#next();
    if (text === '') return;
    this.#isWanted = this.#isKeepAliveDue = false;
    const beginning = this.#beginning;
    this.#beginning = '';
    this.push(beginning + text);
  }

  /** As much as the reader takes at once; empty when there is nothing to say. */
  #next(): string {
    let text = this.#gapText();
    while (this.#place < this.#events.next && text.length < MOST_WAITING) text += this.#eventText(this.#place++);
    return text === '' && this.#isKeepAliveDue ? this.#keepAliveText() : text;
  }

  #gapText(): string {
    const { first, next } = this.#events;
    if (this.#place < first) this.#gap ??= 'forgotten';
    if (this.#gap === undefined) return '';
    const gap: EventGap = { type: 'gap', reason: this.#gap, next };
    this.#gap = undefined;
    this.#place = next;
    return this.#frame(next - 1, gap);
  }

  #eventText(number: number): string {
    const found = this.#events.find(number);
    if (!found || !this.#types.has(found.fact.type)) return '';
    if ('printer' in found.fact && !this.#mayName(found.fact.printer)) return '';
    const { type, ...rest } = found.fact;
    return this.#frame(number, { type, at: new Date(found.at).toISOString(), ...rest });
  }

  /** Names the last event also to a reader that was sent none of them, so that it can go on behind it. */
  #keepAliveText(): string {
    const { next } = this.#events;
    const keepAlive: KeepAlive = { type: 'keep-alive', next };
    return this.#frame(next - 1, keepAlive);
  }

  /** JSON has no line ends of its own: what a name holds cannot end an event. */
  #frame(number: number, data: Record<string, unknown> & { type: string }): string {
    return `id: ${this.#events.epoch}-${number}\nevent: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
  }
}
