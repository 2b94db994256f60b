import { stat } from 'node:fs/promises';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { Readiness } from '#contract/api-v3/health.ts';
import { PRINTER_STATES } from '#contract/api-v3/printer-states.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { sharedFileOf } from '#storage/database/lend-database.ts';
import type { DrawingPool } from '../drawing/drawing-pool.ts';
import type { Events } from '../events/events.ts';
import type { PendingQueueEnds } from '../queue/pending-queue-ends.ts';
import type { Printers } from '../printers/printers.ts';
import { exposition, type Metric, type Sample } from './exposition.ts';
import { Histogram } from './histogram.ts';
import { plantFigures, type ReadArchiveFigures } from './plant-figures.ts';
import { counter, gauge, printFigures } from './print-figures.ts';

const LOOP_RESOLUTION = 20;
const NANOSECONDS = 1e9;
const LOOP_QUANTILES = [0.5, 0.99, 1];

/** From the fastest response to the longest time that anything may take, in seconds. */
const SHORT_TIMES = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const SETTLE_TIMES = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export interface MetricsOptions {
  db: ControllerDatabase;
  version: string;
  printers: Pick<Printers, 'all' | 'names'>;
  events: Pick<Events, 'next'>;
  drawing: Pick<DrawingPool, 'figures' | 'fault'>;
  ends: Pick<PendingQueueEnds, 'isEnded'>;
  archiveFigures: ReadArchiveFigures;
  /** A monotonic clock in milliseconds. */
  monotonicNow?: () => number;
}

/** Metrics for monitoring systems. Counts from the database survive restarts; durations cover this run. */
export class Metrics {
  readonly #options: MetricsOptions;
  readonly #loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION });
  readonly requests: Histogram<'method' | 'route' | 'status'>;
  readonly sends: Histogram<'printer'>;
  readonly settles: Histogram<'printer'>;

  constructor(options: MetricsOptions) {
    this.#options = options;
    const { monotonicNow = () => performance.now() } = options;
    this.requests = new Histogram({
      ...{ name: 'strobe_http_request_duration_seconds', help: 'From a request to the end of its response, without event streams.' },
      ...{ labels: ['method', 'route', 'status'], bounds: SHORT_TIMES, monotonicNow },
    });
    this.sends = new Histogram({
      ...{ name: 'strobe_engine_send_duration_seconds', help: 'How long a printer took to accept a print.' },
      ...{ labels: ['printer'], bounds: SHORT_TIMES, monotonicNow },
    });
    this.settles = new Histogram({
      ...{ name: 'strobe_engine_settle_duration_seconds', help: 'From sending a print to the confirmation that it was printed.' },
      ...{ labels: ['printer'], bounds: SETTLE_TIMES, monotonicNow },
    });
  }

  start(): void {
    this.#loop.enable();
  }

  stop(): void {
    this.#loop.disable();
  }

  /** All metrics in the text format of Prometheus, without printers that `isShown` excludes. */
  async text(readiness: Readiness, isShown: (printer: string) => boolean): Promise<string> {
    const { db, printers, ends, archiveFigures } = this.#options;
    const metrics = [
      ...this.#standing(readiness),
      ...(await printFigures(db, printers.names(), ends)),
      ...(await plantFigures(archiveFigures)),
      ...[this.requests, this.sends, this.settles].map((histogram) => histogram.metric()),
      ...this.#drawing(),
      ...this.#process(),
      ...(await this.#files()),
    ];
    const isShownSample = ({ labels: { printer } = {} }: Sample) => printer === undefined || isShown(printer);
    return exposition(metrics.map((metric) => ({ ...metric, samples: metric.samples.filter(isShownSample) })));
  }

  #standing({ status, warnings }: Readiness): Metric[] {
    const { version, printers, events } = this.#options;
    const states = printers.all().flatMap((printer) => {
      const present = printer.condition().state;
      return PRINTER_STATES.map((state) => ({ labels: { printer: printer.name, state }, value: state === present ? 1 : 0 }));
    });
    return [
      gauge('strobe_info', 'The version of the controller.', [{ labels: { version }, value: 1 }]),
      gauge('strobe_ready', 'Whether the controller can print, as /healthz/ready says.', [{ value: status === 'ready' ? 1 : 0 }]),
      gauge('strobe_database_log_stuck', 'Whether another program prevents the write-ahead log from being truncated.', [
        { value: warnings.some(({ code }) => code === 'log-stuck') ? 1 : 0 },
      ]),
      gauge('strobe_printer_state', '1 for the current state of a printer.', states),
      counter('strobe_events_total', 'Events published since the start.', [{ value: events.next - 1 }]),
    ];
  }

  #drawing(): Metric[] {
    const { drawing } = this.#options;
    const { threads, replaced } = drawing.figures();
    const each = (part: 'heap' | 'external') =>
      threads.map((memory, index) => ({ labels: { thread: String(index + 1) }, value: memory[part] }));
    return [
      gauge('strobe_drawing_down', 'Whether no label can be drawn.', [{ value: drawing.fault === undefined ? 0 : 1 }]),
      gauge('strobe_drawing_heap_bytes', 'Heap of each drawing thread in which fonts are loaded.', each('heap')),
      gauge(
        'strobe_drawing_external_bytes',
        'Memory of each drawing thread outside of the heap of V8: fonts and bitmaps.',
        each('external'),
      ),
      counter('strobe_drawing_threads_replaced_total', 'Drawing threads that failed or took too much memory.', [{ value: replaced }]),
    ];
  }

  /** The event loop delay is reset with each reading. */
  #process(): Metric[] {
    const { rss, heapUsed } = process.memoryUsage();
    const lag = LOOP_QUANTILES.map((quantile) => ({ labels: { quantile: String(quantile) }, value: this.#lag(quantile) }));
    this.#loop.reset();
    const { user, system } = process.cpuUsage();
    return [
      gauge('strobe_event_loop_lag_seconds', 'How late the event loop was since the last reading.', lag),
      counter('process_cpu_seconds_total', 'CPU time used by the controller.', [{ value: (user + system) / 1e6 }]),
      gauge('process_resident_memory_bytes', 'Memory of the controller.', [{ value: rss }]),
      gauge('nodejs_heap_size_used_bytes', 'Heap used by JavaScript objects.', [{ value: heapUsed }]),
      gauge('strobe_uptime_seconds', 'How long the controller has been running.', [{ value: process.uptime() }]),
    ];
  }

  /** The measured delay includes the timer interval. */
  #lag(quantile: number): number {
    if (this.#loop.count === 0) return 0;
    const measured = quantile === 1 ? this.#loop.max : this.#loop.percentile(quantile * 100);
    return Math.max(0, measured / NANOSECONDS - LOOP_RESOLUTION / 1_000);
  }

  /** A database in memory has no files, and the write-ahead log does not exist before the first write. */
  async #files(): Promise<Metric[]> {
    const file = await sharedFileOf(this.#options.db);
    if (file === undefined) return [];
    const samples = [];
    for (const [part, path] of [
      ['database', file],
      ['log', `${file}-wal`],
    ] as const) {
      samples.push({ labels: { part }, value: await sizeOf(path) });
    }
    return [gauge('strobe_database_bytes', 'Size of the database file and of its write-ahead log.', samples)];
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0;
    throw error;
  }
}
