import type { EmulatedVideojetCoder } from './emulated-videojet-coder.ts';

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
  readonly #coder: EmulatedVideojetCoder;
  #received = '';

  constructor(coder: EmulatedVideojetCoder) {
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
    return this.#answerQuestion(frame) ?? this.#act(frame.slice(0, 1), frame.slice(1));
  }

  #answerQuestion(frame: string): string | undefined {
    const { status, selected = '', head } = this.#coder;
    const count = String(head.count).padStart(10, '0');
    return { E: status, Q: selected, GA: count, GB: count }[frame];
  }

  #act(type: string, data: string): boolean {
    if (type === 'R' && /^[AB]$/.test(data)) return this.#resetCount();
    if (type === 'O' && /^[01]$/.test(data)) return this.#setPrinting(data === '1');
    if (type === 'M') return this.#select(data);
    if (type === 'U') return this.#update(data);
    if (type === 'D') return this.#coder.fields.delete(data);
    return SETTINGS.test(type + data);
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
