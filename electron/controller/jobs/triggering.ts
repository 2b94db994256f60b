import type { TriggerResult } from '#contract/api-v3/print-job.ts';
import { stringifyPrintValues, type PrintValues } from '#rendering/dynamic-text/print-values.ts';
import type { ControllerDatabase, ControllerSchema, ControllerTransaction } from '#storage/controller-schema.ts';
import type { GroupCommit } from '#storage/group-commit.ts';
import type { Counters } from '../counters/counters.ts';
import type { EnginePrint } from '../engines/engine.ts';
import type { UnwritableDisk } from '../unwritable-disk.ts';
import type { History } from '../history/history.ts';
import type { Claim } from '../idempotency/claim.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Printer } from '../printers/printer.ts';
import type { DrawnAhead } from './drawn-ahead.ts';
import type { Job } from './job.ts';
import type { Jobs } from './jobs.ts';
import { printDelayOf } from './label-documents.ts';
import type { Line } from './line.ts';
import type { MissedTriggers } from './missed-triggers.ts';
import type { Picture } from './picture.ts';
import type { PrintDraft, Preparation } from './preparation.ts';
import type { PrintLeave } from './print-leave.ts';
import { cannotPrint, nothingSelected } from './printing-problems.ts';
import type { Sending } from './sending.ts';
import { Turns } from './turns.ts';

/** How often a print is drawn again because a person changed what it shows meanwhile. */
const MOST_DRAWINGS = 10;

const BOUNCED: TriggerResult = { result: 'bounced' };
const PRINTING: TriggerResult = { result: 'printing' };

export interface TriggeringRooms {
  db: ControllerDatabase;
  commits: GroupCommit<ControllerSchema>;
  disk: UnwritableDisk;
  preparation: Preparation;
  ledger: Ledger;
  jobs: Jobs;
  history: History;
  counters: Counters;
  sending: Sending;
  missed: MissedTriggers;
  drawnAhead: DrawnAhead;
  leave: PrintLeave;
  /** Milliseconds since the epoch: what a print's dates are made of. */
  now: () => number;
  /** Milliseconds that only grow, for bounce times. */
  monotonicNow: () => number;
}

/** Where a trigger comes from. */
export interface TriggerCause {
  /** Of the request that asks for the print; a photocell has none. */
  claim?: Claim | undefined;
  /** The engine itself says that the next print is due. */
  isAuto?: boolean;
}

/** What was true when a trigger came. */
interface Arrival extends TriggerCause {
  at: number;
  /** The moment of the print, taken once: midnight between trigger, drawing and mark changes no date on the product. */
  epochMs: number;
  aborts: number;
}

/** A print that is drawn and not written down yet. */
interface DrawnPrint {
  printer: Printer;
  job: Job;
  draft: PrintDraft;
  values: PrintValues;
  picture: Picture;
  claim: Claim | undefined;
}

/** A trigger on its way: prepare, reserve, send. */
export class Triggering {
  readonly #rooms: TriggeringRooms;
  readonly #turns = new Turns();

  constructor(rooms: TriggeringRooms) {
    this.#rooms = rooms;
  }

  /**
   * Prints once. From the reservation on its values are spent, whatever the engine does. A trigger that makes no print is a gap. Throws
   * `clock-doubtful`, `disk-full`, `nothing-selected`, `printer-cannot-print`, `printer-buffer-full`, `printer-failed`, or what the label's
   * drawing throws.
   */
  async trigger(line: Line, cause: TriggerCause = {}): Promise<TriggerResult> {
    const { missed } = this.#rooms;
    const arrival: Arrival = { at: this.#rooms.monotonicNow(), epochMs: this.#rooms.now(), aborts: line.aborts, ...cause };
    try {
      return await this.#inTurn(line, arrival);
    } catch (error) {
      await missed.record(line, arrival, error);
      throw error;
    }
  }

  async #inTurn(line: Line, arrival: Arrival): Promise<TriggerResult> {
    const { leave, disk, missed } = this.#rooms;
    if (!leave.isGiven()) throw await leave.refusal();
    disk.refuse();
    return line.print(() => missed.stopAfter(line, arrival, () => this.#print(line, arrival)));
  }

  async #print(line: Line, arrival: Arrival): Promise<TriggerResult> {
    const { printer } = line;
    // A distance that passed while its job ended asks for nothing any more.
    if (arrival.isAuto && line.autoPrint === undefined) return BOUNCED;
    if (!arrival.isAuto && arrival.at - line.lastTrigger < line.settings.bounceTime) {
      await this.#rooms.history.countBounce(printer.name);
      return BOUNCED;
    }
    line.refuseOvertaken(arrival.aborts, 'trigger');
    line.refuseUnready();
    const print = await this.#reserve(line, arrival);
    line.lastTrigger = arrival.at;
    line.hasBegun = true;
    await this.#rooms.sending.send(line, print, { aborts: arrival.aborts, order: 'trigger' });
    return PRINTING;
  }

  /** Draws the print and spends its values. Lines whose labels show the same counter take turns, so that none draws in vain. */
  async #reserve(line: Line, arrival: Arrival): Promise<EnginePrint> {
    const { jobs, preparation, drawnAhead, leave } = this.#rooms;
    const job = await jobs.findCurrent(line.printer.name);
    if (!job) throw nothingSelected(line.printer);
    const draft = await preparation.draft(job, arrival.epochMs);
    if (!draft.frozen) await leave.refuseDates([draft.document.needs]);
    return this.#turns.run(draft.advances, async () => {
      for (let drawing = 1; drawing <= MOST_DRAWINGS; drawing += 1) {
        const values = await preparation.values(draft);
        const ahead = await drawnAhead.take(line, draft.document, values);
        const picture = ahead ?? (await preparation.drawPrint(line.printer, draft.document, values));
        const drawn = { printer: line.printer, job, draft, values, picture, claim: arrival.claim };
        const id = await line.step(arrival.aborts, 'trigger', () => this.#spend(drawn));
        if (id !== undefined) return { id, ...picture, printDelay: job.print_delay ?? printDelayOf(draft.document.label) };
      }
      throw cannotPrint(line.printer, `what the label shows changed ${MOST_DRAWINGS} times while it was drawn.`);
    });
  }

  /**
   * Writes the print down, in one transaction with every value that it spends. Nothing is drawn while it is open: it would hold
   * up every other line. Returns undefined when the values are not those of the picture any more; then nothing changes. Throws
   * when the job ended meanwhile: an abort that was answered has the last word.
   */
  async #spend({ printer, job, draft, values, picture, claim }: DrawnPrint): Promise<number | undefined> {
    const { commits, disk, preparation, ledger, counters, jobs, history } = this.#rooms;
    const { hdpi, vdpi, hash } = picture;
    const ofPrint = { values, hdpi, vdpi, pictureHash: hash, idempotencyKey: claim?.key ?? null };
    const write = async (trx: ControllerTransaction): Promise<number | undefined> => {
      if (!isSamePrint(await preparation.values(draft, trx), values)) return undefined;
      await claim?.keepForPrint(PRINTING, trx);
      const id = await ledger.reserve({ printer: printer.name, ...subjectOf(job, draft), ...ofPrint }, trx);
      await counters.advance(draft.advances, trx);
      if (!(await jobs.countStarted(job, draft.copy, trx))) throw cannotPrint(printer, 'its job ended while this trigger was on its way.');
      await history.countTrigger(printer.name, trx);
      return id;
    };
    return disk.notice(() => commits.run(write));
  }
}

function isSamePrint(values: PrintValues, others: PrintValues): boolean {
  return stringifyPrintValues(values) === stringifyPrintValues(others);
}

function subjectOf({ id, operator, table_name: table, key }: Job, { document, revision, labelName, row }: PrintDraft) {
  return {
    job: id,
    operator,
    labelName,
    labelRevision: revision,
    document,
    table: table === null ? undefined : { name: table, key },
    row: row?.row,
  };
}
