import type { Socket } from 'node:net';
import type { EventType } from '#contract/api-v3/event.ts';
import { apiPath, queryText } from '../connections/controller-path.ts';
import { BadAnswerError } from '../connections/unreachable.ts';
import { AnswerReader } from './answer-reader.ts';
import { EventFrames, type Notice } from './event-frames.ts';
import { getRequests, openSocket, type Endpoint } from './open-socket.ts';

export interface EventStreamListener {
  noticed(notice: Notice): void;
  /** Called once: the server has ended the stream, or something is wrong with it. */
  ended(error: Error): void;
}

/** The events after which the status or the counters of a printer without a job may differ. */
const TYPES: readonly EventType[] = [
  ...(['printer:state', 'printer:condition', 'printer:changed', 'printer:renamed', 'queue:changed', 'print:settled'] as const),
  ...(['trigger:bounced', 'trigger:missed', 'first-print:checked', 'clock:changed', 'disk:changed'] as const),
];
/** How often the controller has to show that the stream is alive, in milliseconds. */
const KEEP_ALIVE = 500;
/** Bytes that are read in a slot; the controller waits, or leaves events out and says so. */
const BYTES_PER_SLOT = 64 * 1024;
const MEDIA_TYPE = 'text/event-stream';

/** The event stream of a controller, over a socket of its own. Its owner calls `tick` in every slot, and closes it. */
export class EventStream {
  readonly #socket: Socket;
  readonly #listener: EventStreamListener;
  readonly #reader = new AnswerReader((bytes) => this.#take(bytes));
  readonly #frames = new EventFrames();
  #taken = 0;
  #isEnded = false;
  #error: Error | undefined;

  constructor(endpoint: Endpoint, listener: EventStreamListener) {
    this.#listener = listener;
    const path = apiPath`/events` + queryText({ types: TYPES.join(), keepAlive: KEEP_ALIVE });
    const request = getRequests(endpoint, MEDIA_TYPE)(path);
    this.#socket = openSocket(endpoint, {
      ready: () => void this.#socket.write(request, 'latin1'),
      read: (bytes) => this.#read(bytes),
    });
    this.#socket.on('error', (error) => (this.#error ??= error));
    this.#socket.once('close', () => this.#end());
  }

  /** Begins a slot. */
  tick(): void {
    this.#taken = 0;
    this.#socket.resume();
  }

  /** Ends the stream without calling the listener. */
  close(): void {
    this.#isEnded = true;
    this.#socket.destroy();
  }

  #read(bytes: Buffer): void {
    try {
      this.#reader.read(bytes);
      this.#refuseOther();
      if (this.#reader.isComplete) this.#socket.destroy();
    } catch (error) {
      this.#error = error instanceof Error ? error : new Error(String(error));
      this.#socket.destroy();
    }
  }

  /** A controller without the stream, or one that does not know its query. */
  #refuseOther(): void {
    const { head } = this.#reader;
    if (head && (head.status !== 200 || !head.contentType.startsWith(MEDIA_TYPE))) throw new BadAnswerError('there are no events');
  }

  #take(bytes: Buffer): void {
    this.#refuseOther();
    this.#taken += bytes.length;
    if (this.#taken > BYTES_PER_SLOT) this.#socket.pause();
    for (const notice of this.#frames.read(bytes)) if (!this.#isEnded) this.#listener.noticed(notice);
  }

  #end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#listener.ended(this.#error ?? new Error('the stream has ended'));
  }
}
