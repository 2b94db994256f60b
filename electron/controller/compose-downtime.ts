import type { ControllerDatabase, ControllerSchema } from '#storage/database/controller-schema.ts';
import type { GroupCommit } from '#storage/database/group-commit.ts';
import type { DiskGuard } from './disk/disk-guard.ts';
import { Downtime } from './downtime/downtime.ts';
import { StoredDowntimeReasons } from './downtime/downtime-reasons.ts';
import { DowntimeRecorder } from './downtime/downtime-recorder.ts';
import type { LinePeriods } from './downtime/line-periods.ts';
import type { Events } from './events/events.ts';
import type { SignalDevices } from './line-io/signal-devices.ts';
import type { GuardedLines } from './lines/guarded-lines.ts';
import type { Log } from '#process/log.ts';
import type { Timers } from './platform/timers.ts';
import type { Printing } from './printing/printing.ts';
import type { JobQueues } from './queue/job-queues.ts';
import type { PrinterRuntimes } from './runtime/printer-runtimes.ts';
import type { Settings } from './settings/settings.ts';
import type { ShiftCodes } from './shift-codes/shift-codes.ts';

interface DowntimeDeps {
  db: ControllerDatabase;
  commits: GroupCommit<ControllerSchema>;
  disk: DiskGuard;
  events: Events;
  guardedLines: GuardedLines;
  periods: LinePeriods;
  signalDevices: SignalDevices;
  runtimes: PrinterRuntimes;
  printing: Printing;
  jobs: JobQueues;
  settings: Settings;
  shiftCodes: ShiftCodes;
  timers: Timers;
  now: () => number;
  log: Log;
}

/** Composes the downtime of lines with what it follows. */
export function composeDowntime(deps: DowntimeDeps): Downtime {
  const { db, events, guardedLines, signalDevices, runtimes, printing, jobs, settings, log } = deps;
  const { lines } = guardedLines;
  const { publish } = events;
  const recorder = new DowntimeRecorder({
    ...{ ...deps, lines, publish },
    stopsOf: (name, line) => guardedLines.stopsOf(name, line),
    printers: {
      findJob: async (printer) => (await jobs.findCurrent(printer))?.id,
      findFault: async (printer) => {
        const runtime = runtimes.find(printer);
        if (!runtime || runtime.printer.canPrint()) return undefined;
        const { state, errors } = await printing.status(printer);
        return `"${printer}" cannot print: ${errors[0] ?? state}`;
      },
    },
    report: (error) => log.error('what a line does could not be recorded', error),
  });
  const downtime = new Downtime({
    ...{ ...deps, lines, recorder, publish },
    reasons: new StoredDowntimeReasons(settings),
    timeZone: () => settings.timeZone(),
    labelOf: async (job) => {
      const row = await db.selectFrom('jobs').select('label_name').where('id', '=', job).executeTakeFirst();
      return row?.label_name ?? '';
    },
  });
  signalDevices.lineInputs.on('changed', (change) => downtime.inputChanged(change));
  signalDevices.lineInputs.on('ended', (device) => downtime.deviceEnded(device));
  return downtime;
}
