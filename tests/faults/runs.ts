import type { FaultRun } from './fault-run.ts';

/** All runs of faults. Each loads what it needs when it is run: the table of faults reads this list too. */
export const RUNS: readonly FaultRun[] = [
  {
    name: 'kills',
    unit: 'count',
    standard: 500,
    cases: ['A1', 'A2', 'I1', 'I2', 'I3', 'I4', 'I5', 'I8'],
    shows:
      'SIGKILL at random moments while four printers print serials at line speed: nothing is marked twice, no acknowledged print is lost, and the ledger says of every mark what the engine says.',
    load: async () => (await import('./kills/kills.ts')).kills,
  },
  {
    name: 'power',
    unit: 'cuts',
    standard: 2_000,
    cases: ['B1', 'B2', 'I1', 'I2'],
    shows:
      'A recorded run of a printing controller, with the power failing at random moments and every write that was not synced there, absent or torn: no record that anybody saw is lost, and without syncs behind commits some are. Needs strace.',
    load: async () => (await import('./power/power.ts')).power,
  },
  {
    name: 'retries',
    unit: 'count',
    standard: 10_000,
    cases: ['A3', 'D2', 'D13', 'E18', 'I6'],
    shows:
      'Requests with an Idempotency-Key through a network that drops, delays, duplicates and cuts them, repeated until they are answered: as many marks as distinct keys. Then some more with kills in between: what a printer held then is known to be lost, and nothing is printed twice.',
    load: async () => (await import('./retries/retries.ts')).retries,
  },
  {
    name: 'model',
    unit: 'sequences',
    standard: 50_000,
    cases: ['D14', 'I2', 'I3', 'I5'],
    shows:
      'Random sequences of selections, triggers, products, marks, failures, queue operations, aborts, restarts, reprints, resolutions, marks of nobody and accepted counts on two printers, one of which says its own count: queues, prints, serials, counts and answers are those of a plain model after every step.',
    load: async () => (await import('./model/model.ts')).model,
  },
  {
    name: 'designing',
    unit: 'count',
    standard: 100,
    cases: ['A10'],
    shows:
      'SIGKILL to the whole browser at random moments while somebody works on a label: after each start all that was typed more than 2 s before the kill is offered, and nothing that was discarded before. Needs Chromium.',
    load: async () => (await import('./designing/designing.ts')).designing,
  },
  {
    name: 'connections',
    unit: 'count',
    standard: 3_000,
    cases: ['E11'],
    shows:
      'Half-open connections, and for six of them one with slow headers, a slow body or a slow reader, all at once: each is closed within 15 s, and the p99 of other clients is at most three times that of an idle service.',
    load: async () => (await import('./connections/connections.ts')).connections,
  },
  {
    name: 'floods',
    unit: 'count',
    standard: 500,
    cases: ['E10', 'E11'],
    shows:
      'Everything that can be read is asked for by hundreds of connections, pipelined, unread, read slowly or read over and over, while a line prints 240 products a minute: none is missed, the p99 of live probes is under 250 ms, memory stays under twice that of the idle service, and no request holds a file. Needs /proc.',
    load: async () => (await import('./floods/floods.ts')).floods,
  },
  {
    name: 'fuzz',
    unit: 'requests',
    standard: 100_000,
    cases: ['E4', 'E14', 'E15', 'E16', 'E19', 'E22', 'E25'],
    shows:
      'Requests made from the OpenAPI document, valid, nearly valid and hostile: no failure of the service, no answer that is not documented or breaks its schema, no growth of memory.',
    load: async () => (await import('./fuzz/fuzz.ts')).fuzz,
  },
  {
    name: 'backups',
    unit: 'count',
    standard: 100,
    cases: ['A7', 'B9', 'I2'],
    shows:
      'SIGKILL while printing controllers make backups or restore them, by the service and by the command: every backup in the folder is whole, nothing half stays after the next start, the next backup works, what was acknowledged is there unless an older backup was restored, and then a person is asked first and no serial is printed twice.',
    load: async () => (await import('./backups/backups.ts')).backups,
  },
  {
    name: 'damaged',
    unit: 'count',
    standard: 500,
    cases: ['B7', 'B8', 'I2'],
    shows:
      'Database files, logs, marks and backups damaged in every way: a start has whole data, or asks a person before it prints what may be old, or refuses and says what to do; no loss that can be seen goes without a word, nothing ends over and over, and no serial is printed twice.',
    load: async () => (await import('./damaged/damaged.ts')).damaged,
  },
  {
    name: 'fonts',
    unit: 'count',
    standard: 1_000,
    cases: ['A11', 'E21'],
    shows:
      'Fonts installed, replaced and deleted, valid, huge and mutated ones, while two lines print at 240 products a minute in a bundled and in an installed font: no product is missed, every label can be selected all the time, and once the fonts are deleted the memory is what it was.',
    load: async () => (await import('./fonts/fonts.ts')).fonts,
  },
  {
    name: 'folders',
    unit: 'count',
    standard: 60,
    cases: ['B15', 'I2', 'I7'],
    shows:
      'Data folders that are moved, deleted, replaced by copies, emptied, unmounted, forbidden or behind links that lead elsewhere while controllers print serials: each ends within seconds with a code of its own, nothing is written into another folder, no serial is printed twice by whichever controller goes on, and no acknowledged print is lost without a word.',
    load: async () => (await import('./folders/folders.ts')).folders,
  },
];
