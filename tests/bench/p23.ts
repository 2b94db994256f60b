import { fork, spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { setTimeout as pass } from 'node:timers/promises';
import { pino } from 'pino';
import { HttpServer } from '#controller/http/http-server.ts';
import { IdempotencyKeys } from '#controller/idempotency/idempotency-keys.ts';
import { keylessAccess, openDiskController } from './disk-controller.ts';
import { CannotMeasure, type Goal, type Round } from './goal.ts';
import type { SenderTask } from './p23-sender.ts';
import { median } from './verdict.ts';

/** Number of rows; a smaller number speeds up work on the measurement itself. */
const ROWS = Number(process.env['P23_ROWS'] ?? 1_000_000);
const ROUNDS = 5;
const SENDER = fileURLToPath(new URL('./p23-sender.ts', import.meta.url));
const TABLE = 'Articles';
/** How long the idle event loop is observed, in milliseconds. */
const IDLE = 3_000;
/** Interval of memory readings in milliseconds. */
const READ_EVERY = 20;
const MEGABYTE = 1_048_576;
const NANOSECONDS_PER_MS = 1_000_000;

/** Imports a file into a controller over HTTP from a separate process. */
interface Bench {
  file: string;
  folder: string;
  /** Milliseconds until the table is durable; the table is then removed. */
  importOnce: () => Promise<number>;
  close: () => Promise<void>;
}

async function openBench(): Promise<Bench> {
  const folder = mkdtempSync(join(tmpdir(), 'strobe-p23-'));
  const file = join(folder, 'articles.csv');
  const sender = fork(SENDER, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  await follow(sender, { kind: 'write', file, rows: ROWS });
  const { controller, db, close } = await openDiskController({ printers: 1, threads: 1 });
  const keys = new IdempotencyKeys({ db, now: () => controller.clock.steady() });
  const server = await HttpServer.create({
    controller,
    keys,
    access: keylessAccess(db),
    host: '127.0.0.1',
    newId: () => randomUUID(),
    log: pino({ level: 'silent' }),
  });
  const url = `${await server.listen(0)}/api/v3/tables/${TABLE}`;
  return {
    file,
    folder,
    importOnce: async () => {
      const begin = performance.now();
      const status = await follow(sender, { kind: 'send', file, url });
      const taken = performance.now() - begin;
      if (status !== 201) throw new Error(`the import was answered ${status}`);
      const { rowCount } = await controller.tables.summary(TABLE);
      if (rowCount !== ROWS) throw new Error(`${rowCount} rows arrived`);
      await controller.tables.remove(TABLE);
      return taken;
    },
    close: async () => {
      sender.disconnect();
      await server.close(0);
      await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function follow(sender: ChildProcess, task: SenderTask): Promise<number> {
  sender.send(task);
  const [status] = (await once(sender, 'message')) as [number];
  return status;
}

/** The sqlite3 program imports the same file into a new database, durable at its end as by default. */
async function importBySqlite({ file, folder }: Bench): Promise<number> {
  const database = join(folder, 'theirs.db');
  const begin = performance.now();
  const program = spawn('sqlite3', [database, `.import --csv ${file} articles`], { stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = (await once(program, 'exit')) as [number];
  const taken = performance.now() - begin;
  if (code !== 0 || statSync(database).size === 0) throw new Error(`sqlite3 ended with ${code}`);
  rmSync(database);
  return taken;
}

async function requireSqlite(): Promise<void> {
  const program = spawn('sqlite3', ['--version'], { stdio: 'ignore' });
  try {
    await once(program, 'exit');
  } catch (error) {
    throw new CannotMeasure('The program sqlite3 is not installed: there is no reference to compare with.', { cause: error });
  }
}

async function race(report: (line: string) => void): Promise<Round[]> {
  await requireSqlite();
  const bench = await openBench();
  try {
    await bench.importOnce();
    await importBySqlite(bench);
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const ours: number[] = [];
      const theirs: number[] = [];
      for (let half = 0; half < 2; half += 1) {
        ours.push(await bench.importOnce());
        theirs.push(await importBySqlite(bench));
      }
      rounds.push({ a: pair(ours), b: pair(theirs) });
      report(`round ${round + 1}: ${seconds(ours)} against ${seconds(theirs)}`);
    }
    return rounds;
  } finally {
    await bench.close();
  }
}

function pair([first = 0, second = 0]: readonly number[]): [number, number] {
  return [first, second];
}

function seconds(taken: readonly number[]): string {
  return taken.map((milliseconds) => `${(milliseconds / 1_000).toFixed(2)} s`).join(' and ');
}

/** p99 of the event loop delay during an import, as a multiple of that of an idle loop. */
async function compareLag(report: (line: string) => void): Promise<number> {
  const bench = await openBench();
  try {
    await bench.importOnce();
    const ratios: number[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      const idle = await lagDuring(() => pass(IDLE));
      const busy = await lagDuring(() => bench.importOnce());
      report(`round ${round}: p99 ${busy.toFixed(2)} ms during an import, ${idle.toFixed(2)} ms without`);
      ratios.push(busy / idle);
    }
    return median(ratios);
  } finally {
    await bench.close();
  }
}

/** p99 of the milliseconds between two ticks of a one-millisecond timer. */
async function lagDuring(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await work();
  delay.disable();
  return delay.percentile(99) / NANOSECONDS_PER_MS;
}

/** Megabytes by which the peak of an import exceeds the memory before the first one. */
async function measureGrowth(report: (line: string) => void): Promise<number> {
  const bench = await openBench();
  try {
    const before = process.memoryUsage.rss();
    let peak = before;
    const looking = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), READ_EVERY);
    for (let round = 1; round <= ROUNDS; round += 1) {
      await bench.importOnce();
      report(`round ${round}: ${megabytes(before)} MB before, at most ${megabytes(peak)} MB`);
    }
    clearInterval(looking);
    return (peak - before) / MEGABYTE;
  } finally {
    await bench.close();
  }
}

function megabytes(bytes: number): string {
  return (bytes / MEGABYTE).toFixed(0);
}

/** P23: import of a CSV file with a million rows over HTTP while the controller works. */
export const IMPORT_GOALS: readonly Goal[] = [
  { name: 'P23', goal: { atMost: 1.25 }, sample: race },
  { name: 'P23-lag', goal: { atMost: 3 }, count: compareLag },
  { name: 'P23-memory', goal: { atMost: 200 }, count: measureGrowth },
];
