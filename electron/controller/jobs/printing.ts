import type { PrintJob, Selection, TriggerResult } from '#contract/api-v3/print-job.ts';
import type { PrinterStatus } from '#contract/api-v3/printer.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerTransaction } from '#storage/controller-schema.ts';
import type { Log } from '../engines/log.ts';
import type { Timers } from '../engines/timers.ts';
import type { Claim } from '../idempotency/claim.ts';
import type { Choices } from '../choices.ts';
import type { Printers } from '../printers/printers.ts';
import { ragStatus } from '../printers/rag-status.ts';
import type { WatchedFolder } from '../watched-folder.ts';
import { Aborting } from './aborting.ts';
import { describeJob } from './current-job.ts';
import { Ending } from './ending.ts';
import type { Line } from './line.ts';
import type { LineSettings } from './line-settings.ts';
import type { Facts } from './facts.ts';
import type { Picture } from './picture.ts';
import type { PlanTokens } from './plan-tokens.ts';
import { cannotPrint, nothingSelected, refusedTrigger, selectionOvertaken } from './printing-problems.ts';
import type { QueueEnd } from './queue-ends.ts';
import { Reprinting, type ReprintingRooms } from './reprinting.ts';
import type { Word } from './resolving.ts';
import { isDeselection, type Selected, type Selecting } from './selecting.ts';
import type { Settlement } from './settlement.ts';
import { withinLimit } from './time-limit.ts';
import { Triggering, type TriggerCause, type TriggeringRooms } from './triggering.ts';

/** How long a stopping controller lets prints finish that are under way, in milliseconds. */
const FINISH_LIMIT = 3_000;
/** Selections come in flocks, and nothing moves until they are answered: those that come together are written together. */
const IN_FLOCKS = { isPatient: true, isRepeatable: true };

export interface PrintingRooms extends TriggeringRooms, ReprintingRooms {
  settlement: Settlement;
  facts: Facts;
  printers: Printers;
  timers: Timers;
  log: Log;
  selecting: Selecting;
  tokens: PlanTokens;
  /** What selections find: it is not removed under their hands. */
  choices: Choices;
  lineSettings: LineSettings;
  isSafeMode: boolean;
  folder?: Pick<WatchedFolder, 'lookAfterPause'> | undefined;
}

/** Where a selection comes from. */
export interface SelectionRequest {
  claim?: Claim | undefined;
  /** Who selects; empty when nobody said. */
  operator?: string;
}

/** Print control: select, trigger, abort, and what a printer does now. Printers run independently of each other. */
export class Printing {
  readonly #rooms: PrintingRooms;
  readonly #triggering: Triggering;
  readonly #reprinting: Reprinting;
  readonly #ending: Ending;
  readonly #aborting: Aborting;
  /** What differs in the ledger's accounts since the start. */
  #accountFaults: string[] = [];
  #isStopping = false;

  constructor(rooms: PrintingRooms) {
    this.#rooms = rooms;
    this.#triggering = new Triggering(rooms);
    this.#reprinting = new Reprinting(rooms);
    this.#ending = new Ending(rooms);
    this.#aborting = new Aborting({ ...rooms, ending: this.#ending });
  }

  /**
   * Closes what the last run left open, and listens to the engines. Comes before the engines start. On a full disk it is closed before
   * anything else is written.
   */
  async start(): Promise<void> {
    const { lines, lineSettings, facts, settlement, disk } = this.#rooms;
    const recovered = disk.keep(() => settlement.recover());
    await disk.waitFor(recovered.then((faults) => (this.#accountFaults = faults)));
    await lineSettings.start();
    for (const line of lines.all()) {
      const { printer } = line;
      printer.listen({
        triggered: () => void this.#passed(line, () => this.#trigger(line)),
        distancePassed: () => void this.#passed(line, () => this.#trigger(line, { isAuto: true })),
        started: () => void facts.started(line),
        printed: (id, counted) => void facts.printed(line, id, counted),
        failed: (id, reason) => void facts.failed(line, id, reason).then(() => line.lookAhead()),
      });
    }
  }

  /** Whether triggers are not taken any more. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Takes no trigger any more; what came before goes on. */
  takeNoMore(): void {
    this.#isStopping = true;
  }

  /** Stops all engines at once, and takes no trigger any more. Jobs stay as they are. Resolves once what became of prints is written down. */
  async halt(reason: string): Promise<void> {
    this.takeNoMore();
    this.#rooms.drawnAhead.stop();
    await Promise.all(this.#rooms.lines.all().map((line) => this.#aborting.halt(line, reason)));
  }

  /** Takes no more triggers, lets what is under way finish for a moment, and makes the rest void. Comes before the engines stop. */
  async stop(): Promise<void> {
    this.takeNoMore();
    this.#rooms.drawnAhead.stop();
    await this.#rooms.disk.stop();
    await this.#ending.stop();
    await Promise.all(this.#rooms.lines.all().map((line) => this.#finish(line)));
  }

  /**
   * Makes a job of a selection, or ends the queue when it selects nothing. Everything is found and checked before the queue changes.
   * Throws `not-found`, `key-not-unique`, `invalid-input`, `cannot-render` naming what is at fault, `clock-doubtful`, `disk-full`, and `queue-changed`
   * when the printer is deselected meanwhile. Returns undefined for a deselection; prints that the engine has then finish.
   */
  async select(printerName: string, selection: PrintJob, request: SelectionRequest = {}): Promise<Selection | undefined> {
    const { lines, leave, disk, isSafeMode } = this.#rooms;
    const line = lines.named(printerName);
    if (isDeselection(selection)) return this.#deselect(line, request.claim);
    disk.refuse();
    line.refuseUnwrittenEnd();
    if (isSafeMode) throw new ProblemError('safe-mode', { detail: 'The controller is in safe mode: nothing can be selected.' });
    if (!leave.isGiven()) throw await leave.refusal();
    return this.#append(line, selection, request);
  }

  /** One product. Throws when it was not printed: see `Triggering`. */
  async trigger(printerName: string, claim?: Claim): Promise<TriggerResult> {
    const line = this.#rooms.lines.named(printerName);
    try {
      return await this.#trigger(line, { claim });
    } catch (error) {
      throw refusedTrigger(line.printer, error);
    }
  }

  /** Makes a print once more. Throws when it was not printed: see `Reprinting`. */
  async reprint(id: number, word: Word): Promise<TriggerResult> {
    return this.#reprinting.reprint(id, word, (line) => this.#refuseStopping(line));
  }

  /** Ends the job and the whole queue: after this nothing prints. Aborting an idle printer is no error. Works in every state: see `Aborting`. */
  async abort(printerName: string, claim?: Claim): Promise<void> {
    await this.#aborting.abort(this.#rooms.lines.named(printerName), claim);
  }

  /** State, ink, current job and queue, as they are now. Cheap: nothing is drawn. */
  async status(printerName: string): Promise<PrinterStatus> {
    const { lines, jobs, leave, disk, preparation } = this.#rooms;
    const line = lines.named(printerName);
    const { printer, stopped } = line;
    const { state, errors: reported, ink, conveyor } = printer.condition();
    const errors = [...reported, disk.fault, ...(await leave.doubts()), ...(await this.#ledgerFaults(line)), stopped ?? line.fault];
    const job = await jobs.findCurrent(printerName);
    const described = job && (await describeJob(preparation, job));
    if (!errors.includes(described?.fault)) errors.push(described?.fault);
    const dateDoubt = await leave.dateDoubt(described);
    errors.push(dateDoubt);
    const said = errors.filter((error) => error !== undefined);
    const queue = Math.max(0, (await jobs.queueLength(printerName)) - 1);
    const status = {
      state,
      ragStatus: ragStatus({ state, errors: said, ink, isStopped: (stopped ?? disk.fault ?? dateDoubt) !== undefined }),
      errors: said,
      ink,
      job: described?.job ?? null,
      queue,
    };
    return conveyor ? { ...status, conveyor } : status;
  }

  /**
   * How many printers have a job, and how many of them do not print it because it shows dates and the clock was set. Reads the next print of each:
   * only to be asked for while the clock is not believed.
   */
  async datedJobs(): Promise<{ selected: number; stopped: number }> {
    const { lines, jobs, preparation } = this.#rooms;
    const found = await Promise.all(lines.all().map(({ printer }) => jobs.findCurrent(printer.name)));
    const selected = found.filter((job) => job !== undefined);
    const described = await Promise.all(selected.map((job) => describeJob(preparation, job)));
    return { selected: selected.length, stopped: described.filter(({ isDated }) => isDated).length };
  }

  /** What the next trigger prints; counters are read, not advanced. Throws `nothing-selected`, or what the label's drawing throws. */
  async nextPicture(printerName: string): Promise<Picture> {
    const { printers, jobs, preparation } = this.#rooms;
    const printer = printers.get(printerName);
    const job = await jobs.findCurrent(printerName);
    if (!job) throw nothingSelected(printer);
    const draft = await preparation.draft(job);
    return preparation.drawFor(printer, draft.document, await preparation.values(draft));
  }

  /** Ends the queue at once; that is written down when the disk takes it. What the engine has then is printed. */
  async #deselect(line: Line, claim: Claim | undefined): Promise<undefined> {
    const { jobs } = this.#rooms;
    const { aborts } = line;
    line.deselections++;
    await line.orders.run(async () => {
      line.refuseOvertaken(aborts, 'selection');
      const end: QueueEnd = { printer: line.printer.name, state: 'deselected' };
      jobs.ends.begin(end);
      await this.#ending.write(line, end, { ready: Promise.resolve(claim) });
      line.clearFaults();
    });
    return undefined;
  }

  /** Makes a job of a selection. The line goes on while its rows are looked at; an abort or a deselection meanwhile wins. */
  #append(line: Line, selection: PrintJob, request: SelectionRequest): Promise<Selection> {
    const { choices, commits, selecting, drawnAhead, leave } = this.#rooms;
    const { printer, aborts, deselections } = line;
    const refuseOvertaken = () => {
      line.refuseOvertaken(aborts, 'selection');
      if (line.deselections !== deselections) throw selectionOvertaken(printer);
    };
    const choose = async (arrived: () => void) => {
      refuseOvertaken();
      const selected = await selecting.resolve(printer, selection);
      await leave.refuseDates(selected.labels.map(({ document }) => document.needs));
      return line.orders.run(async () => {
        refuseOvertaken();
        line.refuseUnwrittenEnd();
        const added = await line.step(aborts, 'selection', () => {
          const stored = this.#store(line, { selection, selected, request });
          arrived();
          return stored;
        });
        line.clearFaults();
        if (!selection.queue) line.chosen = { aborts, distance: selected.job };
        if (added.position === 0) drawnAhead.keep(line, { id: added.id, cursor: selected.job.cursor }, selected.proven);
        return added;
      });
    };
    const chooseExpected = async () => {
      const arrived = commits.expect();
      return choose(arrived).finally(arrived);
    };
    // The values that a selection sets are looked at by others, and frozen by them.
    const isChange = Object.keys(selection.variables ?? {}).length > 0;
    return line.selections.run(() => (isChange ? choices.change(chooseExpected) : choices.use(chooseExpected)));
  }

  /** All that a selection changes, in one step with what is written down at the same time. */
  #store(
    { printer: { name: printer } }: Line,
    { selection, selected, request: { claim, operator = '' } }: { selection: PrintJob; selected: Selected; request: SelectionRequest },
  ): Promise<Selection> {
    const { commits, disk, selecting, tokens } = this.#rooms;
    const write = async (trx: ControllerTransaction): Promise<Selection> => {
      await tokens.refuseStale({ printer, selection, selected }, trx);
      const added = await selecting.store(printer, { ...selected, operator, isAppended: selection.queue }, trx);
      await claim?.keep(added, trx);
      return added;
    };
    return disk.notice(() => commits.run(write, IN_FLOCKS));
  }

  async #trigger(line: Line, cause: TriggerCause = {}): Promise<TriggerResult> {
    this.#refuseStopping(line);
    const result = await this.#triggering.trigger(line, cause);
    if (result.result === 'printing') line.fault = undefined;
    return result;
  }

  #refuseStopping({ printer }: Line): void {
    this.#rooms.folder?.lookAfterPause();
    if (this.#isStopping) throw cannotPrint(printer, 'the controller is stopping.');
  }

  /** A product passed. Nobody waits for an answer: what goes wrong is the printer's condition until the next print. */
  async #passed(line: Line, trigger: () => Promise<unknown>): Promise<void> {
    if (this.#isStopping) return;
    try {
      await trigger();
    } catch (error) {
      const fault = `A product passed and was not printed: ${error instanceof Error ? error.message : String(error)}`;
      if (fault !== line.loggedFault)
        this.#rooms.log.warn(`${line.printer.name}: ${fault}`, error instanceof ProblemError ? undefined : error);
      line.fault = line.loggedFault = fault;
    }
  }

  /** What a person has to look at before the ledger tells the whole truth again. */
  async #ledgerFaults({ printer, countFault }: Line): Promise<string[]> {
    const unknown = (await this.#rooms.ledger.unknown(printer.name)).length;
    const open =
      unknown === 0 ? [] : [`Nobody knows of ${unknown} ${unknown === 1 ? 'print' : 'prints'} whether it was made: look, and say so.`];
    const accounts = this.#accountFaults.map((fault) => `The accounts of the ledger differ: ${fault}.`);
    return [...open, ...(countFault === undefined ? [] : [countFault]), ...accounts];
  }

  async #finish(line: Line): Promise<void> {
    const { timers, log, settlement } = this.#rooms;
    const { printer } = line;
    await line.orders.idle();
    if (printer.canPrint()) {
      await withinLimit(line.empty(), FINISH_LIMIT, timers).catch((error: unknown) => {
        log.warn(`${printer.name} did not finish its prints before the controller stopped`, error);
      });
    }
    const { ids } = await this.#aborting.letGo(line);
    await line.facts.idle();
    if (ids.length > 0) await settlement.dropped({ printer: printer.name, ids, reason: 'the controller stopped' });
  }
}
