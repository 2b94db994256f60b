import type { Mutant } from '../mutant.ts';

const ENGINE = 'coders/coder-engine.ts';
const STATE = 'coders/coder-state.ts';
const CONDITION = 'coders/coder-condition.ts';
const OUTSTANDING = 'coders/outstanding-prints.ts';
const CLEARING = 'coders/clearing.ts';
const TEST = 'coders/coder-test.ts';
const TRANSFER = 'coders/values-transfer.ts';
const SELECTION = 'coders/message-selection.ts';
const CODER = 'codenet/codenet-coder.ts';
const FRAMES = 'codenet/codenet-frames.ts';
const STATUS = 'codenet/codenet-status.ts';
const VALUES = 'codenet/codenet-values.ts';

/** Faults for the suite of codenet, which is also that of what all coders share. */
export const CODENET_MUTANTS: readonly Mutant[] = [
  {
    area: 'connecting',
    file: ENGINE,
    before: "this.#state.enter('identifying');\n    this.#polls.restart(0);",
    after: "this.#state.enter('identifying');",
  },
  { area: 'connecting', file: CONDITION, before: 'if (lostSince !== undefined) {', after: 'if (lostSince === -1) {' },
  { area: 'connecting', file: CODER, before: "'30': 'Domino Ax-Series'", after: "'31': 'Domino Ax-Series'" },
  { area: 'connecting', file: CODER, before: 'rest.slice(5, 7)', after: 'rest.slice(6, 8)' },
  {
    area: 'connecting',
    file: TEST,
    before: 'resolve({ reachable: false, reason',
    after: 'resolve({ reachable: true, reason',
  },
  { area: 'connecting', file: TEST, before: '    connected.link.stop();', after: '' },
  {
    area: 'connecting',
    file: ENGINE,
    before: '    this.#polls.stop();\n    this.#link.stop();\n    this.#outstanding.forget();',
    after: '    this.#link.stop();\n    this.#outstanding.forget();',
  },
  { area: 'status', file: STATE, before: 'if (seen === this.#seen) return;', after: 'return;' },
  { area: 'status', file: STATE, before: 'if (seen === this.#seen) return;', after: '' },
  { area: 'status', file: STATE, before: 'this.#phase = phase;\n    this.update();', after: 'this.#phase = phase;' },
  {
    area: 'status',
    file: STATE,
    before: 'this.#options.selection.check(reading.message);\n    this.update();',
    after: 'this.#options.selection.check(reading.message);',
  },
  {
    area: 'errors',
    file: STATUS,
    before: "const isFault = (isRed && !LINE_ALERTS.has(code)) || state === 'ERROR';",
    after: 'const isFault = false;',
  },
  {
    area: 'errors',
    file: STATUS,
    before: "const errors = isFault ? [alert ?? statusError('coder-fault')] : [];",
    after: "const errors = isFault ? [statusError('coder-fault')] : [];",
  },
  {
    area: 'errors',
    file: 'codenet/codenet-alerts.ts',
    before: "'028': 'high-voltage-tripped'",
    after: "'028': 'makeup-empty'",
  },
  {
    area: 'errors',
    file: ENGINE,
    before: '&& !isWaiting) this.#outstanding.interrupt();',
    after: '&& isWaiting) this.#outstanding.interrupt();',
  },
  {
    area: 'errors',
    file: ENGINE,
    before: 'if (reading.errors.length > 0 || this.#selection.fault !== undefined) return true;',
    after: '',
  },
  { area: 'errors', file: ENGINE, before: "if (state !== 'STARTED') throw", after: "if (state === 'STOPPED') throw" },
  { area: 'sending', file: VALUES, before: "const DELIMITER = ',';", after: "const DELIMITER = ';';" },
  { area: 'sending', file: VALUES, before: '.sort((a, b) => a - b)', after: '.sort((a, b) => b - a)' },
  { area: 'sending', file: CODER, before: 'digits(block.length, 4)', after: 'digits(block.length, 5)' },
  { area: 'sending', file: CODER, before: 'digits(message.length, 2)', after: 'digits(message.length, 3)' },
  { area: 'sending', file: SELECTION, before: 'await this.#coder.select(message);', after: 'await Promise.resolve(undefined);' },
  { area: 'sending', file: CODER, before: "return selected !== '' && (isWhole", after: "return selected === '' && (isWhole" },
  { area: 'sending', file: CODER, before: 'if (options.givesPrintGo) this.print', after: 'if (!options.givesPrintGo) this.print' },
  { area: 'confirming', file: OUTSTANDING, before: 'if (isReported === isCounted) {', after: 'if (isReported || isCounted) {' },
  {
    area: 'confirming',
    file: OUTSTANDING,
    before: "return now - this.#differsSince > REPORT_LIMIT ? 'conflict' : 'waiting';",
    after: "return 'waiting';",
  },
  {
    area: 'confirming',
    file: ENGINE,
    before: 'this.#listener?.printed(id, count);',
    after: '{\n      this.#listener?.printed(id, count);\n      this.#listener?.printed(id, count);\n    }',
  },
  {
    area: 'confirming',
    file: OUTSTANDING,
    before: '    this.#prints.shift();\n',
    after: '',
  },
  { area: 'confirming', file: ENGINE, before: 'this.#outstanding.reported();', after: '' },
  { area: 'confirming', file: CODER, before: "await this.#command(`I1${REPORT}`, 'to report its prints');", after: '' },
  {
    area: 'refusing',
    file: ENGINE,
    before: 'this.#outstanding.size >= this.depth || this.#isPrinting',
    after: 'this.#isPrinting',
  },
  { area: 'refusing', file: TRANSFER, before: 'throw error instanceof CoderFaultError || error', after: 'throw error' },
  {
    area: 'refusing',
    file: CODER,
    before: "if (answer.kind === 'nak') throw new CoderFaultError(refusalError(what, answer.code));",
    after: '',
  },
  { area: 'refusing', file: ENGINE, before: 'if (error instanceof EngineError) this.#outstanding.remove(id);\n      else', after: '' },
  { area: 'aborting', file: CODER, before: "await this.#command('}J1', 'to drop its waiting values');", after: '' },
  { area: 'aborting', file: ENGINE, before: 'this.#aborts.end(notMade);', after: 'this.#aborts.end([]);' },
  {
    area: 'aborting',
    file: ENGINE,
    before: "if (phase === 'ready') this.#startClearing();\n    return cleared;",
    after: 'return cleared;',
  },
  {
    area: 'aborting',
    file: CLEARING,
    before: 'return this.#isCleared && this.#now() - this.#since >= this.#duration;',
    after: 'return true;',
  },
  { area: 'aborting', file: CLEARING, before: 'const EXTRA = 1_000;', after: 'const EXTRA = 10_000;' },
  {
    area: 'aborting',
    file: OUTSTANDING,
    before: 'if (made === 0) return outcomeOfNone;',
    after: "if (made === 0) return 'unknown';",
  },
  {
    area: 'counting',
    file: OUTSTANDING,
    before: 'printed: [{ id: first.id, count }]',
    after: 'printed: [{ id: first.id, count: undefined }]',
  },
  { area: 'counting', file: ENGINE, before: "counts: 'marks'", after: "counts: 'passes'" },
  { area: 'counting', file: CODER, before: "this.#queryIfKnown('T2', /^T2(", after: "this.#queryIfKnown('T1', /^T1(" },
  {
    area: 'reconnecting',
    file: STATE,
    before: '    this.#lostSince = undefined;\n    this.#fault = fault;\n    this.#reading',
    after: '    this.#fault = fault;\n    this.#reading',
  },
  {
    area: 'reconnecting',
    file: OUTSTANDING,
    before: 'for (const print of this.#prints) print.isUnseen = true;',
    after: '',
  },
  {
    area: 'reconnecting',
    file: OUTSTANDING,
    before: 'for (const print of this.#prints) print.isUnseen = true;',
    after: 'this.#prints = [];',
  },
  {
    area: 'reconnecting',
    file: SELECTION,
    before: 'this.#selected = this.#refusal = this.#mismatch = undefined;',
    after: "this.#mismatch = '?';",
  },
  {
    area: 'half-open connections',
    file: ENGINE,
    before: 'this.#outstanding.release(id, count);',
    after: 'this.#outstanding.release(id, count);\n      this.#listener?.printed(id, count);',
  },
  { area: 'slow devices', file: TRANSFER, before: 'const PREPARE_LIMIT = 3_600;', after: 'const PREPARE_LIMIT = 1_000;' },
  { area: 'slow devices', file: 'coders/coder.ts', before: 'LOAD_LIMIT = 1_200;', after: 'LOAD_LIMIT = 300;' },
  { area: 'slow devices', file: CODER, before: 'const SELECT_LIMIT = 2_500;', after: 'const SELECT_LIMIT = 300;' },
  { area: 'garbage', file: FRAMES, before: '    default:\n      return { length: 1 };', after: '    default:\n      return undefined;' },
  {
    area: 'split and merged messages',
    file: FRAMES,
    before: '    default:\n      return { length: 1 };',
    after: '    default:\n      return { length: received.length };',
  },
  { area: 'split and merged messages', file: FRAMES, before: 'if (!/^\\d*$/.test(code)) return { length: 1 };', after: '' },
  {
    area: 'split and merged messages',
    file: FRAMES,
    before: 'if (end < 0) return received.length > MAX_REPLY ? { length: received.length } : undefined;',
    after: 'if (end < 0) return { length: received.length };',
  },
  { area: 'split and merged messages', file: FRAMES, before: 'byte < SPACE && byte !== JET_STATE_END', after: 'byte < SPACE' },
  {
    area: 'restarts with an unconfirmed print',
    file: ENGINE,
    before: 'this.#report(this.#outstanding.judge(reading).printed);\n    this.#startClearing();',
    after: "this.#report(this.#outstanding.judge(reading).printed);\n    this.#state.enter('ready');",
  },
  {
    area: 'restarts with an unconfirmed print',
    file: ENGINE,
    before: 'if (this.#clearing.isDone(reading)) this.#cleared(reading);',
    after: 'if (this.#clearing.isCleared) this.#cleared(reading);',
  },
  {
    area: 'restarts with an unconfirmed print',
    file: OUTSTANDING,
    before: 'if (made === 0) return outcomeOfNone;',
    after: "if (made === 0) return 'not-made';",
  },
  {
    area: 'restarts with an unconfirmed print',
    file: OUTSTANDING,
    before: "return this.#options.traits.proof === 'ack' ? outcomeOfNone : 'unknown';",
    after: "return 'not-made';",
  },
  {
    area: 'restarts with an unconfirmed print',
    file: ENGINE,
    before: 'this.#outstanding.forget();\n    this.#aborts',
    after: 'this.#aborts',
  },
  {
    area: 'jumps of the count',
    file: OUTSTANDING,
    before: "return this.#options.traits.proof === 'ack' ? this.#compareReport(first, made === 1) : this.#judgeByCount(first, made);",
    after: 'return this.#judgeByCount(first, made);',
  },
  {
    area: 'jumps of the count',
    file: STATE,
    before: 'this.#hasCount, this.count ?? null]',
    after: 'this.#hasCount]',
  },
  { area: 'jumps of the count', file: ENGINE, before: 'isConflict || this.#mustClear(reading)', after: 'this.#mustClear(reading)' },
  {
    area: 'everything together',
    file: ENGINE,
    before: 'for (const id of unresolved) this.#listener?.unresolved(',
    after: 'for (const id of unresolved.slice(1)) this.#listener?.unresolved(',
  },
];
