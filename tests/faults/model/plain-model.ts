import { COUNTED, labelOf, rowsOf } from './choice-rows.ts';
import type { Choice, Command } from './command.ts';
import { DEPTH, type SendAnswer } from './hand-device.ts';
import { seenPrint, type SeenJob, type SeenPrinter, type Snapshot } from './snapshot.ts';

/** Triggers within this time after an accepted one are bounces. */
const BOUNCE = 20;

/** What an operation answers: its problem, or how it went. */
export type Answer = string;

interface Job {
  id: string;
  /** The row of every copy of one round, in order; -1 without a table. */
  round: number[];
  isEndless: boolean;
  /** Copies of the present pass that were begun, those that make up for void ones left out. */
  begun: number;
  /** Rows of which a copy must be made again. */
  owed: number[];
  isDone: boolean;
  /** The rows that show the serial. */
  serialRows: Set<number>;
  /** In a frozen job: the serial of each of them, taken at the selection. */
  frozen: Map<number, number> | undefined;
  countsInTable: boolean;
  checkpoint: boolean;
  /** Counts how often it was begun at its first row. */
  pass: number;
  started: number;
  printed: number;
  voided: number;
}

interface Print {
  id: number;
  printer: Line;
  job: Job;
  pass: number;
  row: number;
  serial: number | null;
  state: 'sent' | 'printed' | 'void' | 'unknown';
}

interface Line {
  name: string;
  /** Whether a trigger that makes no print stops it. */
  stops: boolean;
  isStopped: boolean;
  isDry: boolean;
  lastTrigger: number;
  held: Print[];
  /** Jobs that are part of the queue, in their order: done, current and waiting. */
  queue: Job[];
  triggers: number;
  bounces: number;
  printed: number;
  gaps: number;
}

/** The queue and the printers in as few words as they can be said. */
export class PlainModel {
  #now = 0;
  #counter = 1;
  readonly #counted = [...COUNTED];
  readonly #prints: Print[] = [];
  readonly #lines: Line[];

  constructor(lines: readonly { name: string; stops: boolean }[]) {
    const counts = { triggers: 0, bounces: 0, printed: 0, gaps: 0 };
    this.#lines = lines.map((line) => ({
      ...line,
      ...counts,
      isStopped: false,
      isDry: false,
      lastTrigger: -Infinity,
      held: [],
      queue: [],
    }));
  }

  /** Jobs of a printer's queue, those that are done included: what commands point at. */
  jobs(printer: number): { id: string; isDone: boolean }[] {
    return this.#line(printer).queue;
  }

  /** What the program must answer. A selection's job gets the id that the program gave it. */
  do(command: Command, id: string | undefined): Answer {
    if (command.kind === 'restart') return this.#restart();
    const line = this.#line(command.printer);
    switch (command.kind) {
      case 'select':
        return this.#select(line, command.choice, id);
      case 'trigger':
      case 'photocell':
        this.#now += command.wait;
        return this.#trigger(line, command.answer);
      case 'reorder':
        return reorder(line, command.keys);
      case 'remove':
        return removeJob(line, command.job);
      case 'seek':
        return seek(line, command.job);
      default:
        return this.#happen(line, command);
    }
  }

  snapshot(): Snapshot {
    return {
      counter: this.#counter,
      counted: [...this.#counted],
      prints: this.#prints.map((print) =>
        seenPrint({ ...print, printer: print.printer.name, job: print.job.id, row: print.row < 0 ? null : print.row }),
      ),
      printers: this.#lines.map(seenPrinter),
    };
  }

  #happen(line: Line, command: Command): Answer {
    switch (command.kind) {
      case 'deselect':
        line.queue = [];
        line.isStopped = false;
        return 'deselected';
      case 'abort':
        line.queue = [];
        line.isStopped = false;
        for (const print of line.held.splice(0)) this.#settle(print, 'void');
        return 'aborted';
      case 'mark':
        for (const print of line.held.splice(0, 1)) this.#settle(print, 'printed');
        return 'marked';
      case 'fail':
        for (const print of line.held.splice(0, 1)) this.#settle(print, 'void');
        return 'failed';
      case 'dry':
        line.isDry = true;
        if (command.drops) for (const print of line.held.splice(0)) this.#settle(print, 'void');
        return 'dry';
      default:
        line.isDry = false;
        return 'refilled';
    }
  }

  #select(line: Line, choice: Choice, id: string | undefined): Answer {
    const found = rowsOf(choice);
    if (typeof found === 'string') return found;
    const serialRows = new Set(found.round.filter((row) => labelOf(choice, row) === 'Serial'));
    const isFrozen = choice.freeze ?? choice.queue;
    if (isFrozen && choice.repeatPrint && serialRows.size > 0) return 'invalid-input';
    if (!choice.queue) line.queue = [];
    line.isStopped = false;
    const counts = { begun: 0, owed: [], isDone: false, pass: 0, started: 0, printed: 0, voided: 0 };
    const frozen = isFrozen ? new Map([...serialRows].map((row) => [row, this.#counter++])) : undefined;
    const { checkpoint, printedColumn: countsInTable } = choice;
    const job = { id: id ?? '', ...found, ...counts, serialRows, frozen, countsInTable, checkpoint };
    line.queue.push(job);
    return `selected ${queued(line).length - 1}`;
  }

  #trigger(line: Line, answer: SendAnswer): Answer {
    if (this.#now - line.lastTrigger < BOUNCE) {
      line.bounces++;
      return 'bounced';
    }
    const refusal = refusalOf(line);
    if (refusal !== undefined) return gap(line, refusal);
    const [job] = queued(line);
    if (!job) return gap(line, 'nothing-selected');
    const print = this.#print(line, job);
    if (answer === 'take') {
      line.held.push(print);
      return 'printing';
    }
    if (answer === 'lose') {
      print.state = 'unknown';
      return 'printer-failed';
    }
    this.#settle(print, 'void');
    return gap(line, 'printer-buffer-full');
  }

  #print(line: Line, job: Job): Print {
    line.triggers++;
    line.lastTrigger = this.#now;
    const row = takeRow(job);
    const serial = job.serialRows.has(row) ? (job.frozen?.get(row) ?? this.#counter++) : null;
    const print: Print = { id: this.#prints.length + 1, printer: line, job, pass: job.pass, row, serial, state: 'sent' };
    this.#prints.push(print);
    return print;
  }

  #settle(print: Print, state: 'printed' | 'void'): void {
    const { job, printer, pass, row } = print;
    print.state = state;
    if (state === 'printed') {
      job.printed++;
      printer.printed++;
      if (job.countsInTable) this.#counted[row] = String(Number(this.#counted[row]) + 1);
      return;
    }
    job.voided++;
    if (pass !== job.pass || !printer.queue.includes(job)) return;
    job.owed.push(row);
    job.isDone = false;
  }

  /** Nobody knows what became of what the devices held. */
  #restart(): Answer {
    for (const line of this.#lines) {
      for (const print of line.held) if (print.state === 'sent') print.state = 'unknown';
      line.held = [];
      line.isStopped = false;
      line.lastTrigger = -Infinity;
    }
    return 'restarted';
  }

  #line(printer: number): Line {
    const line = this.#lines[printer];
    if (!line) throw new Error(`there is no printer ${printer}`);
    return line;
  }
}

function refusalOf(line: Line): Answer | undefined {
  if (line.isStopped || line.isDry) return 'printer-cannot-print';
  return line.held.length >= DEPTH ? 'printer-buffer-full' : undefined;
}

function gap(line: Line, answer: Answer): Answer {
  line.gaps++;
  if (line.stops) line.isStopped = true;
  return answer;
}

function queued({ queue }: Line): Job[] {
  return queue.filter(({ isDone }) => !isDone);
}

/** The row of the next copy: one that is owed, else the next of the round. */
function nextRow({ owed, round, begun }: Job): number | undefined {
  return owed.length > 0 ? Math.min(...owed) : round[begun % round.length];
}

function takeRow(job: Job): number {
  const row = nextRow(job) ?? -1;
  job.started++;
  if (job.owed.length > 0) job.owed.splice(job.owed.indexOf(row), 1);
  else job.begun++;
  job.isDone = !job.isEndless && job.begun >= job.round.length && job.owed.length === 0;
  return row;
}

function reorder(line: Line, keys: readonly number[]): Answer {
  const before = queued(line);
  const after = inOrderOf(before, keys);
  const [current] = before;
  if (current && after[0] !== current && line.queue.length > 0 && hasBegun(current)) return 'queue-changed';
  line.queue = line.queue.map((job) => (job.isDone ? job : (after.shift() ?? job)));
  line.isStopped = false;
  return 'ordered';
}

/** The jobs sorted by their keys; those without one come last. */
export function inOrderOf<Item>(items: readonly Item[], keys: readonly number[]): Item[] {
  return items
    .map((item, index) => ({ item, key: keys[index] ?? Infinity }))
    .sort((a, b) => (a.key === b.key ? 0 : a.key - b.key))
    .map(({ item }) => item);
}

function hasBegun({ begun, owed }: Job): boolean {
  return begun > 0 || owed.length > 0;
}

function removeJob(line: Line, at: number): Answer {
  const [job] = line.queue.slice(at, at + 1);
  if (!job) return 'not-found';
  line.queue = line.queue.filter((other) => other !== job);
  line.isStopped = false;
  return 'removed';
}

function seek(line: Line, at: number): Answer {
  const target = line.queue[at];
  if (!target) return 'not-found';
  if (!target.checkpoint) return 'checkpoint-missing';
  if (line.queue.some(({ frozen, started }, index) => index >= at && started > 0 && frozen !== undefined && frozen.size > 0))
    return 'serials-spent';
  for (const [index, job] of line.queue.entries()) {
    if (index < at && job.isDone) continue;
    Object.assign(job, { begun: 0, owed: [], isDone: index < at, pass: job.pass + 1 });
  }
  line.isStopped = false;
  return 'sought';
}

function seenPrinter(line: Line): SeenPrinter {
  const { isStopped, isDry, triggers, bounces, printed, gaps, queue } = line;
  const [current] = queued(line);
  const row = current && nextRow(current);
  return {
    state: isDry ? 'ERROR' : 'STARTED',
    isStopped,
    triggers,
    bounces,
    printed,
    gaps,
    waiting: Math.max(0, queued(line).length - 1),
    current: current && { id: current.id, row: row === undefined || row < 0 ? undefined : row },
    queue: seenQueue(queue),
  };
}

function seenQueue(queue: readonly Job[]): SeenJob[] {
  const oldest = queue.findIndex(({ checkpoint }) => checkpoint);
  const shown = queue.filter(({ isDone }, index) => !isDone || (oldest >= 0 && index >= oldest));
  const done = shown.filter(({ isDone }) => isDone);
  const waiting = shown.filter(({ isDone }) => !isDone);
  return shown.map((job) => {
    const position = job.isDone ? done.indexOf(job) - done.length : waiting.indexOf(job);
    const { id, owed, started, printed, voided, checkpoint, frozen } = job;
    const state = job.isDone ? 'done' : position === 0 ? 'current' : 'waiting';
    return { id, position, state, owed: owed.length, started, printed, voided, checkpoint, frozen: frozen !== undefined };
  });
}
