import type { DeviceConnection, Question } from '../device-connection.ts';
import { bytesToBits, bytesToWords, encodeModbus, wordsToBytes, type ModbusMessage } from './modbus-frames.ts';

const READ_COILS = 0x01;
const READ_DISCRETE = 0x02;
const READ_HOLDING = 0x03;
const READ_INPUT = 0x04;
const WRITE_COIL = 0x05;
const WRITE_ONE = 0x06;
/** The value of a coil that is on. */
const COIL_ON = 0xff00;
const WRITE_MANY = 0x10;
/** Added to the function code of an answer that is an exception. */
const EXCEPTION = 0x80;
const TRANSACTIONS = 0x1_0000;
/** The most words of one request. */
export const MAX_READ = 125;
export const MAX_WRITE = 123;

const EXCEPTIONS: Record<number, string> = {
  1: 'it does not have this function',
  2: 'it does not have this register',
  3: 'it does not take this value',
  4: 'it could not do it',
  5: 'it needs more time',
  6: 'it is busy',
};

/** The device answered that it did not do what was asked. */
export class ModbusException extends Error {
  readonly code: number;
  /** The address of the request, in hexadecimal. */
  readonly address: string;
  /** What the code means. */
  readonly meaning: string;

  constructor({ name, address, code }: { name: string; address: number; code: number }) {
    const meaning = EXCEPTIONS[code] ?? `exception ${code}`;
    super(`the device refuses to ${name} ${hex(address)}: ${meaning}`);
    this.name = 'ModbusException';
    this.code = code;
    this.address = hex(address);
    this.meaning = meaning;
  }
}

interface ModbusRequest<Answer> {
  /** For messages: what is done to what. */
  name: string;
  address: number;
  body: Buffer;
  /** Reads the data of an answer with the same function; undefined if it does not fit the request. */
  data: (body: Buffer) => Answer | undefined;
}

export interface ModbusClientOptions {
  connection: Pick<DeviceConnection<ModbusMessage>, 'ask'>;
  /** The unit identifier. */
  unit: number;
}

/**
 * Reads and writes the registers of a Modbus TCP device. An answer must have the number of its request. After silence the connection is
 * closed, as `DeviceConnection` does. Rejects as `DeviceConnection.ask` does, and with a `ModbusException`.
 */
export class ModbusClient {
  readonly #options: ModbusClientOptions;
  #transaction = 0;

  constructor(options: ModbusClientOptions) {
    this.#options = options;
  }

  /** Outputs. */
  readCoils(address: number, quantity: number): Promise<boolean[]> {
    return this.#readBits(READ_COILS, address, quantity);
  }

  /** Inputs. */
  readDiscrete(address: number, quantity: number): Promise<boolean[]> {
    return this.#readBits(READ_DISCRETE, address, quantity);
  }

  /** At most `MAX_READ` words. */
  readHolding(address: number, quantity: number): Promise<number[]> {
    return this.#read(READ_HOLDING, address, quantity);
  }

  /** At most `MAX_READ` words. */
  readInput(address: number, quantity: number): Promise<number[]> {
    return this.#read(READ_INPUT, address, quantity);
  }

  async writeCoil(address: number, isOn: boolean): Promise<void> {
    const body = Buffer.concat([Buffer.of(WRITE_COIL), wordsToBytes([address, isOn ? COIL_ON : 0])]);
    await this.#ask({ name: 'write coil', address, body, data: (answer) => (answer.equals(body) ? true : undefined) });
  }

  async writeOne(address: number, value: number): Promise<void> {
    const body = Buffer.concat([Buffer.of(WRITE_ONE), wordsToBytes([address, value])]);
    await this.#ask({ name: 'write register', address, body, data: (answer) => (answer.equals(body) ? true : undefined) });
  }

  /** At most `MAX_WRITE` words. */
  async writeMany(address: number, values: readonly number[]): Promise<void> {
    const start = Buffer.concat([Buffer.of(WRITE_MANY), wordsToBytes([address, values.length])]);
    const body = Buffer.concat([start, Buffer.of(2 * values.length), wordsToBytes(values)]);
    await this.#ask({ name: 'write register', address, body, data: (answer) => (answer.equals(start) ? true : undefined) });
  }

  #readBits(code: number, address: number, quantity: number): Promise<boolean[]> {
    const body = Buffer.concat([Buffer.of(code), wordsToBytes([address, quantity])]);
    const bytes = Math.ceil(quantity / 8);
    const data = (answer: Buffer): boolean[] | undefined =>
      answer[1] === bytes && answer.length === 2 + bytes ? bytesToBits(answer.subarray(2), quantity) : undefined;
    return this.#ask({ name: code === READ_COILS ? 'read coil' : 'read input', address, body, data });
  }

  #read(code: number, address: number, quantity: number): Promise<number[]> {
    const body = Buffer.concat([Buffer.of(code), wordsToBytes([address, quantity])]);
    const data = (answer: Buffer): number[] | undefined =>
      answer[1] === 2 * quantity && answer.length === 2 + 2 * quantity ? bytesToWords(answer.subarray(2)) : undefined;
    return this.#ask({ name: 'read register', address, body, data });
  }

  async #ask<Answer>(request: ModbusRequest<Answer>): Promise<Answer> {
    const answer = await this.#options.connection.ask(this.#question(request));
    if (answer instanceof ModbusException) throw answer;
    return answer;
  }

  #question<Answer>({ name, address, body, data }: ModbusRequest<Answer>): Question<ModbusMessage, Answer | ModbusException> {
    const { unit } = this.#options;
    this.#transaction = (this.#transaction + 1) % TRANSACTIONS;
    const transaction = this.#transaction;
    return {
      bytes: encodeModbus({ transaction, unit, body }),
      read: (message) => {
        if (message.transaction !== transaction || message.unit !== unit) return undefined;
        const [code = 0, exception = 0] = message.body;
        if (code === body[0]) return data(message.body);
        return code === (body[0] ?? 0) + EXCEPTION ? new ModbusException({ name, address, code: exception }) : undefined;
      },
    };
  }
}

function hex(address: number): string {
  return `0x${address.toString(16).toUpperCase().padStart(4, '0')}`;
}
