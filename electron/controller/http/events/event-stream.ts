import { Readable } from 'node:stream';
import { LONGEST_SILENCE, type EventGap, type EventType, type KeepAlive } from '#contract/api-v3/event.ts';
import type { Controller } from '#controller/controller.ts';

/**
 * Bytes that are buffered for a reader. A slower one catches up from the events stored for all readers, and gets a gap if they are gone.
 */
const MAX_BUFFERED = 16 * 1024;
/** How soon a reader that lost its connection should reconnect, in milliseconds. */
const RETRY = 'retry: 1000\n\n';

const EVENT_ID = /^([0-9a-z]+)-(\d{1,15})$/;

export interface EventStreamOptions {
  events: Controller['events'];
  /** Only events of these types are sent. */
  types: ReadonlySet<EventType>;
  /** Whether the reader may see events of a printer. */
  mayName: (printer: string) => boolean;
  /** The id of the last event that the reader has received; undefined for a new reader. */
  lastEventId: string | undefined;
  /** Milliseconds between two keep-alives; undefined: only after a long silence. */
  keepAlive?: number | undefined;
}

/** Events as server-sent events, starting after the last one that the reader has received. The only state per reader is its position. */
export class EventStream extends Readable {
  readonly #events: Controller['events'];
  readonly #types: ReadonlySet<EventType>;
  readonly #mayName: (printer: string) => boolean;
  readonly #unfollow: () => void;
  readonly #clock: NodeJS.Timeout;
  /** Whether keep-alives are sent between other events too. */
  readonly #isRegular: boolean;
  /** The number of the next event to send. */
  #position: number;
  #gap: EventGap['reason'] | undefined;
  /** Whether the reader accepts more. */
  #isWanted = false;
  #isWoken = false;
  /** The first message confirms that the stream is open, and from where it continues. */
  #isKeepAliveDue = true;
  #beginning = RETRY;

  constructor({ events, types, mayName, lastEventId, keepAlive }: EventStreamOptions) {
    super({ highWaterMark: MAX_BUFFERED });
    this.#events = events;
    this.#types = types;
    this.#mayName = mayName;
    this.#isRegular = keepAlive !== undefined;
    this.#position = events.next;
    if (lastEventId !== undefined) this.#resume(lastEventId);
    this.#unfollow = events.subscribe(() => this.#wake());
    this.#clock = setInterval(() => {
      this.#isKeepAliveDue = true;
      this.#send();
    }, keepAlive ?? LONGEST_SILENCE).unref();
  }

  /** Ends the stream in order; with unread data it is destroyed instead of waiting for the reader. */
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
    if (epoch === this.#events.epoch && seen < this.#events.next) this.#position = seen + 1;
    else this.#gap = 'other-run';
  }

  /** Sends in the next turn of the event loop, because events come in bursts and the publisher must not wait. */
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
    this.#isWanted = false;
    this.#isKeepAliveDue &&= this.#isRegular && !this.#isCaughtUp();
    const beginning = this.#beginning;
    this.#beginning = '';
    this.push(beginning + text);
  }

  /** As much text as the buffer holds; empty when there is nothing to send. */
  #next(): string {
    let text = this.#gapText();
    while (this.#position < this.#events.next && text.length < MAX_BUFFERED) text += this.#eventText(this.#position++);
    const isNext = this.#isRegular ? this.#isCaughtUp() : text === '';
    return this.#isKeepAliveDue && isNext ? text + this.#keepAliveText() : text;
  }

  #isCaughtUp(): boolean {
    return this.#position >= this.#events.next;
  }

  #gapText(): string {
    const { first, next } = this.#events;
    if (this.#position < first) this.#gap ??= 'forgotten';
    if (this.#gap === undefined) return '';
    const gap: EventGap = { type: 'gap', reason: this.#gap, next };
    this.#gap = undefined;
    this.#position = next;
    return this.#frame(next - 1, gap);
  }

  #eventText(number: number): string {
    const found = this.#events.find(number);
    if (!found || !this.#types.has(found.event.type)) return '';
    if ('printer' in found.event && found.event.printer !== undefined && !this.#mayName(found.event.printer)) return '';
    const { type, ...rest } = found.event;
    return this.#frame(number, { type, at: new Date(found.at).toISOString(), ...rest });
  }

  /** Carries the id of the last event even if none was sent to this reader, so that it can resume after it. */
  #keepAliveText(): string {
    const { next } = this.#events;
    const keepAlive: KeepAlive = { type: 'keep-alive', next };
    return this.#frame(next - 1, keepAlive);
  }

  /** JSON text contains no line breaks, so no name can end an event early. */
  #frame(number: number, data: Record<string, unknown> & { type: string }): string {
    return `id: ${this.#events.epoch}-${number}\nevent: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
  }
}
