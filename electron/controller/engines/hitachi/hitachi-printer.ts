import type { EngineIdentity } from '#contract/api-v3/engine.ts';
import { MAX_READ, MAX_WRITE, type ModbusClient } from '../connection/modbus/modbus-client.ts';
import type { HitachiStatus } from './hitachi-status.ts';

// Registers of the maker's instruction manual for Modbus TCP communication, as its public library uses them.

/** Holding registers. */
const CHANGE = 0x0000;
const ITEMS = 0x0008;
const CHARACTERS_OF_ITEM = 0x0020;
const CONTENTS = 0x0084;
const RECALL = 0x1006;
const ON_LINE = 0x2490;
/** Input registers. */
const STATUS = 0x0000;
const MODEL = 0x0010;
const MODEL_CHARACTERS = 16;
const SERIAL = 0x0020;
const PRINT_COUNT = 0x0052;

const BEGIN = 1;
const END = 2;
const MAX_ITEMS = 100;
/** Attribute and code. */
const WORDS_OF_CHARACTER = 2;
const WORD = 0x1_0000;
/** Characters of one request. */
const CHUNK = Math.floor(Math.min(MAX_READ, MAX_WRITE) / WORDS_OF_CHARACTER);

/** The registers of a Hitachi coder. Rejects as the Modbus client does. */
export class HitachiPrinter {
  readonly #client: ModbusClient;

  constructor(client: ModbusClient) {
    this.#client = client;
  }

  async status(): Promise<HitachiStatus> {
    const [connection = 0, reception = 0, operation = 0, warning = 0] = await this.#client.readInput(STATUS, 4);
    return { connection, reception, operation, warning };
  }

  /** Both words in one request, the high one first. */
  async count(): Promise<number> {
    return this.#doubleWord(PRINT_COUNT);
  }

  async identity(): Promise<EngineIdentity> {
    const words = await this.#client.readInput(MODEL, MODEL_CHARACTERS);
    const model = String.fromCharCode(...words.filter((word) => word >= 0x20 && word < 0x7f)).trim();
    const serial = await this.#doubleWord(SERIAL);
    return { ...(model !== '' && { model }), ...(serial !== 0 && { serial: String(serial) }) };
  }

  async goOnLine(): Promise<void> {
    await this.#client.writeOne(ON_LINE, 1);
  }

  /** Number of characters of each item of the message. */
  async itemLengths(): Promise<number[]> {
    const [items = 0] = await this.#client.readHolding(ITEMS, 1);
    if (items === 0) return [];
    return this.#client.readHolding(CHARACTERS_OF_ITEM, Math.min(items, MAX_ITEMS));
  }

  async recall(message: number): Promise<void> {
    await this.#client.writeOne(RECALL, message);
  }

  /** What is written until `end` applies then. */
  async begin(): Promise<void> {
    await this.#client.writeOne(CHANGE, BEGIN);
  }

  async end(): Promise<void> {
    await this.#client.writeOne(CHANGE, END);
  }

  /** Writes characters from a place in the message, counted from 0. */
  async write(place: number, text: string): Promise<void> {
    for (let at = 0; at < text.length; at += CHUNK) {
      const words = [...text.slice(at, at + CHUNK)].flatMap((character) => [0, character.charCodeAt(0)]);
      await this.#client.writeMany(CONTENTS + WORDS_OF_CHARACTER * (place + at), words);
    }
  }

  async read(place: number, length: number): Promise<string> {
    let text = '';
    for (let at = 0; at < length; at += CHUNK) {
      const characters = Math.min(CHUNK, length - at);
      const words = await this.#client.readHolding(CONTENTS + WORDS_OF_CHARACTER * (place + at), WORDS_OF_CHARACTER * characters);
      text += String.fromCharCode(...words.filter((_, word) => word % WORDS_OF_CHARACTER === 1));
    }
    return text;
  }

  async #doubleWord(address: number): Promise<number> {
    const [high = 0, low = 0] = await this.#client.readInput(address, 2);
    return high * WORD + low;
  }
}
