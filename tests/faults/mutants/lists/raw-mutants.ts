import type { Mutant } from '../mutant.ts';

const ENGINE = 'raw/raw-engine.ts';
const TEMPLATE = 'raw/raw-template.ts';
const LINK = 'raw/raw-link.ts';
const ACKNOWLEDGEMENTS = 'raw/acknowledgements.ts';

export const RAW_MUTANTS: readonly Mutant[] = [
  {
    area: 'connecting',
    file: ENGINE,
    before: 'this.#reconnect = this.#deps.timers.setTimeout(() => void this.#connect(), RECONNECT);',
    after: '',
  },
  {
    area: 'connecting',
    file: ENGINE,
    before: 'if (this.#reconnect !== undefined) this.#deps.timers.clearTimeout(this.#reconnect);',
    after: '',
  },
  { area: 'connecting', file: ENGINE, before: 'timers.clearTimeout(limit);', after: '' },
  { area: 'connecting', file: 'raw/raw-kind.ts', before: 'return { reachable: false,', after: 'return { reachable: true,' },
  {
    area: 'connecting',
    file: ENGINE,
    before: "if (!link) throw new EngineError('cannot-print',",
    after: "if (!link) throw new EngineError('buffer-full',",
  },
  { area: 'status', file: ENGINE, before: 'this.#listener?.conditionChanged();', after: '' },
  { area: 'status', file: ENGINE, before: "this.#enter('STARTED');", after: '' },
  {
    area: 'status',
    file: ENGINE,
    before: 'this.#condition = { state, errors, ink: [] };\n    this.#listener?.conditionChanged();',
    after: 'this.#listener?.conditionChanged();\n    this.#condition = { state, errors, ink: [] };',
  },
  {
    area: 'sending',
    file: TEMPLATE,
    before: 'return Buffer.from(String(bytesPerRow(bitmap)));',
    after: 'return Buffer.from(String(bitmap.width));',
  },
  { area: 'sending', file: TEMPLATE, before: ".toString('hex').toUpperCase()", after: ".toString('hex')" },
  { area: 'sending', file: TEMPLATE, before: "cr: '\\r'", after: "cr: '\\n'" },
  { area: 'sending', file: TEMPLATE, before: 'return Buffer.from(String(id));', after: "return Buffer.from('1');" },
  { area: 'sending', file: 'bitmap-rows.ts', before: '(24 - 8 * (x & 3))', after: '(8 * (x & 3))' },
  {
    area: 'confirming',
    file: ENGINE,
    before: 'else this.#listener?.printed(id);',
    after: 'else for (const each of [id, id]) this.#listener?.printed(each);',
  },
  { area: 'confirming', file: ENGINE, before: 'if (this.#acknowledgements) this.#waiting.push(print.id);', after: '' },
  {
    area: 'confirming',
    file: ENGINE,
    before: 'await this.#write(link, bytes);',
    after: 'await this.#write(link, bytes);\n    this.#acknowledged();',
  },
  { area: 'confirming', file: ENGINE, before: "proof: pattern ? 'ack' : 'none', clearsOnStart", after: "proof: 'ack', clearsOnStart" },
  {
    area: 'refusing',
    file: ENGINE,
    before: "if (this.#waiting.length > 0) throw new EngineError('buffer-full'",
    after: "if (this.#waiting.length > 1) throw new EngineError('buffer-full'",
  },
  { area: 'refusing', file: ENGINE, before: 'refuseTooWide(print, this.#width);', after: '' },
  {
    area: 'refusing',
    file: 'head-width.ts',
    before: 'return Math.ceil((width / MM_PER_INCH) * dpi);',
    after: 'return Math.floor((width / MM_PER_INCH) * dpi);',
  },
  {
    area: 'aborting',
    file: ENGINE,
    before: "throw new Error('the device cannot be told to drop a print, and may still make it');",
    after: 'return [];',
  },
  {
    area: 'aborting',
    file: ENGINE,
    before: 'if (this.#waiting.length === 0) return [];',
    after: 'if (this.#link) return [...this.#waiting];',
  },
  { area: 'aborting', file: ENGINE, before: "this.#lose('the connection was closed to abort');", after: '' },
  { area: 'counting', file: ENGINE, before: 'else this.#listener?.printed(id);', after: 'else this.#listener?.printed(id, 1);' },
  {
    area: 'reconnecting',
    file: ENGINE,
    before: 'for (const id of lost) this.#listener?.unresolved(id, `not acknowledged: ${reason}`);',
    after: '',
  },
  {
    area: 'reconnecting',
    file: ENGINE,
    before: 'for (const id of lost) this.#listener?.unresolved(',
    after: 'for (const id of lost) this.#listener?.failed(',
  },
  { area: 'reconnecting', file: LINK, before: "socket.once('close', end);", after: '' },
  {
    area: 'reconnecting',
    file: ENGINE,
    before: 'const lost = this.#waiting;\n    this.#waiting = [];',
    after: 'const lost = this.#waiting;',
  },
  { area: 'half-open connections', file: ENGINE, before: "this.#lose('the connection was closed to abort');", after: '' },
  {
    area: 'connecting',
    file: LINK,
    before: "socket.off('close', end);\n      socket.destroy();",
    after: "socket.off('close', end);",
  },
  {
    area: 'slow devices',
    file: ENGINE,
    before: 'await this.#write(link, bytes);',
    after:
      "await this.#write(link, bytes);\n    this.#deps.timers.setTimeout(() => this.#link === link && this.#waiting.length > 0 && this.#lose('late'), 500);",
  },
  { area: 'garbage', file: 'raw/raw-config.ts', before: 'return pattern;', after: 'return /[^]/;' },
  { area: 'garbage', file: 'raw/raw-config.ts', before: 'return new RegExp(text);', after: "return new RegExp(text, 'i');" },
  {
    area: 'garbage',
    file: ENGINE,
    before: 'const count = this.#acknowledgements?.add(bytes) ?? 0;',
    after: 'this.#acknowledgements?.add(bytes);\n      const count = 1;',
  },
  { area: 'split and merged messages', file: ACKNOWLEDGEMENTS, before: 'text = (text + added', after: "text = ('' + added" },
  {
    area: 'split and merged messages',
    file: ENGINE,
    before: 'this.#acknowledgements?.add(bytes) ?? 0',
    after: 'this.#acknowledgements?.add(bytes.subarray(0, 1)) ?? 0',
  },
  {
    area: 'split and merged messages',
    file: ENGINE,
    before: 'this.#receive(bytes);\n',
    after: 'if (bytes.length > 1) this.#receive(bytes);\n',
  },
  {
    area: 'restarts with an unconfirmed print',
    file: ENGINE,
    before: "this.#disconnect();\n    this.#waiting = [];\n    this.#enter('STOPPED');",
    after: "this.#disconnect();\n    this.#enter('STOPPED');",
  },
  {
    area: 'restarts with an unconfirmed print',
    file: ENGINE,
    before: "this.#disconnect();\n    this.#waiting = [];\n    this.#enter('STOPPED');",
    after: "this.#enter('STOPPED');",
  },
  {
    area: 'everything together',
    file: ENGINE,
    before: "throw new EngineError('buffer-full', 'The device has not acknowledged",
    after: "return void ('The device has not acknowledged",
  },
];
