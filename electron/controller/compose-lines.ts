import type { ControllerDatabase, ControllerSchema } from '#storage/database/controller-schema.ts';
import type { GroupCommit } from '#storage/database/group-commit.ts';
import type { DiskGuard } from './disk/disk-guard.ts';
import type { Events } from './events/events.ts';
import type { LinePeriods } from './downtime/line-periods.ts';
import type { SignalDevices } from './line-io/signal-devices.ts';
import { GuardedLines } from './lines/guarded-lines.ts';
import { GuardRules } from './lines/guard-rules.ts';
import { LineStops } from './lines/line-stops.ts';
import { Lines } from './lines/lines.ts';
import { StoppedPrinters } from './lines/stopped-printers.ts';
import type { Log } from '#process/log.ts';
import type { Timers } from './platform/timers.ts';
import type { Printers } from './printers/printers.ts';
import type { Printing } from './printing/printing.ts';
import type { PrinterRuntimes } from './runtime/printer-runtimes.ts';
import type { Readers } from './verification/readers.ts';

interface LinesDeps {
  db: ControllerDatabase;
  commits: GroupCommit<ControllerSchema>;
  disk: DiskGuard;
  events: Events;
  printers: Printers;
  runtimes: PrinterRuntimes;
  printing: Printing;
  readers: Readers;
  signalDevices: SignalDevices;
  periods: LinePeriods;
  timers: Timers;
  now: () => number;
  log: Log;
}

/** Composes the lines with what their rules watch, and with the outputs that act for them. */
export function composeLines(deps: LinesDeps): GuardedLines {
  const { events, runtimes, printing, signalDevices, log } = deps;
  const { publish } = events;
  const stops = new LineStops({ ...deps, publish });
  const lines = new Lines({ ...deps, publish, stops });
  const report = (error: unknown) => log.error('a rule of a line could not be checked', error);
  const stopped = new StoppedPrinters({
    ...{ ...deps, publish, lines, stops },
    unload: (runtime, reason) => void printing.unload(runtime.printer.name, reason).catch(report),
  });
  signalDevices.lineInputs.on('changed', (change) => stopped.inputChanged(change));
  signalDevices.lineInputs.on('ended', (device) => stopped.deviceEnded(device));
  const rules = new GuardRules({
    ...{ ...deps, lines, stops, stopped, report, outputs: signalDevices },
    printers: {
      findCountFault: (printer) => runtimes.find(printer)?.countFault?.text,
      isStale: async (printer) => {
        const runtime = runtimes.find(printer);
        return runtime !== undefined && !runtime.printer.canPrint() && (await printing.status(printer)).job !== null;
      },
      findWrongFirstPrint: async (printer) => {
        const check = (await printing.status(printer)).job?.firstPrintCheck;
        return check?.verdict === 'wrong' ? `The first print on "${printer}" (${check.printId}) was found wrong.` : undefined;
      },
    },
  });
  return new GuardedLines({ ...deps, lines, stops, stopped, rules });
}
