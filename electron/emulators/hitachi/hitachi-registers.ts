import { RegisterFault } from '../modbus/register-fault.ts';
import type { HitachiMechanism } from './hitachi-mechanism.ts';

export interface HitachiIdentity {
  model: string;
  serial: number;
}

export interface HitachiRegistersOptions {
  mechanism: HitachiMechanism;
  identity: HitachiIdentity;
}

const NO_REGISTER = 2;
const NO_VALUE = 3;
const NOT_NOW = 4;
const ON = 0x31;
const OFF = 0x30;
const NO_WARNING = 0x30;
const CHANGE = 0x0000;
const ITEMS = 0x0008;
const LENGTHS = 0x0020;
const CONTENTS = 0x0084;
const RECALL = 0x1006;
const ON_LINE = 0x2490;
const REMOTE = 0x2494;
const MAX_ITEMS = 100;
const MODEL = 0x0010;
const MODEL_LENGTH = 16;
const SERIAL = 0x0020;
const COUNT = 0x0052;
const CLEAR_FAULT = 4;

/** The registers of a Hitachi coder. Throws a `RegisterFault`. */
export class HitachiRegisters {
  isOnLine = true;
  /** It takes no text but blanks. */
  isRefusing = false;
  readonly #options: HitachiRegistersOptions;
  /** Characters that were written since the change began; undefined: no change has begun. */
  #change: Map<number, number> | undefined;

  constructor(options: HitachiRegistersOptions) {
    this.#options = options;
  }

  /** A connection ended: what it began to change does not apply. */
  dropChange(): void {
    this.#change = undefined;
  }

  readInput(address: number): number {
    const { mechanism, identity } = this.#options;
    if (address >= MODEL && address < MODEL + MODEL_LENGTH) return identity.model.padEnd(MODEL_LENGTH).charCodeAt(address - MODEL);
    const words: Record<number, number> = {
      0: this.isOnLine ? ON : OFF,
      1: this.isOnLine ? ON : OFF,
      2: mechanism.operation,
      3: NO_WARNING,
      [SERIAL]: identity.serial >>> 16,
      [SERIAL + 1]: identity.serial & 0xffff,
      [COUNT]: mechanism.count >>> 16,
      [COUNT + 1]: mechanism.count & 0xffff,
    };
    return words[address] ?? refuse(NO_REGISTER);
  }

  readHolding(address: number): number {
    const { mechanism } = this.#options;
    if (address === ON_LINE) return this.isOnLine ? 1 : 0;
    if (!this.isOnLine) throw new RegisterFault(NOT_NOW);
    if (address === CHANGE) return this.#change ? 1 : 2;
    if (address === ITEMS) return mechanism.items.length;
    if (address >= LENGTHS && address < LENGTHS + MAX_ITEMS) return mechanism.items[address - LENGTHS]?.length ?? 0;
    return this.#readContents(address - CONTENTS);
  }

  #readContents(word: number): number {
    const { characters } = this.#options.mechanism;
    if (word < 0 || word >= 2 * characters.length) throw new RegisterFault(NO_REGISTER);
    return word % 2 === 0 ? 0 : characters.charCodeAt((word - 1) / 2);
  }

  write(address: number, value: number): void {
    if (address === ON_LINE) this.isOnLine = value === 1;
    else if (!this.isOnLine) throw new RegisterFault(NOT_NOW);
    else if (address === CHANGE) this.#setChange(value);
    else if (address === RECALL) this.#recall(value);
    else if (address === REMOTE) this.#remote(value);
    else this.#setContents(address - CONTENTS, value);
  }

  #setChange(value: number): void {
    const { mechanism } = this.#options;
    if (value === 1) this.#change = new Map();
    else if (value !== 2) throw new RegisterFault(NO_VALUE);
    else if (this.#change) {
      const characters = [...mechanism.characters];
      for (const [place, code] of this.#change) characters[place] = String.fromCharCode(code);
      this.#change = undefined;
      mechanism.setCharacters(characters.join(''));
    }
  }

  #recall(message: number): void {
    if (!this.#options.mechanism.recall(message)) throw new RegisterFault(NO_VALUE);
  }

  #remote(command: number): void {
    const { mechanism } = this.#options;
    if (command === CLEAR_FAULT) mechanism.setOperation(0x32);
    else throw new RegisterFault(NO_VALUE);
  }

  #setContents(word: number, value: number): void {
    if (word < 0 || word >= 2 * this.#options.mechanism.characters.length) throw new RegisterFault(NO_REGISTER);
    if (!this.#change) throw new RegisterFault(NOT_NOW);
    if (word % 2 === 0) return;
    if (this.isRefusing && value !== 0x20) throw new RegisterFault(NOT_NOW);
    this.#change.set((word - 1) / 2, value);
  }
}

function refuse(code: number): never {
  throw new RegisterFault(code);
}
