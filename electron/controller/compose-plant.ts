import { hostname } from 'node:os';
import { sql } from 'kysely';
import type { PlantSettings } from '#contract/api-v3/plant.ts';
import { errorTexts } from '#contract/api-v3/status-error.ts';
import type { ControllerReport, ReportedPrinter } from '#contract/plant/plant-controller.ts';
import type { ControllerDatabase, ControllerSchema, ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { GroupCommit } from '#storage/database/group-commit.ts';
import type { Log } from '#process/log.ts';
import type { Backups } from './backups/backups.ts';
import type { Clock } from './clock/clock.ts';
import type { Counters } from './counters/counters.ts';
import type { DiskGuard } from './disk/disk-guard.ts';
import type { Events } from './events/events.ts';
import type { History } from './history/history.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { PrintIndex } from './ledger/print-index.ts';
import { libraryAdapters, type LibraryAdaptersDeps } from './library/library-adapters.ts';
import { LineLibrary } from './library/line-library.ts';
import { ArchiveHold } from './plant-connection/archive-hold.ts';
import { ArchiveQueue } from './plant-connection/archive-queue.ts';
import { PlantConnection } from './plant-connection/plant-connection.ts';
import { PlantSettingsStore } from './plant-connection/plant-settings.ts';
import { freeBytes } from './platform/free-bytes.ts';
import type { Timers } from './platform/timers.ts';
import { Retention } from './printing/retention.ts';
import type { PlantRows } from './queue/plant-rows.ts';
import type { Printers } from './printers/printers.ts';
import type { JobQueues } from './queue/job-queues.ts';
import type { Settings } from './settings/settings.ts';

const MINUTE = 60_000;
/** The most printers, errors of a printer, and characters of a text in a report. */
const MOST = { printers: 500, errors: 20, text: 255, error: 500 };

interface PlantDeps extends LibraryAdaptersDeps {
  db: ControllerDatabase;
  commits: GroupCommit<ControllerSchema>;
  disk: DiskGuard;
  index: PrintIndex;
  history: History;
  settings: Settings;
  counters: Counters;
  newId: () => string;
  printers: Printers;
  jobs: JobQueues;
  plantRows: PlantRows;
  ledger: Ledger;
  clock: Clock;
  backups: Backups;
  events: Events;
  dataFolder: string;
  version: string;
  now: () => number;
  monotonicNow: () => number;
  timers: Timers;
  isSafeMode: boolean;
  log: Log;
}

/** Composes the connection to the plant with what it sends, and the retention, which waits for it. */
export function composePlant(deps: PlantDeps) {
  const { disk, commits, settings, now } = deps;
  const write = <Result>(work: (trx: ControllerTransaction) => Promise<Result>): Promise<Result> => disk.run(() => commits.run(work));
  const queue = new ArchiveQueue({ ...deps, write });
  const lastBackup = minutely(now, async () => (await deps.backups.list())[0]?.made);
  const library = new LineLibrary({ ...deps, adapters: libraryAdapters(deps) });
  const plant = new PlantConnection({
    ...deps,
    ...{ queue, write, library, sharing: deps.jobs.sharing },
    store: new PlantSettingsStore(settings),
    report: (plant) => readReport(deps, { plant, queue, lastBackup }),
    controllerId: () => settings.controllerId(),
    random: () => Math.random(),
  });
  const archiveHold = new ArchiveHold({ ...deps, freeBytes: () => freeBytes(deps.dataFolder) });
  return { plant, library, retention: new Retention({ ...deps, archiveHold }) };
}

interface ReportParts {
  plant: PlantSettings;
  queue: ArchiveQueue;
  lastBackup: () => Promise<string | undefined>;
}

async function readReport(deps: PlantDeps, { plant, queue, lastBackup }: ReportParts): Promise<ControllerReport> {
  const { now, clock, version, dataFolder, printers } = deps;
  const [free, backup, { waiting }] = [await freeBytes(dataFolder), await lastBackup(), await queue.figures()];
  const counts = await sql<{ printer: string; printed: number }>`
    SELECT printer, printed_labels + handed_over_labels AS printed FROM print_counters`.execute(deps.db);
  const printed = new Map(counts.rows.map((row) => [row.printer, row.printed]));
  const reported: ReportedPrinter[] = [];
  for (const name of printers.names().slice(0, MOST.printers)) reported.push(await readPrinter(deps, name, printed.get(name) ?? 0));
  return {
    ...{ name: plant.name === '' ? hostname() : plant.name, site: plant.site, line: plant.line, tags: plant.tags, version },
    clock: { now: new Date(now()).toISOString(), isTrusted: clock.state() === 'ok' },
    ...(free !== undefined && { freeBytes: free }),
    ...(backup !== undefined && { lastBackup: backup }),
    ...{ waitingPrints: waiting, printers: reported },
  };
}

async function readPrinter({ printers, jobs, ledger }: PlantDeps, name: string, printed: number): Promise<ReportedPrinter> {
  const { state, errors } = printers.get(name).condition();
  const label = (await jobs.findCurrent(name))?.label_name;
  return {
    ...{ name: name.slice(0, MOST.text), state, printed, unknown: (await ledger.unknown(name)).length },
    errors: errorTexts(errors)
      .slice(0, MOST.errors)
      .map((text) => text.slice(0, MOST.error)),
    ...(label !== undefined && label !== '' && { label: label.slice(0, MOST.text) }),
  };
}

/** Reads a value at most once a minute. */
function minutely<Value>(now: () => number, read: () => Promise<Value>): () => Promise<Value> {
  let last: { at: number; value: Promise<Value> } | undefined;
  return () => {
    if (!last || Math.abs(now() - last.at) >= MINUTE) last = { at: now(), value: read() };
    return last.value;
  };
}
