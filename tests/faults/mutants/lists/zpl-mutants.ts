import type { Mutant } from '../mutant.ts';

const ENGINE = 'zpl/zpl-engine.ts';
const DEVICE = 'zpl/zpl-device.ts';
const STATUS = 'zpl/zpl-status.ts';
const LABEL = 'zpl/zpl-label.ts';
const GRAPHIC = 'zpl/graphic-field.ts';
const OUTSTANDING = 'zpl/outstanding-print.ts';
const FRAMES = 'zpl/zpl-messages.ts';
const CONDITION = 'zpl/zpl-condition.ts';
const CONNECTION = 'connection/device-connection.ts';
const READER = 'connection/message-reader.ts';

/** Faults for the suite of zpl, which is also that of the connection to devices. */
export const ZPL_MUTANTS: readonly Mutant[] = [
  {
    area: 'connecting',
    file: CONNECTION,
    before: 'this.#retry = this.#options.timers.setTimeout(() => this.#connect(), this.#pause);',
    after: '',
  },
  { area: 'connecting', file: CONNECTION, before: 'this.#clear(this.#retry);\n', after: '\n' },
  { area: 'connecting', file: CONNECTION, before: 'const LONGEST_PAUSE = 5_000;', after: 'const LONGEST_PAUSE = 5_000_000;' },
  {
    area: 'connecting',
    file: 'connection/poll-loop.ts',
    before: 'if (this.#next !== undefined) this.#options.timers.clearTimeout(this.#next);',
    after: '',
  },
  { area: 'connecting', file: CONDITION, before: 'if (lostSince !== undefined) errors.push(', after: 'if (lostSince === -1) errors.push(' },
  {
    area: 'connecting',
    file: 'zpl/zpl-test.ts',
    before: 'if (!isReached) resolve({ reachable: false,',
    after: 'if (!isReached) resolve({ reachable: true,',
  },
  {
    area: 'connecting',
    file: ENGINE,
    before: "this.#enter('identifying');\n    this.#polls.restart(0);",
    after: "this.#enter('identifying');",
  },
  { area: 'identity', file: DEVICE, before: "[model = '', firmware = '', dots = '']", after: "[firmware = '', model = '', dots = '']" },
  { area: 'identity', file: DEVICE, before: "'device.unique_id'", after: "'device.unique_name'" },
  { area: 'identity', file: DEVICE, before: 'return { model, firmware, ', after: 'return { model, ' },
  { area: 'status', file: ENGINE, before: 'if (seen === this.#seen) return;', after: 'return;' },
  { area: 'status', file: ENGINE, before: 'if (seen === this.#seen) return;', after: '' },
  { area: 'status', file: ENGINE, before: 'this.#phase = phase;\n    this.#changed();', after: 'this.#phase = phase;' },
  { area: 'errors', file: STATUS, before: 'b[2] === 1, b[3] === 1]', after: 'b[3] === 1, b[2] === 1]' },
  { area: 'errors', file: CONDITION, before: 'if (lostSince === undefined) errors.push(...(status?.errors ?? []));', after: '' },
  { area: 'errors', file: OUTSTANDING, before: 'count === this.#countBefore && !this.#isSpoilt', after: 'count === this.#countBefore' },
  { area: 'errors', file: LABEL, before: '}^JZN', after: '}' },
  { area: 'errors', file: ENGINE, before: "if (state !== 'STARTED') throw", after: "if (state === 'STOPPED') throw" },
  {
    area: 'errors',
    file: STATUS,
    before: "const PAPER_OUT = 'labels-out';",
    after: "const PAPER_OUT = 'ribbon-out';",
  },
  { area: 'sending', file: LABEL, before: '^PQ1', after: '^PQ2' },
  { area: 'sending', file: GRAPHIC, before: "text += row === above ? ':'", after: "text += row === above ? ','" },
  { area: 'sending', file: GRAPHIC, before: "digit === 'F'", after: "digit === 'E'" },
  {
    area: 'sending',
    file: GRAPHIC,
    before: "const BEFORE_SMALL_RUNS = 'G'.charCodeAt(0) - 1;",
    after: "const BEFORE_SMALL_RUNS = 'G'.charCodeAt(0);",
  },
  { area: 'sending', file: GRAPHIC, before: 'crc ^= text.charCodeAt(at) << 8;', after: 'crc ^= text.charCodeAt(at) << 7;' },
  { area: 'sending', file: 'bitmap-rows.ts', before: '(x >>> 2)', after: '(x >>> 3)' },
  {
    area: 'confirming',
    file: OUTSTANDING,
    before: "return made === 1 && isIdle(status) ? 'printed' : 'waiting';",
    after: "return 'printed';",
  },
  {
    area: 'confirming',
    file: ENGINE,
    before: 'this.#listener?.printed(outstanding.id, this.#count);',
    after: 'this.#listener?.printed(outstanding.id, this.#count);\n      this.#listener?.printed(outstanding.id, this.#count);',
  },
  {
    area: 'confirming',
    file: ENGINE,
    before: "if (verdict === 'waiting') return;\n    this.#outstanding = undefined;",
    after: "if (verdict === 'waiting') return;",
  },
  {
    area: 'refusing',
    file: ENGINE,
    before: "if (this.#outstanding) throw new EngineError('buffer-full'",
    after: "if (this.#lostSince) throw new EngineError('buffer-full'",
  },
  { area: 'refusing', file: ENGINE, before: 'refuseTooWide(print, headWidth(this.#options.configuration));', after: '' },
  { area: 'refusing', file: 'head-width.ts', before: 'if (picture.width <= dots) return;', after: 'if (picture.width < dots) return;' },
  { area: 'aborting', file: ENGINE, before: 'this.#device.cancelAll().catch(() => undefined);', after: '' },
  { area: 'aborting', file: ENGINE, before: 'this.#aborts.end(isNotMade ? [outstanding.id] : [])', after: 'this.#aborts.end([])' },
  {
    area: 'aborting',
    file: 'zpl/standstill.ts',
    before: 'return status.errors.length > 0 || this.#now() - this.#still.since >= this.#duration;',
    after: 'return true;',
  },
  {
    area: 'aborting',
    file: ENGINE,
    before: "if (this.#phase === 'ready') this.#startClearing();\n    return cleared;",
    after: 'return cleared;',
  },
  { area: 'counting', file: DEVICE, before: "'odometer.total_label_count'", after: "'odometer.user_label_count'" },
  { area: 'counting', file: ENGINE, before: 'printed(outstanding.id, this.#count)', after: 'printed(outstanding.id)' },
  { area: 'counting', file: ENGINE, before: "counts: 'marks',", after: "counts: 'passes'," },
  { area: 'reconnecting', file: ENGINE, before: 'this.#lostSince = undefined;\n', after: '\n' },
  {
    area: 'reconnecting',
    file: ENGINE,
    before: 'this.#outstanding?.spoil();\n    this.#status = undefined;\n    if',
    after: 'this.#outstanding = undefined;\n    this.#status = undefined;\n    if',
  },
  { area: 'reconnecting', file: CONNECTION, before: "socket.on('close', () => this.#lose(socket, failure));", after: '' },
  { area: 'half-open connections', file: CONNECTION, before: 'else this.#lose(socket, `no answer within ${limit} ms`);', after: '' },
  { area: 'half-open connections', file: CONNECTION, before: 'const ANSWER_LIMIT = 2_000;', after: 'const ANSWER_LIMIT = 2_000_000;' },
  {
    area: 'half-open connections',
    file: ENGINE,
    before: 'this.#outstanding = outstanding;\n    this.#mayHold = true;',
    after: 'this.#outstanding = outstanding;\n    this.#mayHold = true;\n    this.#listener?.printed(print.id, this.#count);',
  },
  { area: 'slow devices', file: CONNECTION, before: 'const ANSWER_LIMIT = 2_000;', after: 'const ANSWER_LIMIT = 500;' },
  { area: 'slow devices', file: DEVICE, before: 'const STATUS_LIMIT = 1_000;', after: 'const STATUS_LIMIT = 300;' },
  {
    area: 'slow devices',
    file: 'connection/poll-loop.ts',
    before: 'if (isCurrent()) this.#schedule(this.#options.pause());',
    after: 'void this.#options.pause;',
  },
  {
    area: 'silence during an error',
    file: DEVICE,
    before: 'if (error instanceof NoAnswerError) return this.#connection.ask(errorStatus());',
    after: '',
  },
  { area: 'silence during an error', file: DEVICE, before: 'limit: STATUS_LIMIT,\n    mayBeIgnored: true,', after: 'limit: STATUS_LIMIT,' },
  { area: 'silence during an error', file: ENGINE, before: 'if (!status.buffer) return;', after: '' },
  {
    area: 'silence during an error',
    file: STATUS,
    before: '(has(bit) ? [statusError(code)] : [])',
    after: '(has(bit) ? [] : [statusError(code)])',
  },
  {
    area: 'garbage',
    file: FRAMES,
    before: 'return { length: start < 0 ? received.length : start };',
    after: 'return { length: received.length };',
  },
  {
    area: 'garbage',
    file: DEVICE,
    before: "lines = text.split(',').length >= 12 ? [text] : [...lines, text];",
    after: 'lines = [...lines, text];',
  },
  {
    area: 'garbage',
    file: FRAMES,
    before: 'const start = received.findIndex((byte) => byte === STX || byte === QUOTE);',
    after: 'const start = 0;',
  },
  {
    area: 'split and merged messages',
    file: FRAMES,
    before: 'if (next > 0 && (end < 0 || next < end)) return { length: next };',
    after: '',
  },
  {
    area: 'split and merged messages',
    file: FRAMES,
    before: 'if (end < 0) return undefined;',
    after: 'if (end < 0) return { length: 1 };',
  },
  {
    area: 'split and merged messages',
    file: READER,
    before: 'this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes])',
    after: 'bytes',
  },
  {
    area: 'split and merged messages',
    file: CONNECTION,
    before: 'while (this.#socket === socket) {',
    after: 'if (this.#socket === socket) {',
  },
  {
    area: 'restarts with an unconfirmed print',
    file: OUTSTANDING,
    before: 'return made === 1 && isIdle(status)',
    after: 'return isIdle(status)',
  },
  {
    area: 'restarts with an unconfirmed print',
    file: ENGINE,
    before: 'this.#outstanding = this.#lostSince = this.#status',
    after: 'this.#lostSince = this.#status',
  },
  {
    area: 'restarts with an unconfirmed print',
    file: ENGINE,
    before: 'this.#count = found.count;\n    this.#startClearing();',
    after: "this.#count = found.count;\n    this.#enter('ready');",
  },
  { area: 'jumps of the count', file: OUTSTANDING, before: 'made < 0 || made > 1', after: 'made < 0' },
  { area: 'jumps of the count', file: OUTSTANDING, before: 'made === 1 && isIdle(status)', after: 'made === 1' },
  {
    area: 'jumps of the count',
    file: ENGINE,
    before: "else if (this.#phase === 'ready' && before !== this.#count && !this.#outstanding) this.#listener?.conditionChanged();",
    after: '',
  },
  { area: 'another device at the address', file: CONDITION, before: 'if (objection !== undefined) errors.push(objection);', after: '' },
  {
    area: 'another device at the address',
    file: ENGINE,
    before: "#opened(): void {\n    this.#enter('identifying');",
    after: "#opened(): void {\n    this.#enter(this.#recognition.isKnown ? 'clearing' : 'identifying');",
  },
  { area: 'everything together', file: ENGINE, before: 'if (status.errors.length > 0) this.#outstanding?.spoil();', after: '' },
];
