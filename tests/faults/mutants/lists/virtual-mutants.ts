import type { Mutant } from '../mutant.ts';

const ENGINE = 'virtual/virtual-engine.ts';
const MARKS = 'virtual/marks.ts';
const FAULTS = 'virtual/virtual-faults.ts';
const CONFIRMATIONS = 'virtual/confirmations.ts';

export const VIRTUAL_MUTANTS: readonly Mutant[] = [
  {
    area: 'connecting',
    file: ENGINE,
    before: "this.#enter('STOPPED');\n    await this.#memory.write();",
    after: 'await this.#memory.write();',
  },
  {
    area: 'connecting',
    file: ENGINE,
    before: "this.#enter('STOPPED');\n    await this.#memory.write();",
    after: "this.#enter('STOPPED');",
  },
  {
    area: 'connecting',
    file: ENGINE,
    before: 'if (!PRINTING_STATES.has(this.#state))\n      throw',
    after: "if (this.#state === 'ERROR')\n      throw",
  },
  {
    area: 'connecting',
    file: 'virtual/virtual-kind.ts',
    before: 'identity: { model: engine.model }',
    after: "identity: { model: 'Strobe' }",
  },
  { area: 'status', file: ENGINE, before: 'this.#state = state;\n    this.#listener?.conditionChanged();', after: 'this.#state = state;' },
  {
    area: 'status',
    file: ENGINE,
    before: 'this.#state = state;\n    this.#listener?.conditionChanged();',
    after: 'this.#listener?.conditionChanged();\n    this.#state = state;',
  },
  { area: 'errors', file: ENGINE, before: 'ink-supply-empty-stopped', after: 'ink-supply-low' },
  { area: 'errors', file: ENGINE, before: "(this.#ink.empty().length > 0 ? 'ERROR' : state)", after: 'state' },
  { area: 'errors', file: FAULTS, before: "viscosity: { state: 'ERROR',", after: "viscosity: { state: 'STARTED'," },
  {
    area: 'errors',
    file: ENGINE,
    before: 'this.#enter(state);\n    this.#changed();',
    after: '',
  },
  { area: 'sending', file: ENGINE, before: 'this.#marking = undefined;\n    this.#buffer.shift();', after: 'this.#marking = undefined;' },
  {
    area: 'sending',
    file: MARKS,
    before: 'this.#count = this.#unfinished = number;\n    this.#showPicture();',
    after: 'this.#count = this.#unfinished = number;',
  },
  { area: 'sending', file: ENGINE, before: 'this.#buffer.push(print);\n    this.#markNext();', after: 'this.#buffer.push(print);' },
  {
    area: 'confirming',
    file: ENGINE,
    before: 'this.#confirmations.add({ id: print.id, count: this.#marks.count }, this.faults.nextConfirmation());',
    after: '',
  },
  {
    area: 'confirming',
    file: CONFIRMATIONS,
    before: 'this.#options.printed(mark.id, mark.count);',
    after: 'for (const id of [mark.id, mark.id]) this.#options.printed(id, mark.count);',
  },
  {
    area: 'confirming',
    file: ENGINE,
    before: 'this.#buffer.push(print);\n',
    after: "this.#buffer.push(print);\n    this.#confirmations.add({ id: print.id, count: this.#marks.count }, 'prompt');\n",
  },
  { area: 'refusing', file: ENGINE, before: 'if (this.#buffer.length >= this.depth) {', after: 'if (this.#buffer.length > this.depth) {' },
  { area: 'refusing', file: ENGINE, before: "throw new EngineError('buffer-full'", after: "throw new EngineError('cannot-print'" },
  { area: 'refusing', file: ENGINE, before: 'if (this.#buffer.length >= this.depth) {', after: 'if (this.#buffer.length >= 1) {' },
  { area: 'aborting', file: ENGINE, before: 'this.#buffer = [];\n    return dropped;', after: 'return dropped;' },
  {
    area: 'aborting',
    file: ENGINE,
    before: 'const dropped = this.#buffer.map((print) => print.id);',
    after: 'const dropped: number[] = [];',
  },
  {
    area: 'aborting',
    file: ENGINE,
    before: 'this.#clear(this.#marking);\n    this.#marking = undefined;\n    const dropped',
    after: 'const dropped',
  },
  {
    area: 'counting',
    file: CONFIRMATIONS,
    before: 'this.#options.printed(mark.id, mark.count);',
    after: 'this.#options.printed(mark.id, mark.count + 1);',
  },
  { area: 'counting', file: ENGINE, before: "return this.#state === 'STOPPED' || !this.#hasPower ?", after: 'return !this.#hasPower ?' },
  { area: 'counting', file: MARKS, before: 'const number = this.#count + 1;', after: 'const number = this.#count + 2;' },
  { area: 'counting', file: ENGINE, before: "counts: 'marks' } as const", after: "counts: 'passes' } as const" },
  {
    area: 'restarts with an unconfirmed print',
    file: ENGINE,
    before: 'this.#buffer = [];\n    this.#uncertain = [];',
    after: 'this.#uncertain = [];',
  },
  {
    area: 'restarts with an unconfirmed print',
    file: ENGINE,
    before: 'this.#web.set(undefined);\n    this.#warmUp.stop();\n    this.#clear(this.#marking);',
    after: 'this.#web.set(undefined);\n    this.#warmUp.stop();',
  },
  {
    area: 'restarts with an unconfirmed print',
    file: ENGINE,
    before: 'this.#marks.open(remembered?.marks ?? 0);',
    after: 'if (remembered === undefined) this.#marks.open(0);',
  },
  {
    area: 'everything together',
    file: MARKS,
    before: 'this.#log.append(mark);',
    after: 'for (const each of [mark, mark]) this.#log.append(each);',
  },
];
