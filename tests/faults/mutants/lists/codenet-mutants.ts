import type { Mutant } from '../mutant.ts';

const ENGINE = 'single-value-coders/coder-engine.ts';
const STATE = 'single-value-coders/coder-state.ts';
const CONDITION = 'single-value-coders/coder-condition.ts';
const LOADED = 'single-value-coders/loaded-print.ts';
const TRANSFER = 'single-value-coders/values-transfer.ts';
const SELECTION = 'single-value-coders/message-selection.ts';
const PROTOCOL = 'codenet/codenet-protocol.ts';
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
  { area: 'connecting', file: PROTOCOL, before: "'30': 'Domino Ax-Series'", after: "'31': 'Domino Ax-Series'" },
  { area: 'connecting', file: PROTOCOL, before: 'rest.slice(5, 7)', after: 'rest.slice(6, 8)' },
  {
    area: 'connecting',
    file: 'single-value-coders/coder-test.ts',
    before: 'resolve({ reachable: false, reason',
    after: 'resolve({ reachable: true, reason',
  },
  { area: 'connecting', file: 'single-value-coders/coder-test.ts', before: '    connection.stop();', after: '' },
  {
    area: 'connecting',
    file: ENGINE,
    before: '    this.#polls.stop();\n    this.#connection.stop();',
    after: '    this.#connection.stop();',
  },
  { area: 'status', file: STATE, before: 'if (seen === this.#seen) return;', after: 'return;' },
  { area: 'status', file: STATE, before: 'if (seen === this.#seen) return;', after: '' },
  { area: 'status', file: STATE, before: 'this.#phase = phase;\n    this.changed();', after: 'this.#phase = phase;' },
  { area: 'status', file: STATE, before: 'this.#lostSince = undefined;\n    this.changed();', after: 'this.#lostSince = undefined;' },
  {
    area: 'errors',
    file: STATUS,
    before: "const isFault = (isRed && !LINE_ALERTS.has(code)) || state === 'ERROR';",
    after: 'const isFault = false;',
  },
  {
    area: 'errors',
    file: STATUS,
    before: 'const errors = isFault ? [alert ?? FAULT] : [];',
    after: 'const errors = isFault ? [FAULT] : [];',
  },
  {
    area: 'errors',
    file: 'codenet/codenet-alerts.ts',
    before: "'028': 'The high voltage has tripped.'",
    after: "'028': 'The makeup is empty.'",
  },
  { area: 'errors', file: ENGINE, before: 'if (!canPrint) this.#loaded?.spoil();', after: '' },
  {
    area: 'errors',
    file: ENGINE,
    before: "if (canPrint && !couldPrint && this.#loaded && this.#state.phase === 'ready') this.#startClearing();",
    after: '',
  },
  { area: 'errors', file: ENGINE, before: "if (state !== 'STARTED') throw", after: "if (state === 'STOPPED') throw" },
  { area: 'sending', file: VALUES, before: "const DELIMITER = ',';", after: "const DELIMITER = ';';" },
  { area: 'sending', file: VALUES, before: '.sort((a, b) => a - b)', after: '.sort((a, b) => b - a)' },
  { area: 'sending', file: PROTOCOL, before: 'digits(block.length, 4)', after: 'digits(block.length, 5)' },
  { area: 'sending', file: PROTOCOL, before: 'digits(name.length, 2)', after: 'digits(name.length, 3)' },
  { area: 'sending', file: SELECTION, before: 'await this.#protocol.select(name);', after: '' },
  { area: 'sending', file: PROTOCOL, before: "return selected !== '' && (isWhole", after: "return selected === '' && (isWhole" },
  { area: 'sending', file: PROTOCOL, before: 'if (givesPrintGo) this.printGo', after: 'if (!givesPrintGo) this.printGo' },
  { area: 'confirming', file: LOADED, before: 'if (this.#isReported === (made === 1)) {', after: 'if (made === 1 || this.#isReported) {' },
  {
    area: 'confirming',
    file: LOADED,
    before: "return this.#options.now() - this.#differsSince > REPORT_LIMIT ? 'conflict' : 'waiting';",
    after: "return 'waiting';",
  },
  {
    area: 'confirming',
    file: ENGINE,
    before: 'this.#listener?.printed(id, this.#state.count);',
    after: 'this.#listener?.printed(id, this.#state.count);\n    this.#listener?.printed(id, this.#state.count);',
  },
  {
    area: 'confirming',
    file: ENGINE,
    before: '    this.#loaded = undefined;\n    this.#mayHold = false;\n    this.#listener?.printed(id',
    after: '    this.#mayHold = false;\n    this.#listener?.printed(id',
  },
  { area: 'confirming', file: ENGINE, before: 'this.#loaded?.reported();', after: '' },
  { area: 'confirming', file: PROTOCOL, before: "await this.#command(`I1${REPORT}`, 'to report its prints');", after: '' },
  {
    area: 'refusing',
    file: ENGINE,
    before: "if (this.#loaded) throw new EngineError('buffer-full'",
    after: "if (this.#loaded === undefined) throw new EngineError('buffer-full'",
  },
  { area: 'refusing', file: TRANSFER, before: 'throw error instanceof CoderRefusalError || error', after: 'throw error' },
  {
    area: 'refusing',
    file: PROTOCOL,
    before: "if (answer.kind === 'nak') throw new CoderRefusalError(refusalSentence(what, answer.code));",
    after: '',
  },
  { area: 'refusing', file: ENGINE, before: 'if (this.#loaded === loaded) this.#loaded = undefined;', after: '' },
  { area: 'aborting', file: PROTOCOL, before: "await this.#command('}J1', 'to drop its waiting values');", after: '' },
  { area: 'aborting', file: ENGINE, before: 'this.#aborts.end(dropped ? [dropped.id] : [])', after: 'this.#aborts.end([])' },
  {
    area: 'aborting',
    file: ENGINE,
    before: "if (this.#state.phase === 'ready') this.#startClearing();\n    return cleared;",
    after: 'return cleared;',
  },
  {
    area: 'aborting',
    file: 'single-value-coders/standstill.ts',
    before: 'return this.#now() - this.#since >= this.#duration;',
    after: 'return true;',
  },
  { area: 'aborting', file: 'single-value-coders/standstill.ts', before: 'const EXTRA = 1_000;', after: 'const EXTRA = 10_000;' },
  {
    area: 'aborting',
    file: LOADED,
    before: "if (made === 0) return this.#isUndisturbed && !this.#isReported ? 'not-made' : 'unknown';",
    after: "if (made === 0) return 'unknown';",
  },
  { area: 'counting', file: ENGINE, before: 'printed(id, this.#state.count);', after: 'printed(id);' },
  { area: 'counting', file: ENGINE, before: "counts: 'marks'", after: "counts: 'passes'" },
  { area: 'counting', file: PROTOCOL, before: "this.#queryIfKnown('T2', /^T2(", after: "this.#queryIfKnown('T1', /^T1(" },
  { area: 'reconnecting', file: STATE, before: 'this.#lostSince = undefined;\n    this.changed();', after: 'this.changed();' },
  { area: 'reconnecting', file: ENGINE, before: 'this.#loaded?.loseReport();', after: '' },
  { area: 'reconnecting', file: ENGINE, before: 'this.#loaded?.loseReport();', after: 'this.#loaded = undefined;' },
  { area: 'reconnecting', file: SELECTION, before: 'this.#name = this.#fault = undefined;', after: "this.#name = '?';" },
  {
    area: 'half-open connections',
    file: ENGINE,
    before: 'loaded.release(this.#state.count);',
    after: 'loaded.release(this.#state.count);\n    this.#listener?.printed(loaded.id, this.#state.count);',
  },
  { area: 'slow devices', file: TRANSFER, before: 'const PREPARE_LIMIT = 3_600;', after: 'const PREPARE_LIMIT = 1_000;' },
  { area: 'slow devices', file: TRANSFER, before: 'const RELEASE_LIMIT = 1_200;', after: 'const RELEASE_LIMIT = 300;' },
  { area: 'slow devices', file: PROTOCOL, before: 'const SELECT_LIMIT = 2_500;', after: 'const SELECT_LIMIT = 300;' },
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
    before: 'if (!this.#state.isOtherDevice) this.#startClearing();',
    after: "if (!this.#state.isOtherDevice) this.#state.enter('ready');",
  },
  {
    area: 'restarts with an unconfirmed print',
    file: ENGINE,
    before: 'if (this.#state.fault === undefined && this.#standstill?.isReached(count)) this.#cleared();',
    after: 'if (this.#state.fault === undefined) this.#cleared();',
  },
  {
    area: 'restarts with an unconfirmed print',
    file: LOADED,
    before: "if (made === 0) return this.#isUndisturbed && !this.#isReported ? 'not-made' : 'unknown';",
    after: "if (made === 0) return 'not-made';",
  },
  {
    area: 'restarts with an unconfirmed print',
    file: LOADED,
    before: "return this.#options.isReported && this.#isUndisturbed ? 'not-made' : 'unknown';",
    after: "return 'not-made';",
  },
  {
    area: 'restarts with an unconfirmed print',
    file: ENGINE,
    before: 'this.#loaded = undefined;\n    this.#selection.forget();\n    this.#aborts',
    after: 'this.#selection.forget();\n    this.#aborts',
  },
  {
    area: 'jumps of the count',
    file: LOADED,
    before: "if (!isReported) return made === 1 ? 'printed' : 'waiting';",
    after: "if (made === 1) return 'printed';",
  },
  {
    area: 'jumps of the count',
    file: ENGINE,
    before: 'if (before !== this.#state.count) this.#listener?.conditionChanged();',
    after: '',
  },
  { area: 'jumps of the count', file: ENGINE, before: "if (verdict === 'conflict') this.#startClearing();", after: '' },
  {
    area: 'everything together',
    file: ENGINE,
    before: "if (outcome === 'unknown') this.#leaveOpen(loaded);",
    after: '',
  },
];
