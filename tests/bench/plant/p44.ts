import { setTimeout as pause } from 'node:timers/promises';
import { archiveCsv, archiveRow } from '#support/archive-csv.ts';
import { residentMemory } from '#support/resident-memory.ts';
import type { CountGoal } from '../goal.ts';
import { databaseBytes, startBenchPlant, type BenchPlant } from './bench-plant.ts';

/** Prints after which searches are timed. */
const STAGES = [5_000_000, 20_000_000] as const;
const PRINTS_PER_REQUEST = 5_000;
/** Requests at a time: several lines send at once. */
const AT_ONCE = 2;
const PRINTS_PER_JOB = 10_000;
/** The prints are spread evenly over a year: the archive has a partition for each month. */
const FIRST = Date.UTC(2025, 11, 1);
const STEP = (365 * 86_400_000) / STAGES[1];
const REPORT_EVERY = 1_000_000;
const WARM_UPS = 300;
const SEARCHES = 2_000;
/** Milliseconds between searches: the plant limits the requests of one key. */
const PACE = 20;
/** Serial numbers are searched in another order than they were stored in: a step without a common factor with the number of prints. */
const STRIDE = 1_234_577;

/** 99th percentiles of a search by serial number, in milliseconds, after each stage. */
let loaded: Promise<readonly number[]> | undefined;

/** How much longer a search by serial number takes in 20 million prints than in 5 million, and how long; both at the 99th percentile, over HTTP. */
export const SEARCH_GOALS: readonly CountGoal[] = [
  {
    name: 'P44',
    goal: { atMost: 1.3 },
    count: async (report) => {
      const [few = 0, many = Infinity] = await times(report);
      return many / few;
    },
  },
  { name: 'P44-ms', goal: { atMost: 20 }, count: async (report) => (await times(report)).at(-1) ?? Infinity },
];

/** The archive is loaded once for both goals. */
function times(report: (line: string) => void): Promise<readonly number[]> {
  loaded ??= load(report);
  return loaded;
}

/** Also reports what the archive needs: prints a second, bytes of a print, and the memory of the plant while it takes them. */
async function load(report: (line: string) => void): Promise<readonly number[]> {
  const plant = await startBenchPlant();
  try {
    const percentiles: number[] = [];
    const empty = await databaseBytes(plant);
    for (const [index, stage] of STAGES.entries()) {
      await store(plant, { from: STAGES[index - 1] ?? 0, to: stage, report });
      await plant.database.query('CHECKPOINT');
      const bytes = ((await databaseBytes(plant)) - empty) / stage;
      const found = await search(plant, stage);
      percentiles.push(found[Math.floor(0.99 * found.length)] ?? Infinity);
      const [median, p99] = [0.5, 0.99].map((share) => (found[Math.floor(share * found.length)] ?? 0).toFixed(2));
      report(`${stage} prints: ${bytes.toFixed(0)} bytes each; a search takes ${median} ms, ${p99} ms at the 99th percentile`);
    }
    return percentiles;
  } finally {
    await plant.stop();
  }
}

async function store(plant: BenchPlant, { from, to, report }: { from: number; to: number; report: (line: string) => void }): Promise<void> {
  let begun = performance.now();
  for (let first = from + 1; first <= to; first += AT_ONCE * PRINTS_PER_REQUEST) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, request) => post(plant, first + request * PRINTS_PER_REQUEST)));
    const stored = first - 1 + AT_ONCE * PRINTS_PER_REQUEST;
    if (stored % REPORT_EVERY !== 0) continue;
    const rate = REPORT_EVERY / ((performance.now() - begun) / 1_000);
    report(`${stored} prints, ${rate.toFixed(0)} a second with making them; the plant has ${residentMemory(plant.pid)} MB`);
    begun = performance.now();
  }
}

async function post({ url, key }: BenchPlant, first: number): Promise<void> {
  const rows = Array.from({ length: PRINTS_PER_REQUEST }, (_, index) => {
    const print = first + index;
    const reserved = Math.round(FIRST + print * STEP);
    const times = { reserved, sent: reserved + 1, settled: reserved + 2 };
    return archiveRow(print, { ...times, job: `job-${Math.floor(print / PRINTS_PER_JOB)}`, serials: JSON.stringify([serialOf(print)]) });
  });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'text/csv' };
  const body = new Uint8Array(archiveCsv(rows));
  const response = await fetch(`${url}/plant/v1/controllers/c1/prints`, { method: 'POST', headers, body });
  const answer = (await response.json()) as { stored?: number; detail?: string };
  if (answer.stored !== PRINTS_PER_REQUEST) throw new Error(`stored ${answer.stored} prints: ${answer.detail}`);
}

/** Milliseconds of searches, sorted. Each must find its print. */
async function search({ url, key }: BenchPlant, prints: number): Promise<number[]> {
  const found: number[] = [];
  for (let search = 1; search <= WARM_UPS + SEARCHES; search += 1) {
    const print = ((search * STRIDE) % prints) + 1;
    const begun = performance.now();
    const response = await fetch(`${url}/plant/v1/prints?serial=${serialOf(print)}`, { headers: { authorization: `Bearer ${key}` } });
    const page = (await response.json()) as { prints?: { id: number }[] };
    if (search > WARM_UPS) found.push(performance.now() - begun);
    await pause(PACE);
    if (page.prints?.length !== 1 || page.prints[0]?.id !== print)
      throw new Error(`the search for print ${print} found ${JSON.stringify(page)}`);
  }
  return found.sort((a, b) => a - b);
}

function serialOf(print: number): string {
  return String(print).padStart(10, '0');
}
