import type { EmulatedDominoCoder } from './emulated-domino-coder.ts';

const ESC = '\x1b';
const EOT = '\x04';
const ACK = '\x06';
const NAK = '\x15';
/** Codes of refusals. */
const FULL = '000';
const UNKNOWN = '003';
const OUT_OF_RANGE = '007';
const SYNTAX = '009';
const DISABLED = '027';
const NO_SUCH_FILE = '052';
const NO_START = '002';
const NOT_RESETTABLE = '020';

/** The commands that one connection sends. The coder stops listening at the end of a command: what comes with it is lost. */
export class CodenetCommands {
  readonly #coder: EmulatedDominoCoder;
  #received = '';

  constructor(coder: EmulatedDominoCoder) {
    this.#coder = coder;
  }

  receive(bytes: Buffer): Buffer[] {
    this.#received += bytes.toString('latin1');
    const end = this.#received.indexOf(EOT);
    if (end < 0) return [];
    const command = this.#received.slice(0, end);
    this.#received = '';
    const answer = command.startsWith(ESC) ? this.#follow(command.slice(1)) : NAK + NO_START;
    return [Buffer.from(answer, 'latin1')];
  }

  #follow(command: string): string {
    for (const [pattern, act] of this.#commands()) {
      const match = pattern.exec(command);
      if (match) return act(match);
    }
    return NAK + UNKNOWN;
  }

  #commands(): [RegExp, (match: RegExpExecArray) => string][] {
    return [...this.#questions(), ...this.#settings(), ...this.#printing()];
  }

  #questions(): [RegExp, (match: RegExpExecArray) => string][] {
    const coder = this.#coder;
    const { alert, lights, jet } = coder.condition;
    return [
      [/^A\?$/, () => reply(`A${coder.model}56060670100`)],
      [/^C\?$/, () => reply(`C${coder.clock}`)],
      [/^O1\?$/, () => reply(`O1${alert}${lights}`)],
      [/^1C\?$/, () => reply(`1C${coder.canPrint ? '000' : '299'}00800`)],
      [/^OS\?$/, () => (coder.hasJetState ? reply(`OS1${String.fromCharCode(jet)}\x07`) : NAK + UNKNOWN)],
      [/^T([12])\?$/, ([, counter = '']) => this.#count(counter)],
      [/^P1\?$/, () => reply(`P1${(coder.selected ?? '000').slice(0, 3)}`)],
      [/^Q1\?$/, () => reply(`Q1${coder.isHeadEnabled ? 'Y' : 'N'}`)],
      [/^I1?\?$/, () => reply(`I1${coder.report}`)],
      [/^y\?$/, () => reply('y007006')],
    ];
  }

  #settings(): [RegExp, (match: RegExpExecArray) => string][] {
    const coder = this.#coder;
    const done = (act: () => void): string => {
      act();
      return ACK;
    };
    return [
      [/^C(\d{16})$/, ([, clock = '']) => done(() => (coder.clock = clock))],
      [/^Q1([YN])$/, ([, letter]) => done(() => (coder.isHeadEnabled = letter === 'Y'))],
      [/^OS([01])$/, ([, state]) => done(() => coder.set('jet-off', state === '0'))],
      [/^I1([ 1-4A-Z])$/, ([, report = ' ']) => done(() => (coder.report = report))],
      [/^S(\d{3}).+$/s, ([, name = '']) => done(() => coder.messages.add(name))],
      [/^(?:0[YN][0-7]|\[1[YN]\d{4,5}|OP[0-9F]{13,17})$/, () => ACK],
    ];
  }

  #printing(): [RegExp, (match: RegExpExecArray) => string][] {
    return [
      [/^ON1(\d\d)(.*)$/, ([, length, name = '']) => this.#select(Number(length), name)],
      [/^OE0000[012]$/, () => this.#clear()],
      [/^OE(\d{4})(.*)$/s, ([, length, block = '']) => this.#take(Number(length), block)],
      [/^\}J1$/, () => this.#clear()],
      // It has no queue of a serial port.
      [/^\}J0$/, () => NAK + OUT_OF_RANGE],
      [/^N[12]$/, () => this.#printGo()],
    ];
  }

  #count(counter: string): string {
    const { counter: kind, head } = this.#coder;
    if (counter === '2' && kind === 'refused') return NAK + NOT_RESETTABLE;
    return reply(`T${counter}${String(head.count).padStart(10, '0')}`);
  }

  #select(length: number, name: string): string {
    if (name.length !== length) return NAK + SYNTAX;
    if (!this.#coder.messages.has(name)) return NAK + NO_SUCH_FILE;
    this.#coder.selected = name;
    return ACK;
  }

  #take(length: number, block: string): string {
    const coder = this.#coder;
    if (length < 1 || length > 1_024 || block.length !== length) return NAK + OUT_OF_RANGE;
    if (coder.isRefusing) return NAK + DISABLED;
    if (coder.block !== undefined) return NAK + FULL;
    coder.block = block;
    if (coder.hasDetector) coder.head.expectProduct();
    return ACK;
  }

  #clear(): string {
    this.#coder.block = undefined;
    return ACK;
  }

  /** As if the product detector had seen a product. */
  #printGo(): string {
    if (this.#coder.isRefusingGo) return NAK + DISABLED;
    this.#coder.head.expectProduct();
    return ACK;
  }
}

function reply(text: string): string {
  return `${ESC}${text}${EOT}`;
}
