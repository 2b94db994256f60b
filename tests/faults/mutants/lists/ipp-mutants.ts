import type { Mutant } from '../mutant.ts';

const ENGINE = 'ipp/ipp-engine.ts';
const CONNECTION = 'ipp/ipp-connection.ts';
const CLIENT = 'ipp/ipp-client.ts';
const PRINTER = 'ipp/ipp-printer.ts';
const FACTS = 'ipp/printer-facts.ts';
const JOBS = 'ipp/job-facts.ts';
const HAND_OVER = 'ipp/hand-over.ts';
const CANCEL = 'ipp/cancel-jobs.ts';
const REASONS = 'ipp/state-reasons.ts';
const RASTER = 'ipp/pwg-raster.ts';
const MESSAGE = 'ipp/ipp-message.ts';
const CONDITION = 'ipp/ipp-condition.ts';

export const IPP_MUTANTS: readonly Mutant[] = [
  { area: 'connecting', file: CONNECTION, before: 'if (this.#status !== undefined && this.#misses < MISSES) return;', after: 'return;' },
  { area: 'connecting', file: ENGINE, before: 'this.#pollAfter(run, isBusy ? BUSY_INTERVAL : IDLE_INTERVAL);', after: '' },
  {
    area: 'connecting',
    file: ENGINE,
    before: 'this.#device.lost();\n    this.#cancelPoll();',
    after: 'this.#device.lost();',
  },
  { area: 'connecting', file: 'ipp/ipp-kind.ts', before: 'return { reachable: false,', after: 'return { reachable: true,' },
  { area: 'connecting', file: CLIENT, before: 'timers.clearTimeout(timer);\n      tcp?.destroy();', after: 'tcp?.destroy();' },
  {
    area: 'identity',
    file: FACTS,
    before: "printer.text('printer-serial-number') ?? printer.text('printer-uuid')",
    after: "printer.text('printer-serial-number')",
  },
  { area: 'identity', file: FACTS, before: "'printer-uuid', 'printer-firmware-string-version'],", after: "'printer-uuid']," },
  {
    area: 'identity',
    file: FACTS,
    before: "const model = printer.text('printer-make-and-model');",
    after: "const model = printer.text('printer-state-reasons');",
  },
  { area: 'status', file: ENGINE, before: 'this.#listener?.conditionChanged();', after: '' },
  {
    area: 'status',
    file: ENGINE,
    before: 'this.#cancelPoll();\n    this.#show();\n  }\n\n  async send',
    after: 'this.#cancelPoll();\n  }\n\n  async send',
  },
  {
    area: 'status',
    file: ENGINE,
    before: 'this.#show();\n    const isBusy',
    after: 'if (!connection.isConnected) this.#show();\n    const isBusy',
  },
  {
    area: 'errors',
    file: REASONS,
    before: "'media-jam': 'media-jammed',",
    after: "'media-jam': 'media-out',",
  },
  { area: 'errors', file: REASONS, before: '/-(error|warning|report)$/', after: '/-(warning|report)$/' },
  {
    area: 'errors',
    file: REASONS,
    before: "error: statusError('printer-reports', { message: reason }), isError: severity === 'error'",
    after: "error: statusError('printer-reports', { message: reason }), isError: false",
  },
  {
    area: 'errors',
    file: REASONS,
    before: 'isError: severity === undefined ? !MILD.test(keyword)',
    after: 'isError: severity === undefined ? MILD.test(keyword)',
  },
  {
    area: 'errors',
    file: CONDITION,
    before: 'described.filter(({ isError }) => isError)',
    after: 'described.filter(({ isError }) => !isError)',
  },
  { area: 'sending', file: RASTER, before: 'const LITERALS = 257;', after: 'const LITERALS = 256;' },
  { area: 'sending', file: RASTER, before: 'write(372, bitmap.width, bitmap.height);', after: 'write(372, bitmap.height, bitmap.width);' },
  {
    area: 'sending',
    file: RASTER,
    before: 'parts.push(Buffer.of(equal - 1), packRow(row));',
    after: 'parts.push(Buffer.of(0), packRow(row));',
  },
  { area: 'sending', file: PRINTER, before: 'tag: IPP_TAGS.integer, values: [1] }', after: 'tag: IPP_TAGS.integer, values: [2] }' },
  { area: 'sending', file: MESSAGE, before: 'size.writeUInt16BE(bytes.length);', after: 'size.writeUInt16LE(bytes.length);' },
  { area: 'sending', file: PRINTER, before: "values: ['image/pwg-raster']", after: "values: ['image/jpeg']" },
  { area: 'confirming', file: JOBS, before: "if (state === 'open') return undefined;", after: '' },
  {
    area: 'confirming',
    file: JOBS,
    before: 'const STATES = { canceled: 7, aborted: 8, completed: 9 };',
    after: 'const STATES = { canceled: 7, aborted: 8, completed: 5 };',
  },
  {
    area: 'confirming',
    file: ENGINE,
    before: "this.#open = undefined;\n    if (fate.is === 'printed')",
    after: "if (fate.is === 'printed')",
  },
  {
    area: 'confirming',
    file: ENGINE,
    before: 'if (this.#run === run) this.#pollAfter(run, BUSY_INTERVAL);',
    after: 'this.#listener?.printed(print.id);',
  },
  {
    area: 'refusing',
    file: ENGINE,
    before: "if (this.#open) throw new EngineError('buffer-full'",
    after: "if (!run) throw new EngineError('buffer-full'",
  },
  { area: 'refusing', file: ENGINE, before: 'refuseTooWide({ planes: [bitmap], hdpi }, this.#needs.area.width);', after: '' },
  {
    area: 'refusing',
    file: HAND_OVER,
    before: 'if (error instanceof IppRefusalError && !DOUBTFUL.includes(error.status)) {',
    after: 'if (error instanceof IppRefusalError && DOUBTFUL.includes(error.status)) {',
  },
  { area: 'refusing', file: ENGINE, before: 'if (this.#open === open) this.#open = undefined;', after: '' },
  { area: 'aborting', file: CANCEL, before: 'if (!cancelled.has(id)) await printer.cancel(id, ANSWER_LIMIT);', after: '' },
  { area: 'aborting', file: ENGINE, before: 'return [open.id];', after: 'return [];' },
  { area: 'aborting', file: CANCEL, before: 'if (open.length === 0) return job;', after: 'return job;' },
  {
    area: 'aborting',
    file: JOBS,
    before: "if (impressions === 0) return { is: 'failed', reason: why };",
    after: "return { is: 'failed', reason: why };",
  },
  { area: 'counting', file: ENGINE, before: 'return this.#listener?.printed(id);', after: 'return this.#listener?.printed(id, 1);' },
  { area: 'reconnecting', file: ENGINE, before: 'connection.missed(error);', after: 'void error;' },
  {
    area: 'reconnecting',
    file: ENGINE,
    before: 'const job = await printer.findJob(open.jobId, JOB_LIMIT);',
    after: 'const job = this.#shown.errors.length > 0 ? undefined : await printer.findJob(open.jobId, JOB_LIMIT);',
  },
  {
    area: 'reconnecting',
    file: PRINTER,
    before:
      'if (error instanceof IppRefusalError && (error.status === IPP_STATUS.notFound || error.status === IPP_STATUS.gone)) return undefined;',
    after: 'if (error !== undefined) return undefined;',
  },
  {
    area: 'half-open connections',
    file: CLIENT,
    before: 'if (tcp) resetSocket(tcp);\n    }, request.limit);',
    after: 'if (tcp) resetSocket(tcp);\n    }, 1_000 * request.limit);',
  },
  { area: 'half-open connections', file: CONNECTION, before: 'const MISSES = 2;', after: 'const MISSES = 2_000;' },
  { area: 'half-open connections', file: CONNECTION, before: 'const ANSWER_LIMIT = 2_500;', after: 'const ANSWER_LIMIT = 2_500_000;' },
  { area: 'slow devices', file: CONNECTION, before: 'const ANSWER_LIMIT = 2_500;', after: 'const ANSWER_LIMIT = 300;' },
  { area: 'slow devices', file: ENGINE, before: 'const JOB_LIMIT = 2_500;', after: 'const JOB_LIMIT = 300;' },
  { area: 'slow devices', file: HAND_OVER, before: 'const PRINT_LIMIT = 3_000;', after: 'const PRINT_LIMIT = 300;' },
  { area: 'silence during an error', file: CONNECTION, before: 'const MISSES = 2;', after: 'const MISSES = 1;' },
  {
    area: 'silence during an error',
    file: ENGINE,
    before: 'await printer.findJob(open.jobId, JOB_LIMIT);',
    after: 'await printer.findJob(open.jobId, JOB_LIMIT).catch(() => undefined);',
  },
  { area: 'silence during an error', file: CONNECTION, before: 'this.#status = status;\n', after: 'this.#status ??= status;\n' },
  { area: 'garbage', file: CLIENT, before: 'if (message.requestId !== requestId) throw', after: 'if (message.requestId === 0) throw' },
  { area: 'garbage', file: HAND_OVER, before: 'if (found !== undefined) return found;', after: '' },
  {
    area: 'garbage',
    file: MESSAGE,
    before: 'if (tag === IPP_TAGS.collection) skipCollection(reader);',
    after: 'if (tag === IPP_TAGS.collection) reader.rest();',
  },
  { area: 'split and merged messages', file: CLIENT, before: 'parts.push(part);', after: 'parts[0] = part;' },
  {
    area: 'split and merged messages',
    file: CLIENT,
    before: 'return Buffer.concat(parts);',
    after: 'return Buffer.concat(parts.slice(0, 1));',
  },
  { area: 'split and merged messages', file: CLIENT, before: 'size += part.length;', after: 'size += 100_000;' },
  {
    area: 'restarts with an unconfirmed print',
    file: ENGINE,
    before: 'return job?.name === jobName(id) ? fateOf(job) : GONE;',
    after: 'return job ? fateOf(job) : GONE;',
  },
  {
    area: 'restarts with an unconfirmed print',
    file: CONNECTION,
    before: 'for (const { jobId } of jobs) await this.#printer.cancel(jobId, ANSWER_LIMIT);',
    after: '',
  },
  {
    area: 'restarts with an unconfirmed print',
    file: CONNECTION,
    before: 'this.#isCleared = jobs.length === 0;',
    after: 'this.#isCleared = true;',
  },
  {
    area: 'restarts with an unconfirmed print',
    file: ENGINE,
    before: 'this.#run = this.#open = undefined;',
    after: 'this.#run = undefined;',
  },
  {
    area: 'another device at the address',
    file: CONNECTION,
    before: "if (this.#fault !== undefined) return { state: 'ERROR', errors: [this.#fault], ink: [] };",
    after: '',
  },
  {
    area: 'another device at the address',
    file: ENGINE,
    before: 'if (await connection.poll()) {',
    after: 'if ((await connection.poll()) || run) {',
  },
  { area: 'another device at the address', file: FACTS, before: "'printer-uuid', 'printer-firmware", after: "'printer-firmware" },
  {
    area: 'everything together',
    file: HAND_OVER,
    before: "throw new EngineError('device-failed', `The printer cannot be reached",
    after: 'throw new Error(`The printer cannot be reached',
  },
];
