import { performance } from 'node:perf_hooks';
import type { Health, Readiness } from '#contract/api-v3/health.ts';
import type { FontName } from '#rendering/text/fonts.ts';
import type { ControllerTransaction } from '#storage/controller-schema.ts';
import { emptyLog, probeDiskRoom } from '#storage/disk-room.ts';
import { inTransaction } from '#storage/in-transaction.ts';
import { GroupCommit } from '#storage/group-commit.ts';
import type { Backups } from './backups/backups.ts';
import { Choices } from './choices.ts';
import type { Clock } from './clock/clock.ts';
import { composeClock } from './compose-clock.ts';
import type { Condition } from '#storage/condition.ts';
import { composeData } from './compose-data.ts';
import { composeKeeping } from './compose-keeping.ts';
import { composeSelection } from './compose-selection.ts';
import type { ControllerOptions } from './controller-options.ts';
import type { Counters } from './counters/counters.ts';
import { DatabaseLog } from './database-log.ts';
import { silentLog, type Log } from './engines/log.ts';
import { processTimers, type Timers } from './engines/timers.ts';
import { Events, type Tell } from './events/events.ts';
import { fillFirstStart } from './first-start.ts';
import { readBundledFonts } from './fonts/bundled-fonts.ts';
import { Fonts } from './fonts/fonts.ts';
import { Footings } from './footings.ts';
import { UnwritableDisk, type DiskRefusal } from './unwritable-disk.ts';
import { Gaps } from './gaps/gaps.ts';
import { History } from './history/history.ts';
import { JobLabels } from './jobs/job-labels.ts';
import { DrawnAhead } from './jobs/drawn-ahead.ts';
import { Facts } from './jobs/facts.ts';
import { JobRows } from './jobs/job-rows.ts';
import { Jobs } from './jobs/jobs.ts';
import { LabelDifferences } from './jobs/label-differences.ts';
import { LineSettings } from './jobs/line-settings.ts';
import { Lines } from './jobs/lines.ts';
import { LookAhead } from './jobs/look-ahead.ts';
import { MissedTriggers } from './jobs/missed-triggers.ts';
import { Planning } from './jobs/planning.ts';
import { Preparation } from './jobs/preparation.ts';
import { Printing } from './jobs/printing.ts';
import { Prompting } from './jobs/prompting.ts';
import { Queue } from './jobs/queue.ts';
import { Resolving } from './jobs/resolving.ts';
import { Removal, type RemovalRooms } from './jobs/removal.ts';
import { Renaming } from './jobs/renaming.ts';
import { Retention } from './jobs/retention.ts';
import { Sending } from './jobs/sending.ts';
import { Settlement } from './jobs/settlement.ts';
import { Simulation } from './jobs/simulation.ts';
import { UsageOfNames, type UsageRooms } from './jobs/usage-of-names.ts';
import { LabelProofs } from './label-proofs/label-proofs.ts';
import type { LabelVersions } from './labels/label-versions.ts';
import type { Labels } from './labels/labels.ts';
import { AcceptedCounts } from './ledger/accepted-counts.ts';
import { Ledger } from './ledger/ledger.ts';
import { PrintIndex } from './ledger/print-index.ts';
import { Prints } from './ledger/prints.ts';
import { Metrics } from './metrics/metrics.ts';
import type { Preflights } from './preflight/preflights.ts';
import { Printers } from './printers/printers.ts';
import { readinessOf } from './readiness.ts';
import type { Recovery } from './recovery/recovery.ts';
import { SettingsOfPrinters } from './settings/printer-settings.ts';
import type { Settings } from './settings/settings.ts';
import type { ShiftCodes } from './shift-codes/shift-codes.ts';
import { UnusableContent, unusableOf } from './stored-content/unusable-content.ts';
import type { Tables } from './tables/tables.ts';
import type { Variables } from './variables/variables.ts';

export type { Footing, Ground } from './footings.ts';

const FIRST_START_DONE = 'firstStart';

type Rooms = ReturnType<typeof composeRooms>;

/** The controller's rooms, composed. The doors see this and nothing behind it. */
export class Controller {
  readonly events: Events;
  readonly footings: Footings;
  readonly metrics: Metrics;
  readonly backups: Backups;
  readonly recovery: Recovery;
  readonly labels: Labels;
  readonly labelVersions: LabelVersions;
  readonly labelDifferences: LabelDifferences;
  readonly labelProofs: LabelProofs;
  readonly tables: Tables;
  readonly variables: Variables;
  readonly counters: Counters;
  readonly shiftCodes: ShiftCodes;
  readonly fonts: Fonts;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly printers: Printers;
  readonly lineSettings: LineSettings;
  readonly gaps: Gaps;
  readonly printing: Printing;
  readonly queue: Queue;
  readonly planning: Planning;
  readonly preflights: Preflights;
  readonly simulation: Simulation;
  readonly prints: Prints;
  readonly prompting: Prompting;
  readonly history: History;
  readonly removal: Removal;
  readonly renaming: Renaming;
  readonly resolving: Resolving;
  readonly retention: Retention;
  readonly usage: UsageOfNames;
  readonly unusable: UnusableContent;
  readonly isSafeMode: boolean;
  readonly #options: ControllerOptions;
  readonly #disk: UnwritableDisk;
  readonly #databaseLog: DatabaseLog;

  private constructor(options: ControllerOptions, rooms: Rooms) {
    this.backups = rooms.backups;
    this.recovery = rooms.recovery;
    this.events = rooms.events;
    this.footings = rooms.footings;
    this.metrics = rooms.metrics;
    this.labels = rooms.labels;
    this.labelVersions = rooms.labelVersions;
    this.labelDifferences = rooms.labelDifferences;
    this.labelProofs = rooms.labelProofs;
    this.tables = rooms.tables;
    this.variables = rooms.variables;
    this.counters = rooms.counters;
    this.shiftCodes = rooms.shiftCodes;
    this.fonts = rooms.fonts;
    this.settings = rooms.settings;
    this.clock = rooms.clock;
    this.printers = rooms.printers;
    this.lineSettings = rooms.lineSettings;
    this.gaps = rooms.gaps;
    this.printing = rooms.printing;
    this.queue = rooms.queue;
    this.planning = rooms.planning;
    this.preflights = rooms.preflights;
    this.simulation = rooms.simulation;
    this.prints = rooms.prints;
    this.prompting = rooms.prompting;
    this.history = rooms.history;
    this.removal = rooms.removal;
    this.renaming = rooms.renaming;
    this.resolving = rooms.resolving;
    this.retention = rooms.retention;
    this.usage = rooms.usage;
    this.unusable = rooms.unusable;
    this.isSafeMode = options.isSafeMode;
    this.#options = options;
    this.#disk = rooms.disk;
    this.#databaseLog = rooms.databaseLog;
  }

  /** Loads fonts and printers and puts the rooms together; nothing runs before `start`. */
  static async create(options: ControllerOptions): Promise<Controller> {
    const { db, now, virtualPrinters, log = silentLog, timers = processTimers } = options;
    const events = new Events({ now, log });
    const { tell } = events;
    const fonts = await Fonts.open({ db, now, tell, bundled: options.bundledFonts ?? (await readBundledFonts()) });
    const rooms = composeRooms(options, { events, tell, fonts, log, timers, virtualPrinters });
    await rooms.printers.load();
    return new Controller(options, rooms);
  }

  /** Furnishes a first start, closes what the last run left open, and starts the printers. */
  async start(): Promise<void> {
    await this.keep(() => emptyLog(this.#options.db));
    await this.tables.start((drop) => this.keep(drop));
    // What every station asks for is written down now: on a full disk it could not be.
    await this.keep(() => this.settings.controllerId());
    await this.keep(() => this.settings.timeZone());
    await this.clock.start();
    await this.keep(() => this.#firstStart());
    await this.keep(() => this.recovery.start());
    await this.printing.start();
    await this.keep(() => this.recovery.begun());
    await this.printers.start();
    this.prints.start();
    this.retention.start();
    this.labelProofs.start();
    await this.keep(() => this.backups.start());
    this.metrics.start();
    this.#databaseLog.start();
    this.unusable.start();
  }

  /** Takes no trigger any more, and ends backups: whoever waits for one is answered while the doors close. */
  takeNoMore(): void {
    this.printing.takeNoMore();
    this.backups.end();
  }

  /** Lets prints under way finish for a moment and stops the printers. The database is the caller's to close. */
  async stop(): Promise<void> {
    this.takeNoMore();
    this.metrics.stop();
    await this.unusable.stop();
    await this.clock.stop();
    await this.preflights.stop();
    await this.labelProofs.stop();
    await this.printing.stop();
    await this.printers.stop();
    await this.backups.stop();
    this.retention.stop();
    await this.prints.stop();
    await this.recovery.stop();
    await this.#databaseLog.stop();
  }

  /** The database found its disk full. */
  diskIsFull(): void {
    this.#disk.enter();
  }

  /** Something other than a full disk keeps the controller from writing. */
  cannotWrite(refusal: DiskRefusal): void {
    this.#disk.enter(refusal);
  }

  /** Makes a write that must not be lost. On a full disk it waits for room, and whoever asked goes on. */
  async keep(write: () => Promise<unknown>): Promise<void> {
    await this.#disk.waitFor(this.#disk.keep(write));
  }

  /** Makes a change in one transaction with the condition that it is under. */
  async change<Result>(condition: Condition | undefined, make: (trx: ControllerTransaction) => Promise<Result>): Promise<Result> {
    return inTransaction(this.#options.db, async (trx) => {
      await condition?.(trx);
      return make(trx);
    });
  }

  async health(): Promise<Health> {
    const { named } = this.unusable.list();
    return {
      status: this.isSafeMode ? 'safe-mode' : 'ok',
      id: await this.settings.controllerId(),
      version: this.#options.version,
      timeZone: await this.settings.timeZone(),
      clock: this.clock.look(),
      ...(this.recovery.isOpen && { isRestored: true }),
      ...(this.#databaseLog.isStuck && { isLogStuck: true }),
      ...(this.#options.drawing.fault !== undefined && { isDrawingDown: true }),
      ...(named.length > 0 && { unusable: named }),
      pid: process.pid,
    };
  }

  /** A line of text in a font, as labels are drawn. Throws `not-found`, and `cannot-render` naming a character that the font lacks. */
  async fontSample(name: FontName, text?: string) {
    return this.#options.drawing.sample(this.fonts.set, this.fonts.find(name), text);
  }

  /** Whether prints can be asked for, and why not. */
  async readiness(): Promise<Readiness> {
    const { isSafeMode, clock, recovery, printing, unusable } = this;
    const ofDisk = { disk: this.#disk, databaseLog: this.#databaseLog };
    const dated = clock.look() === 'stepped' ? await printing.datedJobs() : { selected: 0, stopped: 0 };
    return readinessOf({ ...this.#options, ...ofDisk, isSafeMode, clock, recovery, printing, unusable, dated });
  }

  /** Once in a database's life. A first start that was killed begins again; safe mode changes nothing. */
  async #firstStart(): Promise<void> {
    const { isEmpty, samplesFolder } = this.#options;
    if (this.isSafeMode || (await this.settings.get(FIRST_START_DONE)) !== undefined) return;
    if (!isEmpty) await fillFirstStart(this, samplesFolder);
    await this.settings.put(FIRST_START_DONE, 'done');
  }
}

interface Surroundings {
  events: Events;
  tell: Tell;
  fonts: Fonts;
  log: Log;
  timers: Timers;
  virtualPrinters: number | undefined;
}

function composeNames(rooms: RemovalRooms & UsageRooms) {
  const usage = new UsageOfNames(rooms);
  return { usage, removal: new Removal(rooms), renaming: new Renaming({ ...rooms, usage }) };
}

function composeRooms(options: ControllerOptions, { events, tell, fonts, log, timers, virtualPrinters }: Surroundings) {
  const { db, drawing, now, newId, dataFolder, folder, isSafeMode, version, makeEngine } = options;
  const { drawingVersion = () => Promise.resolve(version), monotonicNow = () => performance.now() } = options;
  const data = composeData({ ...options, tell });
  const { labelTests, documents, tables, variables, counters, settings, timeZone, shiftCodes, highWater } = data;
  const printers = new Printers({ db, dataFolder, folder, now, timers, log, tell, virtualPrinters, isSafeMode, makeEngine });
  const clock = composeClock(options, { settings, printers, timers, log, tell });
  const requirePrinter = (name: string) => void printers.get(name);
  const history = new History({ db, now, requirePrinter, timeZone, tell });
  const rows = new JobRows({ tables, db });
  const jobs = new Jobs({ db, now, newId, rows, tell });
  const preparation = new Preparation({ documents, jobs, rows, drawing, fonts, variables, counters, shiftCodes, settings, now });
  const index = new PrintIndex({ db, timers, log, isSafeMode });
  const prints = new Prints({ db, index, requirePrinter, draw: (stored) => drawing.draw({ ...stored, fonts: fonts.set, isPrint: false }) });
  const commits = new GroupCommit(db);
  const metrics = new Metrics({ db, version, printers, events, drawing, ends: jobs.ends });
  const disk = new UnwritableDisk({ probe: () => probeDiskRoom(db).then(() => highWater.probe()), timers, log, tell });
  const basics = { db, commits, disk, folder, now, monotonicNow, timers, log, isSafeMode };
  const ledger = new Ledger({ db, now, log, tell, highWater, onReplaced: options.onReplaced });
  const { leave, ...keeping } = composeKeeping(options, { settings, counters, jobs, printers, clock, highWater, log, timers });
  const settlement = new Settlement({ commits, disk, ledger, jobs, history, now, log });
  const facts = new Facts({ settlement, log });
  const parts = { tables, variables, counters, settings, shiftCodes, preparation, jobs, fonts, printers };
  const { preflights, selecting, tokens } = composeSelection(options, { ...parts, documents, labelTests, log });
  const choices = new Choices();
  const drawnAhead = new DrawnAhead({ preparation, counters, drawing, fonts, timers, log });
  const lines = new Lines({ printers, lookAhead: new LookAhead({ jobs, drawnAhead, log }) });
  const lineSettings = new LineSettings({ lines, stored: new SettingsOfPrinters({ db, settings, tell }) });
  const gaps = new Gaps({ db, commits, requirePrinter, tell });
  const missed = new MissedTriggers({ gaps, disk, jobs, log });
  const simulation = new Simulation({ documents, tables, printers, preparation });
  const sending = new Sending({ commits, disk, ledger, settlement, metrics, timers, log });
  const forTriggers = { ...basics, preparation, ledger, jobs, history, counters, settlement, missed, drawnAhead, leave, sending };
  return {
    ...data,
    ...keeping,
    events,
    metrics,
    disk,
    footings: new Footings({ db, lines, jobs, leave, disk, now }),
    databaseLog: new DatabaseLog({ db, disk, timers, log }),
    labelDifferences: new LabelDifferences({ documents, simulation }),
    labelProofs: new LabelProofs({ ...basics, version, drawingVersion, preparation, tables, drawing, fonts, printers, tests: labelTests }),
    ...{ fonts, clock, printers, lineSettings, gaps },
    unusable: new UnusableContent({ db, events, loaded: () => unusableOf(fonts.unusable, printers.unusable()), log }),
    printing: new Printing({ ...forTriggers, lines, prints, documents, printers, lineSettings, facts, selecting, tokens, choices }),
    queue: new Queue({ db, disk, jobs, lines }),
    planning: new Planning({ db, lines, selecting, preparation, tokens }),
    preflights,
    simulation,
    prints,
    prompting: new Prompting({ documents, variables }),
    history,
    ...composeNames({ ...data, db, jobs, fonts, choices, jobLabels: new JobLabels({ documents, tables, rows }) }),
    resolving: new Resolving({ commits, disk, lines, ledger, acceptedCounts: new AcceptedCounts({ settings, now }), settlement, log }),
    retention: new Retention({ ...basics, index, history, settings, clock }),
  };
}
