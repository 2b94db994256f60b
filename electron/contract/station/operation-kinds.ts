import type { StationContract } from './index.ts';

type OperationKinds = {
  [Noun in keyof StationContract]: { [Verb in keyof StationContract[Noun]]: KindOf<StationContract[Noun][Verb]> };
};
type KindOf<Operation> = Operation extends { kind: infer Kind } ? Kind : never;

/** What kind each operation of the contract is of, for whoever calls them without checking what comes and goes: it needs none of the schemas. */
export const OPERATION_KINDS: OperationKinds = {
  info: { get: 'query' },
  connections: {
    watch: 'feed',
    add: 'command',
    rename: 'command',
    order: 'command',
    switchEmbedded: 'command',
    remove: 'command',
    changeKey: 'command',
    trust: 'command',
    test: 'query',
  },
  clock: { get: 'query', confirm: 'command' },
  recovery: { get: 'query', confirm: 'command' },
  fleet: { watch: 'feed' },
  lines: { watch: 'feed', add: 'command', change: 'command', order: 'command', remove: 'command' },
  labels: {
    list: 'query',
    get: 'query',
    put: 'command',
    remove: 'command',
    rename: 'command',
    versions: 'query',
    version: 'query',
    simulate: 'query',
  },
  labelProofs: { open: 'query', accept: 'command' },
  tables: { list: 'query', rows: 'query', get: 'query', put: 'command', editCells: 'command', remove: 'command', rename: 'command' },
  variables: { list: 'query', get: 'query', put: 'command', prompts: 'query', remove: 'command', rename: 'command' },
  counters: { list: 'query', get: 'query', put: 'command', remove: 'command', rename: 'command' },
  shiftCodes: { list: 'query', get: 'query', put: 'command', remove: 'command', rename: 'command' },
  settings: { get: 'query', put: 'command', getPrinter: 'query', putPrinter: 'command' },
  fonts: { list: 'query', remove: 'command' },
  usage: { read: 'query' },
  plans: { make: 'query', apply: 'command' },
  preflights: { list: 'query', start: 'command', get: 'query', findings: 'query', remove: 'command' },
  printing: { select: 'command', deselect: 'command', trigger: 'command', abort: 'command', setConveyor: 'command', refillInk: 'command' },
  history: { read: 'query' },
  prints: {
    list: 'query',
    get: 'query',
    gaps: 'query',
    resolve: 'command',
    reprint: 'command',
    engineCount: 'query',
    acceptEngineCount: 'command',
  },
  queue: { list: 'query', reorder: 'command', remove: 'command', seek: 'command' },
  alarms: { watch: 'feed', acknowledge: 'command', shelve: 'command', unshelve: 'command' },
  journal: { list: 'query', watch: 'feed' },
  drafts: { watch: 'feed', get: 'query', keep: 'command', compare: 'query', send: 'command', discard: 'command' },
  lastAnswers: { at: 'query' },
};
