import { EventStream } from './event-stream.ts';
import type { Endpoint } from './open-socket.ts';

export interface EventFollowerOptions extends Endpoint {
  /** 0 <= random() < 1; spreads the attempts of many stations and connections. */
  random: () => number;
  /** The stream shows that it is alive: the controller has reported all changes until now. */
  onAlive: () => void;
  /** The controller reports a change of this printer; undefined: of any printer. */
  onChanged: (printer: string | undefined) => void;
  /** The stream was alive and is not any more. */
  onLost: () => void;
}

/** Silence, in slots of about 50 ms, after which a stream counts as lost: two keep-alives. */
const SILENT_SLOTS = 20;
/** Slots that may pass until the first event. */
const OPENING_SLOTS = 40;
/** The first attempt comes within this many slots, and the pauses between attempts double up to the longest. */
const FIRST_PAUSE = 20;
const LONGEST_PAUSE = 1_200;

/**
 * Follows the events of one controller as long as it offers them: opens the stream, notices when it ends or falls silent, and tries again after
 * growing pauses with full jitter. Time is counted in slots (`tick`), so that a process that was busy, and has data waiting, loses no stream.
 */
export class EventFollower {
  readonly #options: EventFollowerOptions;
  #stream: EventStream | undefined;
  #isAlive = false;
  /** A keep-alive arrived in this slot. */
  #isConfirmed = false;
  /** Slots without an event. */
  #silence = 0;
  #failures = 0;
  /** Slots until the next attempt. */
  #pause: number;

  constructor(options: EventFollowerOptions) {
    this.#options = options;
    this.#pause = this.#nextPause();
  }

  /** Whether every change of a printer is reported at the moment. */
  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** Begins a slot. However many keep-alives arrive, they are passed on once. */
  tick(): void {
    if (this.#isConfirmed) this.#options.onAlive();
    this.#isConfirmed = false;
    if (!this.#stream) {
      this.#pause -= 1;
      if (this.#pause <= 0) this.#open();
      return;
    }
    this.#stream.tick();
    this.#silence += 1;
    if (this.#silence > (this.#isAlive ? SILENT_SLOTS : OPENING_SLOTS)) this.#lose();
  }

  stop(): void {
    this.#stream?.close();
    this.#stream = undefined;
    this.#isAlive = this.#isConfirmed = false;
  }

  #open(): void {
    this.#silence = 0;
    this.#stream = new EventStream(this.#options, {
      noticed: (notice) => {
        this.#silence = 0;
        if (notice.kind === 'changed') this.#options.onChanged(notice.printer);
        else this.#alive();
      },
      ended: () => this.#lose(),
    });
  }

  /** Before the first keep-alive, changes may have been missed. */
  #alive(): void {
    if (!this.#isAlive) this.#options.onChanged(undefined);
    this.#isAlive = this.#isConfirmed = true;
    this.#failures = 0;
  }

  #lose(): void {
    const wasAlive = this.#isAlive;
    this.stop();
    this.#failures += 1;
    this.#pause = this.#nextPause();
    if (wasAlive) this.#options.onLost();
  }

  #nextPause(): number {
    return Math.ceil(this.#options.random() * Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.#failures));
  }
}
