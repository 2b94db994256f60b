import type { Frames } from '#contract/api-v3/frame.ts';
import type { Printers } from './printers.ts';

const NOT_PRINTABLE = /[^\x20-\x7e]/g;

/** What printers and their devices say to each other, recorded while a person wants that. */
export class RecordedFrames {
  readonly #printers: Pick<Printers, 'get'>;

  constructor(printers: Pick<Printers, 'get'>) {
    this.#printers = printers;
  }

  /** The recorded data after the frame with that number, as bytes and as text. Throws `not-found`. */
  read(printer: string, after: number): Frames {
    const log = this.#printers.get(printer).frames;
    const frames = log.list(after).map(({ number, at, direction, bytes, length }) => ({
      ...{ number, at: new Date(at).toISOString(), direction, length },
      hex: Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' '),
      text: Buffer.from(bytes).toString('latin1').replace(NOT_PRINTABLE, '.'),
    }));
    return { recording: log.isOn, frames };
  }

  /** Starts or stops recording. A start forgets earlier data. Throws `not-found`. */
  record(printer: string, isOn: boolean): void {
    this.#printers.get(printer).frames.record(isOn);
  }
}
