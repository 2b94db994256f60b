import { printJobSchema } from '#contract/api-v3/print-job.ts';
import type { NumberedJob, OutputCondition } from '#contract/api-v3/signal-device.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import type { Events, Publish } from './events/events.ts';
import type { LinePrinters } from './line-io/line-ports.ts';
import { SignalDevices } from './line-io/signal-devices.ts';
import type { Log } from '#process/log.ts';
import type { Timers } from './platform/timers.ts';
import type { Printing } from './printing/printing.ts';
import type { Printers } from './printers/printers.ts';
import type { PrinterRuntimes } from './runtime/printer-runtimes.ts';

interface SignalDeps {
  db: ControllerDatabase;
  printers: Printers;
  runtimes: PrinterRuntimes;
  printing: Printing;
  events: Events;
  publish: Publish;
  timers: Timers;
  monotonicNow: () => number;
  isSafeMode: boolean;
  log: Log;
}

/** Composes the devices of the line with the printers that they trigger and show. */
export function composeSignals(deps: SignalDeps): SignalDevices {
  return new SignalDevices({ ...deps, printers: linePrinters(deps) });
}

function linePrinters(deps: SignalDeps): LinePrinters {
  const { printers, printing, log } = deps;
  const { lineProducts } = printing;
  const isKnown = (printer: string): boolean => printers.names().includes(printer);
  const report = (printer: string, act: () => Promise<unknown>): void => {
    if (!isKnown(printer)) return;
    act().catch((error: unknown) => log.error(`${printer}: a signal of the line had no effect`, error));
  };
  return {
    findDetectorFault: (printer) => {
      if (!isKnown(printer)) return `There is no printer "${printer}".`;
      const fault = lineProducts.findFault(printer);
      return fault === undefined ? undefined : `${printer}: ${fault}.`;
    },
    detected: (printer) => report(printer, () => lineProducts.detected(printer)),
    missed: (printer, products, reason) => report(printer, () => lineProducts.missed(printer, products, reason)),
    select: (job) => report(job.printer, () => printing.select(job.printer, selectionOf(job), { operator: '' })),
    names: () => printers.names(),
    conditions: async (printer) => (isKnown(printer) ? conditionsOf(deps, printer) : new Set()),
  };
}

function selectionOf({ labelName, tableName }: NumberedJob) {
  return printJobSchema.parse({ labelName, ...(tableName !== undefined && { tableName }) });
}

async function conditionsOf({ db, printing, runtimes }: SignalDeps, printer: string): Promise<ReadonlySet<OutputCondition>> {
  const { ragStatus, ink, job } = await printing.status(printer);
  const runtime = runtimes.get(printer);
  const isStopped = runtime.stopCause !== undefined;
  const holds: Partial<Record<OutputCondition, boolean>> = {
    ready: job !== null && !isStopped && runtime.printer.canPrint(),
    green: ragStatus === 'GREEN',
    amber: ragStatus === 'AMBER',
    red: ragStatus === 'RED',
    'ink-low': ink.some(({ level }) => level === 'LOW'),
    'ink-empty': ink.some(({ level }) => level === 'EMPTY'),
    'job-selected': job !== null,
    'count-reached': job === null && (await hasReachedCount(db, printer)),
    'line-stopped': isStopped,
  };
  return new Set((Object.keys(holds) as OutputCondition[]).filter((condition) => holds[condition]));
}

/** Whether all prints of the last job were made: it was not aborted and not deselected. */
async function hasReachedCount(db: ControllerDatabase, printer: string): Promise<boolean> {
  const last = await db
    .selectFrom('jobs')
    .select('state')
    .where('printer', '=', printer)
    .where('live', '=', 1)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.state === 'done';
}
