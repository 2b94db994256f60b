import type { Mutant } from '../mutant.ts';

const ENGINE = 'coders/coder-engine.ts';
const OUTSTANDING = 'coders/outstanding-prints.ts';
const CODER = 'hitachi/hitachi-coder.ts';
const PRINTER = 'hitachi/hitachi-printer.ts';
const LAYOUT = 'hitachi/item-layout.ts';
const STATE = 'hitachi/hitachi-status.ts';
const FRAMES = 'connection/modbus/modbus-frames.ts';
const CLIENT = 'connection/modbus/modbus-client.ts';

/** Faults for the suite of hitachi, which is also that of Modbus TCP and of the coders that count their prints. */
export const HITACHI_MUTANTS: readonly Mutant[] = [
  { area: 'connecting', file: CLIENT, before: 'body[0]) return data(message.body);', after: 'body[0]) return undefined;' },
  { area: 'identity', file: PRINTER, before: 'const MODEL = 0x0010;', after: 'const MODEL = 0x0011;' },
  { area: 'identity', file: PRINTER, before: 'return high * WORD + low;', after: 'return low * WORD + high;' },
  { area: 'identity', file: CODER, before: 'identifies: true', after: 'identifies: false' },
  {
    area: 'errors',
    file: STATE,
    before: "0x38: 'print-head-cover-open'",
    after: "0x37: 'print-head-cover-open'",
  },
  {
    area: 'errors',
    file: ENGINE,
    before: 'if (reading.errors.length > 0 || this.#selection.fault !== undefined) return true;',
    after: '',
  },
  { area: 'errors', file: CODER, before: 'count: await printer.count() };', after: 'count: await printer.count(), isWaiting: true };' },
  { area: 'sending', file: PRINTER, before: '[0, character.charCodeAt(0)]', after: '[character.charCodeAt(0), 0]' },
  {
    area: 'sending',
    file: PRINTER,
    before: 'await this.#client.writeMany(CONTENTS + WORDS_OF_CHARACTER * (place + at), words);',
    after: 'await this.#client.writeMany(CONTENTS + (place + at), words);',
  },
  { area: 'sending', file: LAYOUT, before: 'lengths.slice(0, item - 1)', after: 'lengths.slice(0, item)' },
  { area: 'sending', file: LAYOUT, before: 'text: value.padEnd(length)', after: "text: value.padEnd(length, '0')" },
  { area: 'sending', file: PRINTER, before: 'const END = 2;', after: 'const END = 3;' },
  { area: 'sending', file: PRINTER, before: 'const RECALL = 0x1006;', after: 'const RECALL = 0x1007;' },
  { area: 'sending', file: FRAMES, before: 'bytes.writeUInt16BE(word, 2 * at)', after: 'bytes.writeUInt16LE(word, 2 * at)' },
  { area: 'confirming', file: OUTSTANDING, before: "if (made === 0) return 'waiting';", after: "if (made < 0) return 'waiting';" },
  {
    area: 'confirming',
    file: ENGINE,
    before: 'await this.#coder.withdraw();',
    after: '',
  },
  {
    area: 'confirming',
    file: OUTSTANDING,
    before: 'return isDoubtful || isInterrupted || this',
    after: 'return !isDoubtful || isInterrupted || this',
  },
  {
    area: 'refusing',
    file: CODER,
    before: 'if (!(error instanceof ModbusException)) throw uncertain(error);\n',
    after: 'throw uncertain(error);\n',
  },
  { area: 'refusing', file: CODER, before: 'depth: 1', after: 'depth: 2' },
  { area: 'refusing', file: CLIENT, before: 'const EXCEPTION = 0x80;', after: 'const EXCEPTION = 0x40;' },
  {
    area: 'aborting',
    file: CODER,
    before: '      await this.#write(blanks(layout));\n      this.#isBlank = true;\n    });\n  }\n\n  /** Recalls',
    after: '      this.#isBlank = true;\n    });\n  }\n\n  /** Recalls',
  },
  {
    area: 'aborting',
    file: OUTSTANDING,
    before: 'if (made === 0) return outcomeOfNone;',
    after: "if (made === 0) return 'unknown';",
  },
  {
    area: 'aborting',
    file: 'coders/clearing.ts',
    before: 'return this.#isCleared && this.#now() - this.#since >= this.#duration;',
    after: 'return true;',
  },
  { area: 'counting', file: PRINTER, before: 'const PRINT_COUNT = 0x0052;', after: 'const PRINT_COUNT = 0x0020;' },
  {
    area: 'counting',
    file: OUTSTANDING,
    before: 'printed: [{ id: first.id, count }]',
    after: 'printed: [{ id: first.id, count: undefined }]',
  },
  {
    area: 'reconnecting',
    file: OUTSTANDING,
    before: 'if (countBefore !== undefined) this.#explained = countBefore;',
    after: 'this.#explained = undefined;',
  },
  {
    area: 'half-open connections',
    file: CLIENT,
    before: 'this.#transaction = (this.#transaction + 1) % TRANSACTIONS;',
    after: 'this.#transaction = TRANSACTIONS - 1;',
  },
  {
    area: 'slow devices',
    file: 'connection/device-connection.ts',
    before: 'const ANSWER_LIMIT = 2_000;',
    after: 'const ANSWER_LIMIT = 500;',
  },
  { area: 'garbage', file: CLIENT, before: 'message.transaction !== transaction || message.unit !== unit', after: 'message.unit !== unit' },
  { area: 'garbage', file: FRAMES, before: 'if (protocol !== 0 || length < 1 || length > MAX_BODY) return { length: 1 };', after: '' },
  {
    area: 'split and merged messages',
    file: FRAMES,
    before: 'if (received.length < HEADER + length) return undefined;',
    after: 'if (received.length < HEADER + length) return { length: received.length };',
  },
  {
    area: 'split and merged messages',
    file: FRAMES,
    before: 'return { length: HEADER + length, message:',
    after: 'return { length: received.length, message:',
  },
  { area: 'restarts with an unconfirmed print', file: CODER, before: 'await layoutFile.write(layout);', after: '' },
  { area: 'restarts with an unconfirmed print', file: LAYOUT, before: "text: ' '.repeat(lengths[item - 1] ?? 0)", after: "text: ' '" },
  {
    area: 'another device at the address',
    file: 'coders/coder-state.ts',
    before: 'return this.#device.isOther;',
    after: 'return false;',
  },
  {
    area: 'another device at the address',
    file: 'coders/coder-state.ts',
    before: '[this.#device.objection, this.#fault,',
    after: '[this.#fault,',
  },
  {
    area: 'restarts with an unconfirmed print',
    file: OUTSTANDING,
    before: 'for (const print of this.#prints) print.isUnseen = true;',
    after: '',
  },
];
