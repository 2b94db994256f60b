import type { DeviceSession } from '../device/device-server.ts';
import { RegisterFault } from './register-fault.ts';

const HEADER = 7;
const READ_COILS = 1;
const READ_DISCRETE = 2;
const READ_HOLDING = 3;
const READ_INPUT = 4;
const WRITE_COIL = 5;
const WRITE_ONE = 6;
const WRITE_MANY = 16;
const EXCEPTION = 0x80;
const NO_FUNCTION = 1;
const NO_VALUE = 3;
const MAX_READ = 125;
const MAX_BITS = 2_000;
const COIL_ON = 0xff00;

/** The tables of an emulated device. A device without bits has none of the last three. Throws a `RegisterFault`. */
export interface ModbusTables {
  readHolding(address: number): number;
  readInput(address: number): number;
  write(address: number, word: number): void;
  readCoil?(address: number): boolean;
  readDiscrete?(address: number): boolean;
  writeCoil?(address: number, isOn: boolean): void;
}

/** One connection of Modbus TCP: reads requests and answers them, in order. */
export class ModbusSession {
  readonly #tables: ModbusTables;
  readonly #session: DeviceSession;
  #received: Buffer = Buffer.alloc(0);

  constructor(tables: ModbusTables, session: DeviceSession) {
    this.#tables = tables;
    this.#session = session;
  }

  take(bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes]);
    while (this.#received.length >= HEADER) {
      const end = HEADER - 1 + this.#received.readUInt16BE(4);
      if (this.#received.length < end) return;
      const header = this.#received.subarray(0, HEADER);
      const answer = this.#answer(this.#received.subarray(HEADER, end));
      const reply = Buffer.concat([header, answer]);
      reply.writeUInt16BE(answer.length + 1, 4);
      this.#received = this.#received.subarray(end);
      this.#session.answer(reply);
    }
  }

  #answer(request: Buffer): Buffer {
    const code = request[0] ?? 0;
    try {
      return this.#follow(code, request);
    } catch (error) {
      if (error instanceof RegisterFault) return Buffer.of(code + EXCEPTION, error.code);
      throw error;
    }
  }

  #follow(code: number, request: Buffer): Buffer {
    if (code === READ_HOLDING || code === READ_INPUT) return this.#read(code, request);
    if (code === READ_COILS || code === READ_DISCRETE) return this.#readBits(code, request);
    if (code === WRITE_COIL) {
      if (!this.#tables.writeCoil) throw new RegisterFault(NO_FUNCTION);
      this.#tables.writeCoil(request.readUInt16BE(1), request.readUInt16BE(3) === COIL_ON);
      return Buffer.from(request);
    }
    if (code === WRITE_ONE) {
      this.#tables.write(request.readUInt16BE(1), request.readUInt16BE(3));
      return Buffer.from(request);
    }
    if (code !== WRITE_MANY) throw new RegisterFault(NO_FUNCTION);
    const [address, quantity] = [request.readUInt16BE(1), request.readUInt16BE(3)];
    if (request.length !== 6 + 2 * quantity || request[5] !== 2 * quantity) throw new RegisterFault(NO_VALUE);
    for (let at = 0; at < quantity; at++) this.#tables.write(address + at, request.readUInt16BE(6 + 2 * at));
    return Buffer.from(request.subarray(0, 5));
  }

  #read(code: number, request: Buffer): Buffer {
    const [address, quantity] = [request.readUInt16BE(1), request.readUInt16BE(3)];
    if (quantity < 1 || quantity > MAX_READ) throw new RegisterFault(NO_VALUE);
    const answer = Buffer.alloc(2 + 2 * quantity);
    answer.writeUInt8(code, 0);
    answer.writeUInt8(2 * quantity, 1);
    for (let at = 0; at < quantity; at++) {
      const word = code === READ_INPUT ? this.#tables.readInput(address + at) : this.#tables.readHolding(address + at);
      answer.writeUInt16BE(word, 2 + 2 * at);
    }
    return answer;
  }

  #readBits(code: number, request: Buffer): Buffer {
    const [address, quantity] = [request.readUInt16BE(1), request.readUInt16BE(3)];
    const { readCoil, readDiscrete } = this.#tables;
    if (!readCoil || !readDiscrete) throw new RegisterFault(NO_FUNCTION);
    if (quantity < 1 || quantity > MAX_BITS) throw new RegisterFault(NO_VALUE);
    const answer = Buffer.alloc(2 + Math.ceil(quantity / 8));
    answer.writeUInt8(code, 0);
    answer.writeUInt8(answer.length - 2, 1);
    for (let at = 0; at < quantity; at++) {
      const read = code === READ_COILS ? readCoil : readDiscrete;
      const isOn = read.call(this.#tables, address + at);
      const place = 2 + (at >>> 3);
      if (isOn) answer.writeUInt8((answer[place] ?? 0) | (1 << (at & 7)), place);
    }
    return answer;
  }
}
