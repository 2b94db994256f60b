import type { WsiEmulator } from './wsi-emulator.ts';

const STX = '\x02';
const ETX = '\x03';
const MAX_MESSAGE_NAME = 30;
const MAX_VALUE = 50;
/** Commands that some models do not know. */
const OPTIONAL = /^[QOGRZ]/;
/** Commands for texts, logos, parameters, widths, the clock and the jet: it takes them, and they change nothing here. */
const SETTINGS = /^(?:[CKJ]$|[TPHBL].|Z\d{12}$)/s;

/** The commands that one connection sends. */
export class WsiCommands {
  readonly #coder: WsiEmulator;
  #received = '';

  constructor(coder: WsiEmulator) {
    this.#coder = coder;
  }

  receive(bytes: Buffer): Buffer[] {
    this.#received += bytes.toString('latin1');
    const answers: Buffer[] = [];
    for (let frame = this.#next(); frame !== undefined; frame = this.#next()) answers.push(Buffer.from(this.#answer(frame), 'latin1'));
    return answers;
  }

  /** The data of the next whole frame. What is before it is dropped. */
  #next(): string | undefined {
    const end = this.#received.indexOf(ETX);
    if (end < 0) return undefined;
    const start = this.#received.lastIndexOf(STX, end);
    const frame = start < 0 ? '' : this.#received.slice(start + 1, end);
    this.#received = this.#received.slice(end + 1);
    return frame;
  }

  #answer(frame: string): string {
    const outcome = !this.#coder.isComplete && OPTIONAL.test(frame) ? false : this.#follow(frame);
    if (typeof outcome === 'string') return `${STX}${outcome}${ETX}`;
    return `${outcome ? '$' : '!'}${checksum(frame)}`;
  }

  /** Data, or whether the command was followed. */
  #follow(frame: string): string | boolean {
    const coder = this.#coder;
    const [type, rest] = [frame.slice(0, 1), frame.slice(1)];
    if (frame === 'E') return coder.status;
    if (frame === 'Q') return coder.selected ?? '';
    if (frame === 'GA' || frame === 'GB') return String(coder.head.count).padStart(10, '0');
    if (frame === 'RA' || frame === 'RB') return this.#resetCount();
    if (frame === 'O1' || frame === 'O0') return this.#setPrinting(rest === '1');
    if (type === 'M') return this.#select(rest);
    if (type === 'U') return this.#update(rest);
    if (type === 'D') return coder.fields.delete(rest);
    return SETTINGS.test(frame);
  }

  #resetCount(): boolean {
    this.#coder.head.count = 0;
    return true;
  }

  #setPrinting(isOn: boolean): boolean {
    if (isOn && this.#coder.isRefusing) return false;
    this.#coder.isPrintOn = isOn;
    if (isOn) this.#coder.head.expectProduct();
    return true;
  }

  #select(name: string): boolean {
    if (name.length > MAX_MESSAGE_NAME || !this.#coder.messages.has(name)) return false;
    this.#coder.selected = name;
    return true;
  }

  #update(data: string): boolean {
    const [name = '', value, more] = data.split('\n');
    if (this.#coder.isRefusing || name === '' || value === undefined || value.length > MAX_VALUE || more !== undefined) return false;
    this.#coder.fields.set(name, value);
    return true;
  }
}

function checksum(frame: string): string {
  const sum = Buffer.from(frame, 'latin1').reduce((total, byte) => total + byte, 0) % 256;
  return sum.toString(16).toUpperCase().padStart(2, '0');
}
