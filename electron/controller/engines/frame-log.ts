/** One piece of data on the connection to a device. */
export interface Frame {
  /** Counts the frames from 1. */
  number: number;
  /** Milliseconds since the epoch. */
  at: number;
  direction: 'sent' | 'received';
  /** At most `MAX_FRAME_BYTES`. */
  bytes: Uint8Array;
  /** Number of bytes before it was shortened. */
  length: number;
}

const MAX_FRAMES = 500;
/** The rest of a longer frame, usually a picture, is not kept. */
const MAX_FRAME_BYTES = 512;

/**
 * The last data on the connection to a device, while recording is on. Takes at most 256 KB. It is shown and saved: an engine adds what
 * belongs to its protocol, never the credentials of the connection.
 */
export class FrameLog {
  readonly #now: () => number;
  #frames: Frame[] = [];
  #isOn = false;
  #count = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /** Starts or stops recording. A start forgets earlier frames; their numbers are not used again. */
  record(isOn: boolean): void {
    if (isOn && !this.#isOn) this.#frames = [];
    this.#isOn = isOn;
  }

  add(direction: Frame['direction'], bytes: Uint8Array): void {
    if (!this.#isOn) return;
    const number = (this.#count += 1);
    this.#frames.push({
      number,
      at: this.#now(),
      direction,
      bytes: Uint8Array.from(bytes.subarray(0, MAX_FRAME_BYTES)),
      length: bytes.length,
    });
    if (this.#frames.length > MAX_FRAMES) this.#frames.shift();
  }

  /** The frames after the one with that number, oldest first. */
  list(after = 0): readonly Frame[] {
    return this.#frames.filter(({ number }) => number > after);
  }
}
