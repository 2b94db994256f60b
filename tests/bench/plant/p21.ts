import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { ControllerReport } from '#contract/plant/plant-controller.ts';
import { archiveCsv, archiveRow } from '#support/archive-csv.ts';
import type { Round, SampledGoal } from '../goal.ts';
import { startBenchPlant, type BenchPlant } from './bench-plant.ts';

const LINES = 49;
const PRINTERS = 10;
/** Milliseconds in which each line reports once and sends one batch of prints: much more often than a real one. */
const INTERVAL = 1_000;
const PRINTS_PER_BATCH = 20;
const WINDOW = 4_000;
const ROUNDS = 6;

/**
 * How much longer the requests of 49 lines with ten printers each, and of a page that shows them, take while a hostile controller with a valid key floods the
 * plant from another address: garbage, endless and slow bodies, wrong keys, answers that it never reads. Mean times. Needs a quiet machine.
 */
export const HOSTILE_LINE_GOAL: SampledGoal = {
  name: 'P21-plant',
  goal: { atMost: 1.05 },
  sample: async (report) => {
    const plant = await startBenchPlant();
    const lines = new Lines(plant);
    const hostile = new Worker(new URL('./hostile-line.ts', import.meta.url), { workerData: { url: plant.url, key: plant.key } });
    try {
      await once(hostile, 'message');
      await lines.work(WINDOW);
      const rounds: Round[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const sample: Round = { a: [0, 0], b: [0, 0] };
        for (const half of [0, 1] as const) {
          sample.b[half] = await lines.work(WINDOW);
          hostile.postMessage('begin');
          await pause(INTERVAL);
          sample.a[half] = await lines.work(WINDOW);
          hostile.postMessage('end');
          await once(hostile, 'message');
        }
        rounds.push(sample);
        report(`${sample.a.map(rounded).join(' and ')} ms with it, ${sample.b.map(rounded).join(' and ')} ms without`);
      }
      return rounds;
    } finally {
      await hostile.terminate();
      await plant.stop();
    }
  },
};

/** What the lines and the page send. */
class Lines {
  readonly #plant: BenchPlant;
  #print = 0;

  constructor(plant: BenchPlant) {
    this.#plant = plant;
  }

  /** Sends for so many milliseconds. Returns the mean milliseconds of a request. */
  async work(milliseconds: number): Promise<number> {
    const end = performance.now() + milliseconds;
    const times: number[] = [];
    await Promise.all([...Array.from({ length: LINES }, (_, line) => this.#line(line, { end, times })), this.#page({ end, times })]);
    return times.reduce((sum, time) => sum + time, 0) / times.length;
  }

  async #line(line: number, { end, times }: { end: number; times: number[] }): Promise<void> {
    const path = `controllers/line-${line}`;
    await pause((line / LINES) * INTERVAL);
    while (performance.now() < end) {
      const begun = performance.now();
      times.push(await this.#send('PUT', path, { type: 'application/json', body: JSON.stringify(reportOf(line)) }));
      await pause(INTERVAL / 2);
      times.push(await this.#send('POST', `${path}/prints`, { type: 'text/csv', body: this.#batch() }));
      await pause(Math.max(0, INTERVAL - (performance.now() - begun)));
    }
  }

  async #page({ end, times }: { end: number; times: number[] }): Promise<void> {
    while (performance.now() < end) {
      times.push(await this.#send('GET', 'controllers', undefined));
      await pause(INTERVAL);
    }
  }

  /** Resolves with the milliseconds. */
  async #send(method: string, path: string, content: { type: string; body: string | Buffer } | undefined): Promise<number> {
    const { url, key } = this.#plant;
    const headers = { authorization: `Bearer ${key}`, ...(content && { 'content-type': content.type }) };
    const begun = performance.now();
    const response = await fetch(`${url}/plant/v1/${path}`, {
      ...{ method, headers },
      ...(content && { body: typeof content.body === 'string' ? content.body : new Uint8Array(content.body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return performance.now() - begun;
  }

  #batch(): Buffer {
    return archiveCsv(Array.from({ length: PRINTS_PER_BATCH }, () => archiveRow((this.#print += 1))));
  }
}

function reportOf(line: number): ControllerReport {
  const now = new Date().toISOString();
  return {
    ...{ name: `Line ${line}`, site: 'North', line: `L${line}`, tags: [], version: '1.0.0', clock: { now, isTrusted: true } },
    ...{ freeBytes: 80_000_000_000, lastBackup: now, waitingPrints: 0 },
    printers: Array.from({ length: PRINTERS }, (_, printer) => ({
      ...{ name: `Printer ${printer}`, state: 'STARTED', errors: [], label: 'Food case', printed: 412, unknown: 0 },
    })),
  };
}

function rounded(value: number): string {
  return value.toFixed(2);
}
