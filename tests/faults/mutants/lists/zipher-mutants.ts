import type { Mutant } from '../mutant.ts';

const ENGINE = 'coders/coder-engine.ts';
const STATUS = 'coders/coder-status.ts';
const CONDITION = 'coders/coder-condition.ts';
const OUTSTANDING = 'coders/outstanding-prints.ts';
const CLEARING = 'coders/clearing.ts';
const TEST = 'coders/coder-test.ts';
const CODER = 'zipher/zipher-coder.ts';
const LINES = 'zipher/zipher-messages.ts';
const STATE = 'zipher/zipher-status.ts';
const KIND = 'zipher/zipher-kind.ts';

/** Faults for the suite of zipher, which is also that of the coders that name their prints. */
export const ZIPHER_MUTANTS: readonly Mutant[] = [
  {
    area: 'connecting',
    file: ENGINE,
    before: "    this.#status.enter('connecting');\n    this.#link.start();\n  }\n\n  async stop",
    after: "    this.#status.enter('connecting');\n  }\n\n  async stop",
  },
  {
    area: 'connecting',
    file: ENGINE,
    before: '    this.#polls.stop();\n    this.#link.stop();\n    this.#outstanding.forget();',
    after: '    this.#link.stop();\n    this.#outstanding.forget();',
  },
  {
    area: 'connecting',
    file: TEST,
    before: 'if (!isReached) resolve({ reachable: false,',
    after: 'if (!isReached) resolve({ reachable: true,',
  },
  { area: 'connecting', file: CONDITION, before: 'if (lostSince !== undefined) errors.push(', after: 'if (lostSince === -1) errors.push(' },
  { area: 'status', file: STATUS, before: 'if (seen === this.#seen) return;', after: 'return;' },
  { area: 'status', file: STATUS, before: 'if (seen === this.#seen) return;', after: '' },
  { area: 'status', file: STATUS, before: '    this.#phase = phase;\n    this.update();', after: '    this.#phase = phase;' },
  { area: 'errors', file: STATE, before: "const FAULT = '2';", after: "const FAULT = '1';" },
  { area: 'errors', file: STATE, before: 'faults[at + 2]', after: 'faults[at + 1]' },
  { area: 'errors', file: CODER, before: "listed(['GFT'], 'FLT', 3)", after: "listed(['GFT'], 'FLT', 2)" },
  { area: 'errors', file: CONDITION, before: 'if (lostSince === undefined) errors.push(...(reading?.errors ?? []));', after: '' },
  {
    area: 'errors',
    file: ENGINE,
    before: 'if (reading.errors.length > 0 && reading.mayHaveBegun) this.#outstanding.interrupt();',
    after: '',
  },
  { area: 'errors', file: OUTSTANDING, before: 'if (first) first.isSpoilt = true;', after: 'if (first) first.isSpoilt = false;' },
  { area: 'errors', file: CODER, before: "this.#hasBegun = name === 'PRS';", after: "this.#hasBegun = name === 'PRC';" },
  { area: 'errors', file: ENGINE, before: "if (state !== 'STARTED') throw", after: "if (state === 'STOPPED') throw" },
  { area: 'sending', file: CODER, before: "encodeValue(fields[field] ?? '')", after: 'encodeValue(field)' },
  { area: 'sending', file: CODER, before: "confirmed('SID', String(index),", after: "confirmed('SID', String(index + 1)," },
  { area: 'sending', file: CODER, before: "confirmed('SHO', ...names)", after: "confirmed('SHO', ...names, ...names)" },
  { area: 'sending', file: LINES, before: "`${parts.join('|')}|\\r`", after: "`${parts.join('|')}\\r`" },
  {
    area: 'confirming',
    file: OUTSTANDING,
    before: 'this.#prints.findIndex(({ index }) => index === lastIndex)',
    after: 'this.#prints.findIndex(({ index }) => index >= lastIndex)',
  },
  {
    area: 'confirming',
    file: OUTSTANDING,
    before: 'const made = this.#prints.splice(0, place + 1);',
    after: 'const made = this.#prints.slice(0, place + 1);',
  },
  {
    area: 'confirming',
    file: ENGINE,
    before: 'this.#listener?.printed(id, count);',
    after: 'this.#listener?.printed(id, count);\n      this.#listener?.printed(id, count);',
  },
  { area: 'confirming', file: KIND, before: "productDetector === 'none'", after: "productDetector === 'device'" },
  { area: 'confirming', file: CODER, before: "confirmed('PRN')", after: "confirmed('QSZ')" },
  { area: 'refusing', file: ENGINE, before: 'if (this.#outstanding.size < this.depth && !this.#isPrinting) return;', after: 'return;' },
  { area: 'refusing', file: ENGINE, before: 'this.#outstanding.remove(id);', after: 'this.#outstanding.doubt(id);' },
  { area: 'refusing', file: LINES, before: "line === 'ERR' || line === 'NACK'", after: "line === 'NACK'" },
  { area: 'refusing', file: ENGINE, before: "throw new EngineError('device-failed', reason, { cause: error });", after: 'throw error;' },
  { area: 'aborting', file: CODER, before: "confirmed('SCB')", after: "confirmed('DAN')" },
  { area: 'aborting', file: ENGINE, before: 'this.#aborts.end(notMade);', after: 'this.#aborts.end([]);' },
  { area: 'aborting', file: CLEARING, before: 'return this.#now() - this.#since >= this.#duration;', after: 'return true;' },
  {
    area: 'aborting',
    file: ENGINE,
    before: "if (this.#status.phase === 'ready') this.#startClearing();\n    return cleared;",
    after: 'return cleared;',
  },
  { area: 'aborting', file: OUTSTANDING, before: '!isSpoilt && !isCounted', after: '!isCounted && isSpoilt' },
  {
    area: 'aborting',
    file: ENGINE,
    before: 'if (!this.#aborts.isEmpty) this.#aborts.end(notMade);\n    else for',
    after: 'if (!this.#aborts.isEmpty) this.#aborts.end(notMade);\n    for',
  },
  { area: 'counting', file: STATE, before: 'total: Number(total)', after: 'total: Number(batch)' },
  {
    area: 'counting',
    file: OUTSTANDING,
    before: 'printed.map(({ id }, at) => ({ id, count: countAfter(at) }))',
    after: 'printed.map(({ id }, at) => ({ id, count: countAfter(at + 1) }))',
  },
  {
    area: 'counting',
    file: STATUS,
    before: "return this.#phase === 'ready' ? this.#reading?.count : undefined;",
    after: 'return this.#reading?.count === 0 ? 0 : undefined;',
  },
  { area: 'counting', file: ENGINE, before: "counts: 'marks'", after: "counts: 'passes'" },
  {
    area: 'reconnecting',
    file: ENGINE,
    before: '    this.#settle(reading);\n    this.#startClearing();',
    after: '    this.#outstanding.forget();\n    this.#startClearing();',
  },
  {
    area: 'reconnecting',
    file: ENGINE,
    before: '    this.#outstanding.spoil();\n    if (this.#status.lost())',
    after: '    this.#outstanding.forget();\n    if (this.#status.lost())',
  },
  {
    area: 'reconnecting',
    file: STATUS,
    before: '    this.#lostSince = undefined;\n    this.#reading = reading;',
    after: '    this.#reading = reading;',
  },
  {
    area: 'half-open connections',
    file: ENGINE,
    before: 'this.#mayHold = true;\n    this.#loadedAt = this.#options.now();',
    after: 'this.#mayHold = true;\n    this.#listener?.printed(id);',
  },
  {
    area: 'slow devices',
    file: 'connection/device-connection.ts',
    before: 'const ANSWER_LIMIT = 2_000;',
    after: 'const ANSWER_LIMIT = 500;',
  },
  { area: 'garbage', file: LINES, before: "name === 'ACK' ? true : undefined", after: 'name === undefined ? undefined : true' },
  { area: 'garbage', file: LINES, before: '/^\\d{1,15}$/.test(value) ? Number(value)', after: "value !== '' ? Number(value)" },
  {
    area: 'split and merged messages',
    file: LINES,
    before: 'if (end < 0) return undefined;',
    after: 'if (end < 0) return { length: received.length };',
  },
  {
    area: 'split and merged messages',
    file: LINES,
    before: 'return end === 0 ? { length: 1 } :',
    after: 'return end === 0 ? { length: received.length } :',
  },
  {
    area: 'restarts with an unconfirmed print',
    file: ENGINE,
    before: '    this.#outstanding.forget();\n    this.#aborts.end',
    after: '    this.#aborts.end',
  },
  {
    area: 'restarts with an unconfirmed print',
    file: ENGINE,
    before: '    this.#settle(reading);\n    this.#startClearing();',
    after: "    this.#settle(reading);\n    this.#status.enter('ready');",
  },
  { area: 'restarts with an unconfirmed print', file: ENGINE, before: 'clearsOnStart: true', after: 'clearsOnStart: false' },
  {
    area: 'everything together',
    file: OUTSTANDING,
    before: 'Object.assign(print, { isLoading: false, isSpoilt: true });\n    }',
    after: 'print.isLoading = false;\n    }',
  },
];
