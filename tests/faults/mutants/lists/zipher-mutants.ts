import type { Mutant } from '../mutant.ts';

const ENGINE = 'coders/coder-engine.ts';
const CODER_STATE = 'coders/coder-state.ts';
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
    before: "    this.#state.enter('connecting');\n    this.#link.start();\n  }\n\n  async stop",
    after: "    this.#state.enter('connecting');\n  }\n\n  async stop",
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
    before: 'resolve({ reachable: false, reason: `${what}',
    after: 'resolve({ reachable: true, reason: `${what}',
  },
  { area: 'connecting', file: CONDITION, before: 'if (lostSince !== undefined) {', after: 'if (lostSince === -1) {' },
  { area: 'status', file: CODER_STATE, before: 'if (seen === this.#seen) return;', after: 'return;' },
  { area: 'status', file: CODER_STATE, before: 'if (seen === this.#seen) return;', after: '' },
  { area: 'status', file: CODER_STATE, before: '    this.#phase = phase;\n    this.update();', after: '    this.#phase = phase;' },
  { area: 'errors', file: STATE, before: "const FAULT = '2';", after: "const FAULT = '1';" },
  { area: 'errors', file: STATE, before: 'faults[at + 2]', after: 'faults[at + 1]' },
  { area: 'errors', file: CODER, before: "listed(['GFT'], 'FLT', 3)", after: "listed(['GFT'], 'FLT', 2)" },
  { area: 'errors', file: CONDITION, before: ', ...(reading?.errors ?? [])]', after: ']' },
  {
    area: 'errors',
    file: ENGINE,
    before: '&& !isWaiting) this.#outstanding.interrupt();',
    after: '&& isWaiting) this.#outstanding.interrupt();',
  },
  { area: 'errors', file: OUTSTANDING, before: 'if (first) first.isInterrupted = true;', after: 'if (first) first.isInterrupted = false;' },
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
    before: 'filter((print) => !printed.includes(print))',
    after: 'filter((print) => print)',
  },
  {
    area: 'confirming',
    file: ENGINE,
    before: 'this.#listener?.printed(id, count);',
    after: '{\n      this.#listener?.printed(id, count);\n      this.#listener?.printed(id, count);\n    }',
  },
  { area: 'confirming', file: KIND, before: "productDetector !== 'device'", after: "productDetector === 'device'" },
  { area: 'confirming', file: CODER, before: "confirmed('PRN')", after: "confirmed('QSZ')" },
  { area: 'refusing', file: ENGINE, before: 'this.#outstanding.size >= this.depth || this.#isPrinting', after: 'false' },
  {
    area: 'refusing',
    file: ENGINE,
    before: 'if (error instanceof EngineError) this.#outstanding.remove(id);',
    after: 'if (error instanceof EngineError) this.#outstanding.doubt(id);',
  },
  { area: 'refusing', file: LINES, before: "line === 'ERR' || line === 'NACK'", after: "line === 'NACK'" },
  {
    area: 'refusing',
    file: 'coders/values-transfer.ts',
    before: 'throw error instanceof CoderFaultError || error',
    after: 'throw error',
  },
  { area: 'aborting', file: CODER, before: "confirmed('SCB')", after: "confirmed('DAN')" },
  { area: 'aborting', file: ENGINE, before: 'this.#aborts.end(notMade);', after: 'this.#aborts.end([]);' },
  {
    area: 'aborting',
    file: CLEARING,
    before: 'return this.#isCleared && this.#now() - this.#since >= this.#duration;',
    after: 'return true;',
  },
  {
    area: 'aborting',
    file: ENGINE,
    before: "if (phase === 'ready') this.#startClearing();\n    return cleared;",
    after: 'return cleared;',
  },
  {
    area: 'aborting',
    file: OUTSTANDING,
    before: "isReported || isDisturbed(print) ? 'unknown' : 'not-made'",
    after: "isReported || isDisturbed(print) ? 'not-made' : 'unknown'",
  },
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
    before: '({ id, count: countAfter(at) })',
    after: '({ id, count: countAfter(at + 1) })',
  },
  {
    area: 'counting',
    file: CODER_STATE,
    before: "return this.#phase === 'ready' ? this.#reading?.count : undefined;",
    after: 'return this.#reading?.count === 0 ? 0 : undefined;',
  },
  { area: 'counting', file: ENGINE, before: "counts: 'marks'", after: "counts: 'passes'" },
  {
    area: 'reconnecting',
    file: ENGINE,
    before: "if (this.#coder.traits.proof === 'id') this.#report(",
    after: 'this.#outstanding.forget();\n    this.#report(',
  },
  {
    area: 'reconnecting',
    file: ENGINE,
    before: '    this.#outstanding.connectionLost();\n    if (this.#state.lost())',
    after: '    this.#outstanding.forget();\n    if (this.#state.lost())',
  },
  {
    area: 'reconnecting',
    file: CODER_STATE,
    before: '    this.#lostSince = undefined;\n    this.#fault = fault;\n    this.#reading',
    after: '    this.#fault = fault;\n    this.#reading',
  },
  {
    area: 'half-open connections',
    file: ENGINE,
    before: 'this.#mayHold = true;',
    after: 'this.#mayHold = true;\n      this.#listener?.printed(id);',
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
    before: 'this.#report(this.#outstanding.judge(reading).printed);\n    this.#startClearing();',
    after: "this.#report(this.#outstanding.judge(reading).printed);\n    this.#state.enter('ready');",
  },
  { area: 'restarts with an unconfirmed print', file: ENGINE, before: 'clearsOnStart: true', after: 'clearsOnStart: false' },
  {
    area: 'restarts with an unconfirmed print',
    file: OUTSTANDING,
    before: 'for (const print of this.#prints) print.isUnseen = true;',
    after: '',
  },
];
