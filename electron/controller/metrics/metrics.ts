import { stat } from 'node:fs/promises';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { Readiness } from '#contract/api-v3/health.ts';
import { PRINTER_STATES } from '#contract/api-v3/printer-states.ts';
import type { ControllerDatabase } from '#storage/controller-schema.ts';
import { sharedFileOf } from '#storage/lend-database.ts';
import type { DrawingPool } from '../drawing/drawing-pool.ts';
import type { Events } from '../events/events.ts';
import type { QueueEnds } from '../jobs/queue-ends.ts';
import type { Printers } from '../printers/printers.ts';
import { exposition, type Metric, type Sample } from './exposition.ts';
import { Histogram } from './histogram.ts';
import { counter, gauge, printFigures } from './print-figures.ts';

const LOOP_RESOLUTION = 20;
const NANOSECONDS = 1e9;
const LOOP_QUANTILES = [0.5, 0.99, 1];

/** From the quickest answer to the longest time that anything may take, in seconds. */
const SHORT_TIMES = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const SETTLE_TIMES = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export interface MetricsOptions {
  db: ControllerDatabase;
  version: string;
  printers: Pick<Printers, 'all' | 'names'>;
  events: Pick<Events, 'next'>;
  drawing: Pick<DrawingPool, 'figures' | 'fault'>;
  ends: Pick<QueueEnds, 'isEnded'>;
  /** Milliseconds that only grow. */
  monotonicNow?: () => number;
}

/** Figures for whoever watches over many machines. What is counted in the database survives every crash; the times are those of this run. */
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
      ...{ name: 'strobe_http_request_duration_seconds', help: 'From a request to the end of its answer; streams of events are left out.' },
      ...{ labels: ['method', 'route', 'status'], bounds: SHORT_TIMES, monotonicNow },
    });
    this.sends = new Histogram({
      ...{ name: 'strobe_engine_send_duration_seconds', help: 'How long a printer took to accept a print.' },
      ...{ labels: ['printer'], bounds: SHORT_TIMES, monotonicNow },
    });
    this.settles = new Histogram({
      ...{ name: 'strobe_engine_settle_duration_seconds', help: 'From handing a print over to the confirmation of its mark.' },
      ...{ labels: ['printer'], bounds: SETTLE_TIMES, monotonicNow },
    });
  }

  start(): void {
    this.#loop.enable();
  }

  stop(): void {
    this.#loop.disable();
  }

  /** All of them but those of printers that are not shown, in the text format of Prometheus. */
  async text(readiness: Readiness, isShown: (printer: string) => boolean): Promise<string> {
    const { db, printers, ends } = this.#options;
    const metrics = [
      ...this.#standing(readiness),
      ...(await printFigures(db, printers.names(), ends)),
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
      gauge('strobe_ready', 'Whether prints can be asked for, as /healthz/ready says.', [{ value: status === 'ready' ? 1 : 0 }]),
      gauge('strobe_database_log_stuck', 'Whether another program keeps the log of the database from being put away.', [
        { value: warnings.some(({ code }) => code === 'log-stuck') ? 1 : 0 },
      ]),
      gauge('strobe_printer_state', '1 for the state in which a printer is.', states),
      counter('strobe_events_total', 'Events that were told since the start.', [{ value: events.next - 1 }]),
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

  /** The event loop is told anew with each reading. */
  #process(): Metric[] {
    const { rss, heapUsed } = process.memoryUsage();
    const lag = LOOP_QUANTILES.map((quantile) => ({ labels: { quantile: String(quantile) }, value: this.#lag(quantile) }));
    this.#loop.reset();
    const { user, system } = process.cpuUsage();
    return [
      gauge('strobe_event_loop_lag_seconds', 'How late the event loop was since the last reading.', lag),
      counter('process_cpu_seconds_total', 'Time that the processors spent on the controller.', [{ value: (user + system) / 1e6 }]),
      gauge('process_resident_memory_bytes', 'Memory of the controller.', [{ value: rss }]),
      gauge('nodejs_heap_size_used_bytes', 'Memory of its own objects.', [{ value: heapUsed }]),
      gauge('strobe_uptime_seconds', 'How long the controller has been running.', [{ value: process.uptime() }]),
    ];
  }

  /** What is measured holds the time that was asked for as well. */
  #lag(quantile: number): number {
    if (this.#loop.count === 0) return 0;
    const measured = quantile === 1 ? this.#loop.max : this.#loop.percentile(quantile * 100);
    return Math.max(0, measured / NANOSECONDS - LOOP_RESOLUTION / 1_000);
  }

  /** A database in memory has none, and the log of a database is not there before the first write. */
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
    return [gauge('strobe_database_bytes', 'Size of the file of the database, and of the log of its last changes.', samples)];
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
