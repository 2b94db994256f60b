import type { Mutant } from '../mutant.ts';

const ENGINE = 'coders/coder-engine.ts';
const OUTSTANDING = 'coders/outstanding-prints.ts';
const CLEARING = 'coders/clearing.ts';
const TRANSFER = 'coders/values-transfer.ts';
const CODER = 'wsi/wsi-coder.ts';
const FRAMES = 'wsi/wsi-frames.ts';
const STATUS = 'wsi/wsi-status.ts';

/** Faults for the suite of wsi. Those of what all coders share are in the list of codenet. */
export const WSI_MUTANTS: readonly Mutant[] = [
  { area: 'connecting', file: CODER, before: "proof: 'count', depth: 1", after: "proof: 'none', depth: 1" },
  { area: 'connecting', file: FRAMES, before: 'Buffer.of(ETX)', after: 'Buffer.of(STX)' },
  { area: 'status', file: CODER, before: "this.#ask('E',", after: "this.#ask('Q'," },
  { area: 'errors', file: STATUS, before: 'if ((lights & RED) !== 0)\n', after: 'if (lights === RED)\n' },
  { area: 'errors', file: STATUS, before: '& (1 << bit)', after: '& (2 << bit)' },
  {
    area: 'errors',
    file: STATUS,
    before: "errors: faults.length > 0 ? faults : [statusError('coder-red-light')]",
    after: "errors: [statusError('coder-red-light')]",
  },
  { area: 'errors', file: STATUS, before: "'pump-fault'", after: "'ink-core-empty'" },
  {
    area: 'errors',
    file: ENGINE,
    before: '&& !isWaiting) this.#outstanding.interrupt();',
    after: '&& isWaiting) this.#outstanding.interrupt();',
  },
  { area: 'sending', file: CODER, before: '`U${name}${SEPARATOR}${value}`', after: '`U${name}${value}`' },
  { area: 'sending', file: CODER, before: 'await this.#command(`M${message}`', after: 'await this.#command(`m${message}`' },
  {
    area: 'sending',
    file: CODER,
    before: 'for (const [name, value] of Object.entries(fields)) {',
    after: 'for (const [name, value] of Object.entries(fields).slice(1)) {',
  },
  { area: 'sending', file: CODER, before: "this.#ask('Q', (text) => text.trim()", after: "this.#ask('Q', (text) => text.slice(1)" },
  { area: 'sending', file: FRAMES, before: '(total + byte) % 256', after: '(total + byte) % 255' },
  { area: 'confirming', file: CODER, before: "const PRINT_ON = 'O1';", after: "const PRINT_ON = 'O0';" },
  {
    area: 'confirming',
    file: ENGINE,
    before: 'this.#coder.withdraw && this.#outstanding.isProven(reading)',
    after: 'this.#coder.withdraw && !this.#outstanding.isProven(reading)',
  },
  {
    area: 'confirming',
    file: CODER,
    before: "async withdraw(): Promise<void> {\n    await this.#command(PRINT_OFF, statusError('coder-refused-to-stop'));",
    after: 'async withdraw(): Promise<void> {',
  },
  { area: 'confirming', file: CODER, before: 'for (const name of this.#filled) await this.#empty(name);', after: '' },
  {
    area: 'confirming',
    file: CODER,
    before: "await this.#command(`D${name}`, statusError('coder-refused-field', { field: name }));",
    after: '',
  },
  {
    area: 'confirming',
    file: OUTSTANDING,
    before: "    if (made === 0) return 'waiting';\n",
    after: '',
  },
  { area: 'refusing', file: CODER, before: "if (kind === 'refused') throw new CoderFaultError(refusal);", after: '' },
  {
    area: 'refusing',
    file: TRANSFER,
    before: 'throw this.#engineError(error);',
    after: 'throw error;',
  },
  {
    area: 'aborting',
    file: CODER,
    before: "return this.#command(PRINT_OFF, statusError('coder-refused-to-stop'));",
    after: 'return Promise.resolve();',
  },
  { area: 'aborting', file: CLEARING, before: 'if (seen !== this.#seen) {', after: "if (seen === '') {" },
  { area: 'counting', file: CODER, before: "this.#ask('GA',", after: "this.#ask('GX'," },
  { area: 'counting', file: CODER, before: '? Number(text) : undefined)', after: '? Number(text) + 1 : undefined)' },
  { area: 'reconnecting', file: OUTSTANDING, before: "return proof === 'count' || isUnseen;", after: "return proof !== 'count';" },
  { area: 'half-open connections', file: ENGINE, before: 'this.#polls.restart(this.#pause());', after: 'this.#polls.stop();' },
  { area: 'slow devices', file: TRANSFER, before: 'const PREPARE_LIMIT = 3_600;', after: 'const PREPARE_LIMIT = 2_000;' },
  {
    area: 'garbage',
    file: FRAMES,
    before: 'if (received[end] !== ETX) return { length: end };',
    after: 'if (received[end] !== ETX) return undefined;',
  },
  { area: 'garbage', file: FRAMES, before: '  return { length: 1 };\n}\n\n/** Data are', after: '  return undefined;\n}\n\n/** Data are' },
  { area: 'split and merged messages', file: FRAMES, before: 'if (received.length < RESULT_LENGTH) return undefined;', after: '' },
  {
    area: 'split and merged messages',
    file: CODER,
    before: "message.kind !== 'data' && message.checksum === checksum ? message",
    after: "message.kind !== 'data' ? message",
  },
  {
    area: 'split and merged messages',
    file: FRAMES,
    before: 'if (end < 0) return received.length > MAX_DATA ? { length: received.length } : undefined;',
    after: 'if (end < 0) return { length: received.length };',
  },
  {
    area: 'jumps of the count',
    file: OUTSTANDING,
    before: "if (made < 0 || made > 1) return 'conflict';",
    after: "if (made > 1) return 'conflict';",
  },
  {
    area: 'jumps of the count',
    file: OUTSTANDING,
    before: "if (made < 0 || made > 1) return 'conflict';",
    after: "if (made < 0) return 'conflict';",
  },
  {
    area: 'jumps of the count',
    file: ENGINE,
    before: '      reading = await this.#read();\n    }',
    after: '    }',
  },
  {
    area: 'restarts with an unconfirmed print',
    file: OUTSTANDING,
    before: 'if (made === 0) return outcomeOfNone;',
    after: "if (made === 0) return 'not-made';",
  },
  {
    area: 'restarts with an unconfirmed print',
    file: ENGINE,
    before: 'this.#report(this.#outstanding.judge(reading).printed);\n    this.#startClearing();',
    after: "this.#report(this.#outstanding.judge(reading).printed);\n    this.#state.enter('ready');",
  },
];
