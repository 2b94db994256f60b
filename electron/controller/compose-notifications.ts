import type { ControllerLine } from '#contract/api-v3/controller-line.ts';
import type { RecordedEvent } from '#contract/api-v3/recorded-event.ts';
import { errorTexts } from '#contract/api-v3/status-error.ts';
import type { ControllerDatabase, ControllerSchema } from '#storage/database/controller-schema.ts';
import type { GroupCommit } from '#storage/database/group-commit.ts';
import type { Clock } from './clock/clock.ts';
import type { DiskGuard } from './disk/disk-guard.ts';
import { EmailQueue } from './email/email-queue.ts';
import { EmailSettingsStore } from './email/email-settings.ts';
import { Emails } from './email/emails.ts';
import { EventRecorder, type ConditionSources } from './recorded-events/event-recorder.ts';
import type { Events } from './events/events.ts';
import type { Condition } from './recorded-events/recorded-conditions.ts';
import { RecordedEvents } from './recorded-events/recorded-events.ts';
import type { SignalDevices } from './line-io/signal-devices.ts';
import { printRecord, RECORD_COLUMNS } from './ledger/print-records.ts';
import type { Log } from '#process/log.ts';
import type { Timers } from './platform/timers.ts';
import type { Printers } from './printers/printers.ts';
import type { Settings } from './settings/settings.ts';
import type { Readers } from './verification/readers.ts';
import { messageOf, Webhooks } from './webhooks/webhooks.ts';
import { WebhookStore } from './webhooks/webhook-store.ts';

interface NotificationDeps {
  /** The lines by name. */
  lines: () => readonly (readonly [string, ControllerLine])[];
  settings: Settings;
  monotonicNow: () => number;
  newId: () => string;
  db: ControllerDatabase;
  commits: GroupCommit<ControllerSchema>;
  disk: DiskGuard;
  clock: Clock;
  events: Events;
  printers: Printers;
  readers: Readers;
  signalDevices: SignalDevices;
  version: string;
  timers: Timers;
  now: () => number;
  isSafeMode: boolean;
  log: Log;
}

/** Composes the recorded events with what they are about. */
export function composeNotifications(deps: NotificationDeps) {
  const { db, printers, settings, commits, now, lines } = deps;
  const recordedEvents = new RecordedEvents(db);
  const eventRecorder = new EventRecorder({
    ...deps,
    recorded: recordedEvents,
    sources: sourcesOf(deps),
    printers: () => printers.names(),
  });
  const subscribe = (listener: () => void) => {
    eventRecorder.changes.on('recorded', listener);
    return () => void eventRecorder.changes.off('recorded', listener);
  };
  const webhooks = new Webhooks({
    ...deps,
    store: new WebhookStore({ db, now }),
    events: recordedEvents,
    message: async (event, webhook) =>
      messageOf(event, {
        controller: await settings.controllerId(),
        records: webhook.hasPrintRecords ? await printRecords(event, db) : undefined,
      }),
    write: (work) => commits.run(work),
    subscribe,
    random: () => Math.random(),
    printers: () => printers.names(),
  });
  const emails = new Emails({
    ...deps,
    store: new EmailSettingsStore(settings),
    queue: new EmailQueue(db),
    events: recordedEvents,
    write: (work) => commits.run(work),
    subscribe,
    lineOf: (printer) => lines().find(([, line]) => line.printers.includes(printer))?.[0],
    timeZone: () => settings.timeZone(),
    controllerId: () => settings.controllerId(),
  });
  return { recordedEvents, eventRecorder, webhooks, emails };
}

/** The records of the prints that an event counts, as far as they are stored still. */
async function printRecords({ kind, printer, data }: RecordedEvent, db: ControllerDatabase): Promise<unknown[] | undefined> {
  const { firstPrint, lastPrint, print } = data;
  const [first, last] = kind === 'print.resolved' ? [print, print] : [firstPrint, lastPrint];
  if (printer === undefined || typeof first !== 'number' || typeof last !== 'number') return undefined;
  const found = await db
    .selectFrom('prints')
    .select(RECORD_COLUMNS)
    .where('printer', '=', printer)
    .where('id', '>=', first)
    .where('id', '<=', last)
    .where('purpose', '=', 'production')
    .orderBy('id')
    .execute();
  return found.map(printRecord);
}

function sourcesOf({ printers, readers, signalDevices, disk, clock }: NotificationDeps): ConditionSources {
  return {
    printerErrors: () =>
      printers
        .all()
        .filter(({ isEnabled }) => isEnabled)
        .flatMap((printer) =>
          errorTexts(printer.condition().errors).map((detail): Condition => ({
            kind: 'printer-error',
            printer: printer.name,
            subject: '',
            detail,
          })),
        ),
    lostDevices: async () => [
      ...(await signalDevices.list()).flatMap(({ name, contact }) =>
        contact.isConnected || contact.reason === undefined ? [] : [lost(name, contact.reason)],
      ),
      ...(await readers.list()).flatMap(({ name, printer, state, reason }) =>
        state !== 'waiting' || reason === undefined ? [] : [{ ...lost(name, reason), printer }],
      ),
    ],
    ofController: () => {
      const state = clock.state();
      return [
        ...(disk.refusal && disk.fault !== undefined ? [{ kind: 'disk', subject: disk.refusal, detail: disk.fault.text } as const] : []),
        ...(state === 'ok' ? [] : [{ kind: 'clock', subject: state, detail: CLOCK[state] } as const]),
      ];
    },
  };
}

const CLOCK = {
  stepped: 'The clock of the controller was set: nothing with a date is printed until it is set right or confirmed.',
  doubtful: 'The clock of the controller is doubtful: nothing is printed until it is set right or confirmed.',
};

function lost(name: string, reason: string): Condition {
  return { kind: 'device-lost', subject: name, detail: `"${name}" is not connected: ${reason}` };
}
