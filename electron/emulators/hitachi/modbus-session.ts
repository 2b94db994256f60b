import type { DeviceSession } from '../device/device-server.ts';
import { RegisterFault, type HitachiRegisters } from './hitachi-registers.ts';

const HEADER = 7;
const READ_HOLDING = 3;
const READ_INPUT = 4;
const WRITE_ONE = 6;
const WRITE_MANY = 16;
const EXCEPTION = 0x80;
const NO_FUNCTION = 1;
const NO_VALUE = 3;
const MAX_READ = 125;

/** One connection of Modbus TCP: reads requests and answers them, in order. */
export class ModbusSession {
  readonly #registers: HitachiRegisters;
  readonly #session: DeviceSession;
  #received: Buffer = Buffer.alloc(0);

  constructor(registers: HitachiRegisters, session: DeviceSession) {
    this.#registers = registers;
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
    if (code === WRITE_ONE) {
      this.#registers.write(request.readUInt16BE(1), request.readUInt16BE(3));
      return Buffer.from(request);
    }
    if (code !== WRITE_MANY) throw new RegisterFault(NO_FUNCTION);
    const [address, quantity] = [request.readUInt16BE(1), request.readUInt16BE(3)];
    if (request.length !== 6 + 2 * quantity || request[5] !== 2 * quantity) throw new RegisterFault(NO_VALUE);
    for (let at = 0; at < quantity; at++) this.#registers.write(address + at, request.readUInt16BE(6 + 2 * at));
    return Buffer.from(request.subarray(0, 5));
  }

  #read(code: number, request: Buffer): Buffer {
    const [address, quantity] = [request.readUInt16BE(1), request.readUInt16BE(3)];
    if (quantity < 1 || quantity > MAX_READ) throw new RegisterFault(NO_VALUE);
    const answer = Buffer.alloc(2 + 2 * quantity);
    answer.writeUInt8(code, 0);
    answer.writeUInt8(2 * quantity, 1);
    for (let at = 0; at < quantity; at++) {
      const word = code === READ_INPUT ? this.#registers.readInput(address + at) : this.#registers.readHolding(address + at);
      answer.writeUInt16BE(word, 2 + 2 * at);
    }
    return answer;
  }
}
