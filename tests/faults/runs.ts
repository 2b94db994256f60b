import type { FaultRun } from './fault-run.ts';

/** All fault runs. Each loads its code when it is executed, because the fault table imports this list too. */
export const RUNS: readonly FaultRun[] = [
  {
    name: 'kills',
    unit: 'count',
    standard: 500,
    cases: ['A1', 'A2', 'I1', 'I2', 'I3', 'I4', 'I5', 'I8'],
    shows:
      'SIGKILL at random moments while four printers print serial numbers at line speed, two share the rows of tables, whose lot is blocked now and then, and one reworks prints of the others: no serial number or shared row is printed twice, no print is reworked twice, nothing is printed of a blocked lot, no acknowledged print is lost, and the ledger agrees with the engine about every mark.',
    load: async () => (await import('./kills/kills.ts')).kills,
  },
  {
    name: 'engines',
    unit: 'count',
    standard: 200,
    cases: ['A1', 'A2', 'D1', 'D2', 'D4', 'I1', 'I2', 'I5'],
    shows:
      'Unique codes printed by every kind of engine, until each has suffered that many faults at random moments: SIGKILL to the controller, power cuts of the device, cables that are pulled or let nothing through. No code is on the paper twice, in part or whole; every printed print is there and no void one; unknown prints are at most as many as the device holds; the count of the device is explained.',
    load: async () => (await import('./engines/engines.ts')).engines,
  },
  {
    name: 'power',
    unit: 'cuts',
    standard: 2_000,
    cases: ['B1', 'B2', 'I1', 'I2'],
    shows:
      'A recorded run of a printing controller, with the power failing at random moments and every unsynced write present, absent or torn: no record that a reader saw is lost; without syncs after commits some are, which proves that losses are detected. Needs strace.',
    load: async () => (await import('./power/power.ts')).power,
  },
  {
    name: 'retries',
    unit: 'count',
    standard: 10_000,
    cases: ['A3', 'D2', 'D13', 'E18', 'I6'],
    shows:
      'Requests with an Idempotency-Key through a network that drops, delays, duplicates and cuts them, repeated until they are answered: as many marks as distinct keys. Then more requests with kills in between: prints in the memory of a printer are reported as lost, and nothing is printed twice.',
    load: async () => (await import('./retries/retries.ts')).retries,
  },
  {
    name: 'model',
    unit: 'sequences',
    standard: 50_000,
    cases: ['D14', 'I2', 'I3', 'I5'],
    shows:
      'Random sequences of selections, triggers, products, marks, failures, queue operations, aborts, restarts, reprints, resolutions, unsolicited marks and accepted counts on two printers, one of which reports its own count: queues, prints, serial numbers, counts and responses equal those of a simple model after every step.',
    load: async () => (await import('./model/model.ts')).model,
  },
  {
    name: 'designing',
    unit: 'count',
    standard: 100,
    cases: ['A10'],
    shows:
      'SIGKILL to the whole browser at random moments while a label is edited: after each start everything typed more than 2 s before the kill is offered, and nothing that was discarded before. Needs Chromium.',
    load: async () => (await import('./designing/designing.ts')).designing,
  },
  {
    name: 'connections',
    unit: 'count',
    standard: 3_000,
    cases: ['E11'],
    shows:
      'Half-open connections, and one slow client (headers, body or reader) for every six of them, all at once: each is closed within 15 s, and the p99 of other clients is at most three times that of an idle service.',
    load: async () => (await import('./connections/connections.ts')).connections,
  },
  {
    name: 'floods',
    unit: 'count',
    standard: 500,
    cases: ['E10', 'E11'],
    shows:
      'Hundreds of connections request everything that can be read, with pipelined requests and responses that are unread, read slowly or requested repeatedly, while a line prints 240 products a minute: none is missed, the p99 of liveness probes is under 250 ms, memory stays under twice that of the idle service, and no request leaks a file. Needs /proc.',
    load: async () => (await import('./floods/floods.ts')).floods,
  },
  {
    name: 'fuzz',
    unit: 'requests',
    standard: 100_000,
    cases: ['E4', 'E14', 'E15', 'E16', 'E19', 'E22', 'E25'],
    shows:
      'Requests made from the OpenAPI document, valid, nearly valid and hostile: no server error, no undocumented response or response that violates its schema, no growth of memory.',
    load: async () => (await import('./fuzz/fuzz.ts')).fuzz,
  },
  {
    name: 'backups',
    unit: 'count',
    standard: 100,
    cases: ['A7', 'B9', 'I2'],
    shows:
      'SIGKILL while printing controllers make or restore backups through the service and the command line: every backup in the folder is valid, no partial file remains after the next start, the next backup succeeds, and acknowledged prints are present unless an older backup was restored; then a person must confirm first, and no serial number is printed twice.',
    load: async () => (await import('./backups/backups.ts')).backups,
  },
  {
    name: 'damaged',
    unit: 'count',
    standard: 500,
    cases: ['B7', 'B8', 'I2'],
    shows:
      'Database files, write-ahead logs, high-water marks and backups damaged in every way: a start has complete data, or asks for confirmation before it prints possibly outdated data, or fails and explains what to do; every detectable loss is reported, there is no crash loop, and no serial number is printed twice.',
    load: async () => (await import('./damaged/damaged.ts')).damaged,
  },
  {
    name: 'fonts',
    unit: 'count',
    standard: 1_000,
    cases: ['A11', 'E21'],
    shows:
      'Fonts installed, replaced and deleted, valid, huge and mutated ones, while two lines print at 240 products a minute in a bundled and in an installed font: no product is missed, every label can be selected at any time, and memory returns to its previous size after the fonts are deleted.',
    load: async () => (await import('./fonts/fonts.ts')).fonts,
  },
  {
    name: 'folders',
    unit: 'count',
    standard: 60,
    cases: ['B15', 'I2', 'I7'],
    shows:
      'Data folders that are moved, deleted, replaced by copies, emptied, unmounted, made inaccessible, or reached through links that change, while controllers print serial numbers: each ends within seconds with a specific exit code, nothing is written to another folder, no serial number is printed twice by the controller that continues, and every loss of an acknowledged print is reported.',
    load: async () => (await import('./folders/folders.ts')).folders,
  },
  {
    name: 'folder',
    unit: 'files',
    standard: 10_000,
    takesKills: true,
    cases: ['A1', 'A2'],
    shows:
      'Files with orders, whole, in parts and renamed, right and wrong, in one folder that two controllers watch, while one of them is killed for every hundred files (or --kills times) and the folder goes away and returns: each order exists exactly once in one of the controllers, and each refused file has its reason next to it.',
    load: async () => (await import('./folder/folder.ts')).folder,
  },
  {
    name: 'mutants',
    unit: 'count',
    standard: 1_000,
    cases: ['D1', 'D2', 'D4', 'D5', 'D7', 'D8', 'D14', 'D15'],
    shows:
      'Faults planted into the source of the engines and of the rules that stop lines, one at a time, all of the list or so many at random: the conformance suite of the engine, or the tests of the rules, find at least 95 % of them.',
    load: async () => (await import('./mutants/mutants.ts')).mutants,
  },
  {
    name: 'pulses',
    unit: 'count',
    standard: 100_000,
    cases: ['I5'],
    shows:
      'That many products pass detectors that four Modbus modules count, and meanwhile others pass a detector whose contact bounces; connections are cut or dead, answers late or garbage, and the counters continue at 0: signals, missed triggers, ledger and serial numbers account for each product exactly once.',
    load: async () => (await import('./pulses/pulses.ts')).pulses,
  },
  {
    name: 'mixed',
    unit: 'seconds',
    standard: 300,
    cases: ['I5'],
    shows:
      '64 printers print serial numbers at once, 16 of each kind (virtual, zpl, ipp, raw with acknowledgement), each at the highest rate of its kind, with the devices in a process of their own: devices, ledger, counters and history have the same number of prints for every printer, and memory does not grow.',
    load: async () => (await import('./mixed/mixed.ts')).mixed,
  },
  {
    name: 'line',
    unit: 'minutes',
    standard: 60,
    cases: ['I2', 'I5'],
    shows:
      'An hour of two lines in real time, eight times as fast as a real line: ten printers of all kinds, detectors that count and that bounce and outputs at Modbus modules, readers with no-reads, misreads, wrong codes, lost and doubled results, guard rules that stop and a person who resumes, faults of printers, modules and connections, stops from outside, changes of speed, kills and restarts of the controller. Every few minutes the line is emptied: detectors, paper, counts of the devices, ledger, counters, history, verification and API agree about every printer, every verdict is that of its product, no product is rejected without a cause, no serial number is on the paper twice, and nothing is stuck.',
    load: async () => (await import('./line/line.ts')).line,
  },
  {
    name: 'day',
    unit: 'minutes',
    standard: 10,
    cases: ['A1', 'A2', 'I2', 'I5'],
    shows:
      'The day of eight lines, compressed into so many minutes of real time: orders by requests and by files, shifts, breaks and set-ups, faults of printers and connections, stops that persons resume and give a reason for, kills of the controller, and an MQTT server, a host application, a receiver of webhooks and a mail server that are away at times. At the end, once nothing waits, orders, ledger, paper, counters, history, Sparkplug, webhooks, e-mails, periods and OEE have the same counts. Needs mosquitto and python3-aiosmtpd.',
    load: async () => (await import('./day/day.ts')).day,
  },
  {
    name: 'sparkplug',
    unit: 'seconds',
    standard: 600,
    cases: [],
    shows:
      'The MQTT server is killed for so many seconds while a line prints 1 000 products a minute, and started again with an empty memory: every print of the ledger arrives at the host, in order, and those of the outage as history. Needs mosquitto.',
    load: async () => (await import('./sparkplug/sparkplug.ts')).sparkplug,
  },
  {
    name: 'audit',
    unit: 'mutations',
    standard: 10_000,
    cases: [],
    shows:
      'Random changes of exported audit logs and of the databases behind them (records changed, removed, inserted, swapped and cut off): every one is found, and the first bad record is named. Then one honest log for every ten changes, in files that are found as a killed writer leaves them, up to four times: none is accused.',
    load: async () => (await import('./audit/audit.ts')).audit,
  },
  {
    name: 'fan-out',
    unit: 'count',
    standard: 200,
    cases: [],
    shows:
      'A label that the plant publishes to so many lines, over two instances and a real PostgreSQL: all have it within 5 s, and other requests take at most twice as long at their 99th percentile. Then both instances are killed at once and started again: the lines return spread over time, at most one in twenty of them in any 100 ms. Needs PostgreSQL.',
    load: async () => (await import('./fan-out/fan-out.ts')).fanOut,
  },
  {
    name: 'plant',
    unit: 'minutes',
    standard: 10,
    cases: ['A1', 'A2', 'C1', 'D2', 'I2'],
    shows:
      'Eight controllers with four printers each take serial numbers and shared rows from two instances of the plant on a real PostgreSQL for so many minutes, while controllers, instances and PostgreSQL are killed, networks are cut, silent and slow, clocks are set, and backups are restored. At the end, once nothing waits: no serial number and no row is on two marks of any line, every number is of a block of its line, every row that the plant knows to be printed has a mark, the archive has the prints of all ledgers in their last states and no other, and every printer prints again. Needs PostgreSQL.',
    load: async () => (await import('./plant/plant.ts')).plant,
  },
  {
    name: 'update',
    unit: 'count',
    standard: 200,
    cases: ['A1', 'B1', 'B4', 'I2'],
    shows:
      'Updates of two computers that print serial numbers: files that are cut, changed, signed by others or older, versions that crash, draw a dot differently or change the schema, kills and power cuts at every step, full disks, and persons who go back. Afterwards one whole version runs and prints, the databases are whole, every acknowledged print is in the ledger, and no serial number is printed twice. Needs dpkg, root and `npm run build -- --programs`.',
    load: async () => (await import('./update/update.ts')).update,
  },
  {
    name: 'installed',
    unit: 'cuts',
    standard: 20,
    cases: ['A1', 'A2'],
    shows:
      'The Debian package on a line PC of its own (systemd in a container, with a disk that keeps only what was synced) loses its power so many times, while it prints, is backed up, installed in the same or another version, and updated by a signed package: it starts by itself and prints after each cut, and no serial number is on two marks. An update that a cut interrupts is completed or undone without a person. Needs root on Debian.',
    load: async () => (await import('./installed/installed.ts')).installed,
  },
  {
    name: 'zpl-pictures',
    unit: 'count',
    standard: 1_000,
    cases: [],
    shows:
      'Random labels in all fonts, sizes and kinds of codes, encoded by the zpl engine and drawn by a renderer of other authors: equal dot for dot, and every code is read from that drawing.',
    load: async () => (await import('./zpl-pictures/zpl-pictures.ts')).zplPictures,
  },
];
