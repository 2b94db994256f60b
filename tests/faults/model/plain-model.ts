import { COUNTED, labelOf, rowsOf } from './choice-rows.ts';
import type { Choice, Command } from './command.ts';
import { DEPTH, type SendAnswer } from './hand-device.ts';
import { queued, removeJob, reorder, seek, takeRow } from './plain-queue.ts';
import { seenPrinter } from './plain-seen.ts';
import type { Answer, Job, Line, Print } from './plain-state.ts';
import { seenPrint, type Snapshot } from './snapshot.ts';

/** Triggers within this time after an accepted one are bounces. */
const BOUNCE = 20;

/** A simple model of queues and printers. */
export class PlainModel {
  #now = 0;
  #counter = 1;
  readonly #counted = [...COUNTED];
  readonly #prints: Print[] = [];
  readonly #lines: Line[];

  constructor(lines: readonly Pick<Line, 'name' | 'stops' | 'counts'>[]) {
    const counters = { triggers: 0, bounces: 0, printed: 0, missedTriggers: 0, marks: 0, explained: 0 };
    this.#lines = lines.map((line) => ({
      ...line,
      ...counters,
      isStopped: false,
      isCountOdd: false,
      isDry: false,
      lastTrigger: -Infinity,
      held: [],
      queue: [],
    }));
  }

  /** Jobs of a printer's queue, including done ones: the targets of commands. */
  jobs(printer: number): { id: string; isDone: boolean }[] {
    return this.#line(printer).queue;
  }

  /** The expected answer. The job of a selection gets the id that the program assigned. */
  do(command: Command, id: string | undefined): Answer {
    if (!('printer' in command)) return this.#doWithoutPrinter(command);
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
      case 'accept':
        return this.#accept(line);
      default:
        return this.#happen(line, command);
    }
  }

  #doWithoutPrinter(command: Extract<Command, { kind: 'restart' | 'reprint' | 'resolve' }>): Answer {
    if (command.kind === 'restart') return this.#restart(command.marked);
    const print = this.#prints[command.print - 1];
    if (!print) return 'not-found';
    return command.kind === 'reprint' ? this.#reprint(print, command.answer) : this.#resolve(print, command.to);
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
        this.#reconcile(line);
        return 'aborted';
      case 'mark':
        for (const print of line.held.splice(0, 1)) this.#mark(print);
        return 'marked';
      case 'fail':
        for (const print of line.held.splice(0, 1)) this.#settle(print, 'void');
        return 'failed';
      case 'dry':
        line.isDry = true;
        if (command.drops) for (const print of line.held.splice(0)) this.#settle(print, 'void');
        return 'dry';
      case 'foreign':
        line.marks++;
        return 'marked alone';
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
    if (refusal !== undefined) return missTrigger(line, refusal);
    const [job] = queued(line);
    if (!job) return missTrigger(line, 'nothing-selected');
    const print = this.#print(line, job);
    const sent = this.#send(print, answer);
    return sent === 'printer-buffer-full' ? missTrigger(line, sent) : sent;
  }

  #send(print: Print, answer: SendAnswer): Answer {
    if (answer === 'take') {
      print.printer.held.push(print);
      return 'printing';
    }
    if (answer === 'lose') {
      this.#lose(print);
      return 'printer-failed';
    }
    this.#settle(print, 'void');
    return 'printer-buffer-full';
  }

  /** A reprint is no trigger and no progress of its job. */
  #reprint(original: Print, answer: SendAnswer): Answer {
    if (original.state === 'sent') return 'print-under-way';
    const refusal = refusalOf(original.printer);
    if (refusal !== undefined) return refusal;
    original.job.started++;
    const print: Print = { ...original, id: this.#prints.length + 1, state: 'sent', reprintOf: original.id };
    this.#prints.push(print);
    return this.#send(print, answer);
  }

  #lose(print: Print): void {
    print.state = 'unknown';
    print.since = this.#now;
  }

  #mark(print: Print): void {
    const { printer } = print;
    printer.marks++;
    this.#settle(print, 'printed');
    printer.isCountOdd = this.#isOdd(printer);
  }

  /** An operator resolves a print. With the last unknown one the count of the device is accepted. */
  #resolve(print: Print, to: 'printed' | 'void'): Answer {
    if (print.state !== 'unknown') return 'print-not-unknown';
    const { printer } = print;
    this.#settle(print, to);
    if (this.#unknown(printer).length === 0) printer.explained = printer.marks;
    printer.isCountOdd = this.#isOdd(printer);
    return 'resolved';
  }

  #accept(line: Line): Answer {
    if (!line.counts || this.#unknown(line).length > 0) return 'count-not-acceptable';
    line.explained = line.marks;
    line.isCountOdd = false;
    return 'accepted';
  }

  /**
   * The device holds nothing: prints that it counts beyond the explained ones are the first of the unknown prints, if that is the only
   * explanation.
   */
  #reconcile(line: Line): void {
    if (!line.counts) return;
    const unknown = this.#unknown(line);
    const surplus = line.marks - line.explained;
    const isOneMoment = new Set(unknown.map(({ since }) => since)).size === 1;
    const isDecided = surplus === 0 || surplus === unknown.length || (isOneMoment && surplus > 0 && surplus < unknown.length);
    line.isCountOdd = !isDecided;
    if (isDecided) for (const [place, print] of unknown.entries()) this.#settle(print, place < surplus ? 'printed' : 'void');
  }

  /** Whether unknown prints cannot explain the count, or it decreased. */
  #isOdd(line: Line): boolean {
    const surplus = line.marks - line.explained;
    return line.counts && (surplus < 0 || surplus > this.#unknown(line).length);
  }

  #unknown(line: Line): Print[] {
    return this.#prints.filter(({ printer, state }) => printer === line && state === 'unknown');
  }

  #print(line: Line, job: Job): Print {
    line.triggers++;
    line.lastTrigger = this.#now;
    const row = takeRow(job);
    const serial = job.serialRows.has(row) ? (job.frozen?.get(row) ?? this.#counter++) : null;
    const print: Print = {
      id: this.#prints.length + 1,
      printer: line,
      job,
      pass: job.pass,
      row,
      serial,
      state: 'sent',
      since: 0,
      reprintOf: null,
    };
    this.#prints.push(print);
    return print;
  }

  #settle(print: Print, state: 'printed' | 'void'): void {
    const { job, printer, pass, row, reprintOf } = print;
    print.state = state;
    if (state === 'printed') {
      job.printed++;
      printer.printed++;
      printer.explained++;
      if (job.countsInTable && reprintOf === null) this.#counted[row] = String(Number(this.#counted[row]) + 1);
      return;
    }
    job.voided++;
    if (reprintOf !== null || pass !== job.pass || !printer.queue.includes(job)) return;
    job.owed.push(row);
    job.isDone = false;
  }

  /** After a kill only the devices know the outcome of the prints that they held. */
  #restart(marked: number): Answer {
    for (const line of this.#lines) {
      line.marks += Math.min(marked, line.held.length);
      for (const print of line.held.splice(0)) this.#lose(print);
      line.isStopped = false;
      line.isCountOdd = false;
      line.lastTrigger = -Infinity;
    }
    for (const line of this.#lines) this.#reconcile(line);
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

function missTrigger(line: Line, answer: Answer): Answer {
  line.missedTriggers++;
  if (line.stops) line.isStopped = true;
  return answer;
}
