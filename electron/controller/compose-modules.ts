import { performance } from 'node:perf_hooks';
import { probeDiskSpace } from '#storage/database/disk-space.ts';
import { GroupCommit } from '#storage/database/group-commit.ts';
import { ReadWriteLock } from './platform/read-write-lock.ts';
import { composeClock, composeCommandClock } from './compose-clock.ts';
import { composeData } from './compose-data.ts';
import { composeRecovery } from './compose-recovery.ts';
import { composeSelection } from './compose-selection.ts';
import { composeVerification } from './compose-verification.ts';
import { composeSignals } from './compose-signals.ts';
import { composeDowntime } from './compose-downtime.ts';
import { LinePeriods } from './downtime/line-periods.ts';
import { composeLines } from './compose-lines.ts';
import { composePlant } from './compose-plant.ts';
import { composeSparkplug } from './compose-sparkplug.ts';
import { composeOrders } from './compose-orders.ts';
import { composeNotifications } from './compose-notifications.ts';
import type { ControllerOptions } from './controller-options.ts';
import { WalCheckpointer } from './disk/wal-checkpointer.ts';
import type { Log } from '#process/log.ts';
import type { Timers } from './platform/timers.ts';
import type { Events } from './events/events.ts';
import { type Publish } from './events/events.ts';
import type { Fonts } from './fonts/fonts.ts';
import { CacheValidators } from './cache-validators.ts';
import { DeviceMessages } from './device-messages/device-messages.ts';
import { DiskGuard } from './disk/disk-guard.ts';
import { MissedTriggers } from './history/missed-triggers.ts';
import { History } from './history/history.ts';
import { FirstPrintChecks } from './printing/first-print-checks.ts';
import { ApprovalDecisions, type ApprovalDecisionsDeps } from './printing/approval-decisions.ts';
import { LabelChanges } from './printing/label-changes.ts';
import { JobLabels } from './preparation/job-labels.ts';
import { NextPrintPreparation } from './runtime/next-print-preparation.ts';
import { EngineReports } from './printing/engine-reports.ts';
import { JobRows } from './queue/job-rows.ts';
import { JobQueues } from './queue/job-queues.ts';
import { PlantRows } from './queue/plant-rows.ts';
import { SharedRows } from './queue/shared-rows.ts';
import { LabelDifferences } from './preparation/label-differences.ts';
import { AppliedPrinterSettings } from './runtime/applied-printer-settings.ts';
import { PrinterRuntimes } from './runtime/printer-runtimes.ts';
import { PrefetchNextPrint } from './runtime/prefetch-next-print.ts';
import { MissedTriggerHandler } from './printing/missed-trigger-handler.ts';
import { Planning } from './selection/planning.ts';
import { PrintPreparation } from './preparation/print-preparation.ts';
import { PrinterChanges } from './printing/printer-changes.ts';
import { Printing } from './printing/printing.ts';
import { SelectionPrompts } from './selection/label-prompts.ts';
import { QueueControl } from './printing/queue-control.ts';
import { PrintResolution } from './printing/print-resolution.ts';
import { Removal, type RemovalDeps } from './names/removal.ts';
import { Renaming, type Renames } from './names/renaming.ts';
import { Reworking } from './printing/reworking.ts';
import { Sending } from './printing/sending.ts';
import { Settlement } from './printing/settlement.ts';
import { VersionReviews } from './preparation/version-review.ts';
import { Simulation } from './preparation/simulation.ts';
import { RowSharing, type RowSharingDeps } from './names/row-sharing.ts';
import { TableEditing, type TableEditingDeps } from './names/table-editing.ts';
import { NameUsage, type NameUsageDeps } from './names/name-usage.ts';
import { LabelAcceptance } from './label-acceptance/label-acceptance.ts';
import { AcceptedCounts } from './ledger/accepted-counts.ts';
import { Ledger } from './ledger/ledger.ts';
import { PrintIndex } from './ledger/print-index.ts';
import { Prints, type PrintsOptions } from './ledger/prints.ts';
import { Metrics } from './metrics/metrics.ts';
import { archiveFigures } from './plant-connection/archive-queue.ts';
import { Orders } from './orders/orders.ts';
import { PrintBlocks } from './print-blocks/print-blocks.ts';
import { Printers } from './printers/printers.ts';
import { PrinterSearch } from './printers/search/printer-search.ts';
import { SimulatedFaults } from './printers/simulated-faults.ts';
import { RecordedFrames } from './printers/recorded-frames.ts';
import { SettingsOfPrinters } from './settings/printer-settings.ts';
import { systemFontFolders } from './system-fonts/font-folders.ts';
import { SystemFonts } from './system-fonts/system-fonts.ts';
import type { Readers } from './verification/readers.ts';
import { UnusableContent, unusableOf } from './stored-content/unusable-content.ts';

/** What all modules of a controller share. */
export interface CompositionContext {
  events: Events;
  publish: Publish;
  fonts: Fonts;
  log: Log;
  timers: Timers;
  virtualPrinters: number | undefined;
}

/** Composes the modules of a controller. Nothing is read or started. */
export function composeModules(options: ControllerOptions, context: CompositionContext) {
  const base = composeBase(options, context);
  const { events, timers, log, fonts } = context;
  const { db } = options;
  const { data, disk, backups, recovery, printers, clock, history, prints, metrics } = base;
  const { labels, labelVersions, tables, variables, counters, shiftCodes, settings, documents } = data;
  const { basics, commits, requirePrinter } = base;
  const verification = composeVerification(
    { ...basics, commits, events, printers, requirePrinter },
    {
      reject: (printer) => {
        modules.signalDevices.reject(printer);
      },
    },
  );
  const simulation = new Simulation({ documents, tables, printers, preparation: base.preparation });
  const { readers } = verification;
  const labelTaken = (): void => modules.labelAcceptance.wake();
  const printing = composePrinting(options, { ...base, ...context, readers, labelTaken });
  const modules = {
    ...{ labels, labelVersions, tables, variables, counters, shiftCodes, settings, backups, recovery },
    ...{ preparation: base.preparation, events, metrics, fonts, clock, printers, history, prints, simulation },
    commandClock: composeCommandClock(options),
    frames: new RecordedFrames(printers),
    simulatedFaults: new SimulatedFaults({ printers, isSafeMode: options.isSafeMode, log }),
    printerSearch: new PrinterSearch({ networkInterface: options.searchInterface }),
    labelDifferences: new LabelDifferences({ documents, simulation }),
    versionReviews: new VersionReviews({ documents, labelTests: data.labelTests, simulation }),
    labelAcceptance: composeLabelAcceptance(options, { ...base, ...context }),
    labelPrompts: new SelectionPrompts({ documents, variables, approvalRule: data.approvalRule }),
    systemFonts: new SystemFonts({ folders: options.fontFolders ?? systemFontFolders(), log }),
    unusable: new UnusableContent({ db, events, loaded: () => unusableOf(fonts.unusable, printers.unusable()), log }),
    ...verification,
    ...printing,
    ...composeNotifications({
      ...{ ...options, ...basics, settings, clock, printers, readers, signalDevices: printing.signalDevices, events },
      lines: () => printing.guardedLines.lines.all(),
    }),
  };
  return { modules, disk, walCheckpointer: new WalCheckpointer({ db, disk, timers, log }) };
}

/** The modules that hold data and records, and those that all others depend on. */
function composeBase(options: ControllerOptions, { events, publish, fonts, log, timers, virtualPrinters }: CompositionContext) {
  const { db, drawing, now, newId, dataFolder, folder, isSafeMode, version, makeEngine } = options;
  const { monotonicNow = () => performance.now() } = options;
  const data = composeData({ ...options, publish });
  const { documents, tables, variables, counters, settings, timeZone, shiftCodes, highWater, approvalRule } = data;
  const printers = new Printers({ db, dataFolder, folder, now, timers, log, publish, virtualPrinters, isSafeMode, makeEngine });
  const clock = composeClock(options, { settings, printers, timers, log, publish });
  const requirePrinter = (name: string) => void printers.get(name);
  const rows = new JobRows({ tables, db });
  const plantRows = new PlantRows();
  const sharedRows = new SharedRows({ db, rows, plantRows });
  const jobs = new JobQueues({ db, now, newId, rows, shared: sharedRows, publish });
  const index = new PrintIndex({ db, timers, log, isSafeMode });
  const draw: PrintsOptions['draw'] = (stored) => drawing.draw({ ...stored, fonts: fonts.set, isPrint: false });
  const printBlocks = new PrintBlocks({ db, now, publish });
  const commits = new GroupCommit(db);
  const disk = new DiskGuard({ probe: () => probeDiskSpace(db).then(() => highWater.probe()), timers, log, publish });
  return {
    ...{ data, printers, clock, rows, sharedRows, plantRows, jobs, index, commits, disk, requirePrinter, printBlocks },
    ...composeRecovery(options, { settings, counters, plantRows, jobs, printers, clock, highWater, log, timers }),
    basics: { db, commits, disk, folder, now, monotonicNow, timers, log, isSafeMode },
    history: new History({ db, now, requirePrinter, timeZone, publish }),
    orders: new Orders({ db, now, publish }),
    prints: new Prints({ db, index, requirePrinter, draw }),
    metrics: new Metrics({ db, version, printers, events, drawing, ends: jobs.pendingEnds, archiveFigures: () => archiveFigures(db) }),
    ledger: new Ledger({ db, now, log, publish, highWater, printBlocks, onReplaced: options.onReplaced }),
    preparation: new PrintPreparation({
      documents,
      jobs,
      rows,
      plantRows,
      db,
      drawing,
      fonts,
      variables,
      counters,
      shiftCodes,
      settings,
      printBlocks,
      approvalRule,
      now,
    }),
  };
}

type Base = ReturnType<typeof composeBase> & CompositionContext;
type PrintingBase = Base & {
  readers: Readers;
  /** A label was taken from the library of the plant. */
  labelTaken: () => void;
};

function composeLabelAcceptance({ drawing, version, ...options }: ControllerOptions, { basics, data, preparation, fonts, printers }: Base) {
  const { drawingVersion = () => Promise.resolve(version) } = options;
  const { tables, labelTests: tests } = data;
  return new LabelAcceptance({ ...basics, version, drawingVersion, preparation, tables, drawing, fonts, printers, tests });
}

/** The modules that select, queue and print, and those that depend on the queues. */
function composePrinting(options: ControllerOptions, base: PrintingBase) {
  const { db, drawing, now } = options;
  const { basics, data, commits, disk, jobs, rows, sharedRows, history, ledger, preparation, permission, printers, prints } = base;
  const { printBlocks, orders, readers } = base;
  const { fonts, log, timers, publish, metrics, clock } = base;
  const { labels, labelTests, jobLabelRevisions, documents, tables, variables, counters, settings, shiftCodes, approvalRule } = data;
  const jobLabels = new JobLabels({ documents, tables, rows });
  const settlement = new Settlement({ commits, disk, ledger, jobs, orders, history, now, log });
  const deviceMessages = new DeviceMessages({ settings, printers, documents, publish });
  const content = { tables, variables, counters, settings, shiftCodes, preparation, deviceMessages, jobs, sharedRows, fonts, printers };
  const { preflights, ...selection } = composeSelection(options, {
    ...content,
    ...{ labels, jobLabelRevisions, approvalRule, labelTests, printBlocks, log },
  });
  const selectionLock = new ReadWriteLock();
  const nextPrints = new NextPrintPreparation({ preparation, counters, drawing, fonts, timers, log });
  const runtimes = new PrinterRuntimes({ printers, prefetchNextPrint: new PrefetchNextPrint({ jobs, nextPrints, log }) });
  jobs.sharing.events.on('changed', (printer) =>
    runtimes
      .all()
      .find((runtime) => runtime.printer.name === printer)
      ?.prefetchNextPrint(),
  );
  const appliedSettings = new AppliedPrinterSettings({ runtimes, stored: new SettingsOfPrinters({ db, settings, publish }) });
  const missedTriggers = new MissedTriggers({ db, commits, requirePrinter: base.requirePrinter, publish });
  const firstPrintChecks = new FirstPrintChecks({ db, commits, disk, runtimes, now, publish });
  const triggers = {
    ...{ firstPrintChecks, approvalRule },
    ...{ preparation, deviceMessages, ledger, jobs, jobLabelRevisions, history, counters, settlement, nextPrints, permission },
    missed: new MissedTriggerHandler({ missedTriggers, disk, jobs, log }),
    sending: new Sending({ commits, disk, ledger, settlement, metrics, timers, log }),
  };
  const engineReports = new EngineReports({ settlement, log });
  const control = { runtimes, prints, printBlocks, readers, documents, tables, printers, appliedSettings, engineReports, selectionLock };
  const acceptedCounts = new AcceptedCounts({ settings, now });
  const printing = new Printing({ ...basics, ...triggers, ...control, ...selection });
  const reworking = new Reworking({ ...basics, ...triggers, ...control });
  const names = composeNames({ ...data, db, jobs, sharedRows, fonts, selectionLock, jobLabels, deviceMessages, printBlocks });
  const { isSafeMode } = basics;
  const line = composeLine({ ...basics, printers, runtimes, printing, readers, jobs, settings, shiftCodes, events: base.events, publish });
  return {
    ...{ appliedSettings, firstPrintChecks, deviceMessages, missedTriggers, preflights, printBlocks, reworking },
    cacheValidators: new CacheValidators({ db, runtimes, jobs, permission, disk, readers, now }),
    printing,
    ...line,
    ...composeOrders({ ...options, ...basics, ...selection, orders, settings, printing, runtimes, jobs, events: base.events }),
    sparkplug: composeSparkplug({ ...options, ...basics, settings, printers, printing, history, ledger, clock, events: base.events }),
    printerChanges: new PrinterChanges({
      ...{ printers, runtimes, jobs, ledger, history, printing, events: base.events, publish, timers, isSafeMode, log },
    }),
    queue: new QueueControl({ db, disk, jobs, runtimes }),
    labelChanges: new LabelChanges({
      ...{ db, labels, jobs, jobLabels, jobLabelRevisions, preparation, deviceMessages, settings, approvalRule, runtimes, log },
    }),
    planning: new Planning({ db, runtimes, preparation, ...selection }),
    ...names,
    printResolution: new PrintResolution({ commits, disk, runtimes, ledger, acceptedCounts, settlement, log }),
    ...composePlant({ ...options, ...basics, ...base, ...data, ...names, onLabel: () => base.labelTaken() }),
  };
}

type LineDeps = Omit<
  Parameters<typeof composeSignals>[0] & Parameters<typeof composeLines>[0] & Parameters<typeof composeDowntime>[0],
  keyof LineModules
> & {
  publish: Publish;
};
interface LineModules {
  signalDevices: ReturnType<typeof composeSignals>;
  guardedLines: ReturnType<typeof composeLines>;
  periods: LinePeriods;
}

/** The line around the printers: its signals, what stops it, and its downtime. */
function composeLine(deps: LineDeps) {
  const signalDevices = composeSignals(deps);
  const periods = new LinePeriods(deps);
  const guardedLines = composeLines({ ...deps, periods, signalDevices });
  return { signalDevices, guardedLines, downtime: composeDowntime({ ...deps, guardedLines, periods, signalDevices }) };
}

type NamesDeps = RemovalDeps &
  Omit<ApprovalDecisionsDeps, 'approvals'> &
  NameUsageDeps &
  TableEditingDeps &
  RowSharingDeps & { deviceMessages: DeviceMessages; printBlocks: PrintBlocks };

function composeNames({ deviceMessages, printBlocks, ...modules }: NamesDeps) {
  const usage = new NameUsage(modules);
  const labels: Renames = {
    rename: async (change, trx) => {
      const shift = await modules.labels.rename(change, trx);
      await printBlocks.renameLabel(change, shift, trx);
      await deviceMessages.renameLabel(change, trx);
    },
  };
  const variables: Renames = {
    rename: async (change, trx) => {
      await modules.variables.rename(change, trx);
      await printBlocks.renameVariable(change, trx);
    },
  };
  return {
    usage,
    approvalDecisions: new ApprovalDecisions({ ...modules, approvals: modules.labelApprovals }),
    removal: new Removal(modules),
    renaming: new Renaming({ ...modules, labels, variables, usage }),
    tableEditing: new TableEditing(modules),
    rowSharing: new RowSharing(modules),
  };
}
