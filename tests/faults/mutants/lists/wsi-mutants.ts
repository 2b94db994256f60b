import type { Mutant } from '../mutant.ts';

const ENGINE = 'single-value-coders/coder-engine.ts';
const LOADED = 'single-value-coders/loaded-print.ts';
const TRANSFER = 'single-value-coders/values-transfer.ts';
const PROTOCOL = 'wsi/wsi-protocol.ts';
const FRAMES = 'wsi/wsi-frames.ts';
const STATUS = 'wsi/wsi-status.ts';

/** Faults for the suite of wsi. Those of what all coders share are in the list of codenet. */
export const WSI_MUTANTS: readonly Mutant[] = [
  { area: 'connecting', file: 'wsi/wsi-kind.ts', before: "proof: 'count', framing", after: "proof: 'none', framing" },
  { area: 'connecting', file: FRAMES, before: 'Buffer.of(ETX)', after: 'Buffer.of(STX)' },
  { area: 'status', file: PROTOCOL, before: "this.#ask('E',", after: "this.#ask('Q'," },
  { area: 'errors', file: STATUS, before: 'if ((lights & RED) !== 0) return', after: 'if (lights === RED) return' },
  { area: 'errors', file: STATUS, before: '& (1 << bit)', after: '& (2 << bit)' },
  { area: 'errors', file: STATUS, before: 'errors: faults.length > 0 ? faults : [RED_LIGHT]', after: 'errors: [RED_LIGHT]' },
  { area: 'errors', file: STATUS, before: "'The pump has a fault.'", after: "'The ink core is empty.'" },
  { area: 'errors', file: ENGINE, before: 'if (!canPrint) this.#loaded?.spoil();', after: '' },
  { area: 'sending', file: PROTOCOL, before: '`U${name}${SEPARATOR}${value}`', after: '`U${name}${value}`' },
  { area: 'sending', file: PROTOCOL, before: 'await this.#command(`M${name}`', after: 'await this.#command(`m${name}`' },
  {
    area: 'sending',
    file: PROTOCOL,
    before: 'for (const [name, value] of Object.entries(fields)) {',
    after: 'for (const [name, value] of Object.entries(fields).slice(1)) {',
  },
  { area: 'sending', file: PROTOCOL, before: "this.#ask('Q', (text) => text.trim()", after: "this.#ask('Q', (text) => text.slice(1)" },
  { area: 'sending', file: FRAMES, before: '(total + byte) % 256', after: '(total + byte) % 255' },
  { area: 'confirming', file: PROTOCOL, before: "const PRINT_ON = 'O1';", after: "const PRINT_ON = 'O0';" },
  {
    area: 'confirming',
    file: ENGINE,
    before: "if (loaded.judge(this.#state.count) === 'printed' && this.#protocol.withdraw) {",
    after: "if (loaded.judge(this.#state.count) === 'waiting' && this.#protocol.withdraw) {",
  },
  {
    area: 'confirming',
    file: PROTOCOL,
    before: "async withdraw(): Promise<void> {\n    await this.#command(PRINT_OFF, 'to stop printing');",
    after: 'async withdraw(): Promise<void> {',
  },
  { area: 'confirming', file: PROTOCOL, before: 'for (const name of this.#filled) await this.#empty(name);', after: '' },
  { area: 'confirming', file: PROTOCOL, before: 'await this.#command(`D${name}`, `to empty the field "${name}"`);', after: '' },
  {
    area: 'confirming',
    file: LOADED,
    before: "if (!isReported) return made === 1 ? 'printed' : 'waiting';",
    after: "if (!isReported) return 'printed';",
  },
  { area: 'refusing', file: PROTOCOL, before: "if (kind === 'refused') throw refusal(what);", after: '' },
  {
    area: 'refusing',
    file: TRANSFER,
    before: 'throw this.#engineError(error);\n    }\n  }\n\n  #engineError',
    after: 'throw error;\n    }\n  }\n\n  #engineError',
  },
  { area: 'aborting', file: PROTOCOL, before: "return this.#command(PRINT_OFF, 'to stop printing');", after: 'return Promise.resolve();' },
  { area: 'aborting', file: 'single-value-coders/standstill.ts', before: 'if (count !== this.#count) {', after: 'if (count === -1) {' },
  { area: 'counting', file: PROTOCOL, before: "this.#ask('GA',", after: "this.#ask('GX'," },
  { area: 'counting', file: PROTOCOL, before: '? Number(text) : undefined)', after: '? Number(text) + 1 : undefined)' },
  { area: 'reconnecting', file: LOADED, before: '(!this.#options.isReported || this.#isReportLost)', after: 'this.#options.isReported' },
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
    file: PROTOCOL,
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
    file: LOADED,
    before: "if (made < 0 || made > 1) return 'conflict';",
    after: "if (made > 1) return 'conflict';",
  },
  {
    area: 'jumps of the count',
    file: LOADED,
    before: "if (made < 0 || made > 1) return 'conflict';",
    after: "if (made < 0) return 'conflict';",
  },
  { area: 'jumps of the count', file: ENGINE, before: '      this.#state.counted(countAfter);', after: '' },
  {
    area: 'restarts with an unconfirmed print',
    file: LOADED,
    before: "if (made === 0) return this.#isUndisturbed && !this.#isReported ? 'not-made' : 'unknown';",
    after: "if (made === 0) return 'not-made';",
  },
  {
    area: 'restarts with an unconfirmed print',
    file: ENGINE,
    before: 'if (!this.#state.isOtherDevice) this.#startClearing();',
    after: "if (!this.#state.isOtherDevice) this.#state.enter('ready');",
  },
];
