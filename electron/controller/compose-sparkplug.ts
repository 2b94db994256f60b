import { sql } from 'kysely';
import type { SparkplugCommands } from '#contract/api-v3/sparkplug.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { signingKeyIn } from '#storage/audit-chain/signing-key.ts';
import { auditSigningKeyIn } from './platform/data-folder-paths.ts';
import { Audit } from './audit/audit.ts';
import type { Clock } from './clock/clock.ts';
import type { DiskGuard } from './disk/disk-guard.ts';
import type { Events } from './events/events.ts';
import type { History } from './history/history.ts';
import { ApiKeys } from './keys/api-keys.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { Log } from '#process/log.ts';
import type { Timers } from './platform/timers.ts';
import type { Printers } from './printers/printers.ts';
import type { Printing } from './printing/printing.ts';
import type { Settings } from './settings/settings.ts';
import { CommandRunner } from './sparkplug/command-runner.ts';
import type { DeviceReadings, Reading } from './sparkplug/edge-messages.ts';
import { printerReadings } from './sparkplug/printer-readings.ts';
import { Sparkplug } from './sparkplug/sparkplug.ts';
import { SparkplugSettingsStore } from './sparkplug/sparkplug-settings.ts';

const MINUTE = 60_000;

interface SparkplugDeps {
  db: ControllerDatabase;
  settings: Settings;
  printers: Printers;
  printing: Printing;
  history: History;
  ledger: Ledger;
  events: Events;
  clock: Clock;
  disk: DiskGuard;
  timers: Timers;
  now: () => number;
  newId: () => string;
  dataFolder: string;
  version: string;
  isSafeMode: boolean;
  log: Log;
}

/** Composes the edge node of MQTT Sparkplug with what it tells about, and with the commands that it takes. */
export function composeSparkplug(deps: SparkplugDeps): Sparkplug {
  const { db, now, clock, disk, printers, dataFolder } = deps;
  const signingKey = signingKeyIn(auditSigningKeyIn(dataFolder));
  const audit = new Audit({
    db,
    now,
    clockState: () => clock.state(),
    signingKey,
    keep: (write) => disk.waitFor(disk.runWhenWritable(write)),
  });
  return new Sparkplug({
    ...deps,
    store: new SparkplugSettingsStore(deps.settings),
    printers: {
      names: () => printers.names(),
      enabled: () => printers.all().flatMap(({ name, isEnabled }) => (isEnabled ? [name] : [])),
    },
    node: () => nodeReadings(deps),
    printer: (name, commands, lastResult) => readPrinter(deps, name, { commands, lastResult }),
    commands: new CommandRunner({ ...deps, audit, keys: new ApiKeys({ db, now }) }),
  });
}

async function nodeReadings({ settings, clock, disk, version }: SparkplugDeps): Promise<Reading[]> {
  const text = (name: string, value: string): Reading => ({ name, type: 'String', value });
  return [
    text('Node/Version', version),
    text('Node/Controller id', await settings.controllerId()),
    text('Node/Time zone', await settings.timeZone()),
    text('Node/Clock', clock.state()),
    text('Node/Disk', disk.refusal ?? 'ok'),
  ];
}

async function readPrinter(
  deps: SparkplugDeps,
  printer: string,
  { commands, lastResult }: { commands: SparkplugCommands | undefined; lastResult: string },
): Promise<DeviceReadings | undefined> {
  const { db, printers, printing, history, ledger, now } = deps;
  if (!printers.names().includes(printer)) return undefined;
  const minute = Math.floor(now() / MINUTE) - 1;
  const [status, counters, unknown, { rows: missed }, speed] = await Promise.all([
    printing.status(printer),
    history.counters(printer),
    ledger.unknown(printer),
    sql<{ products: number }>`SELECT coalesce(sum(products), 0) AS products FROM missed_triggers WHERE printer = ${printer}`.execute(db),
    db.selectFrom('history_minutes').select('count').where('printer', '=', printer).where('minute', '=', minute).executeTakeFirst(),
  ]);
  const facts = { status, counters, unknown: unknown.length, missed: missed[0]?.products ?? 0, printsPerMinute: speed?.count ?? 0 };
  return { printer, readings: printerReadings(facts, commands, lastResult) };
}
