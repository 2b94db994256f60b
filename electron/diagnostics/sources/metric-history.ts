import { existsSync, readFileSync } from 'node:fs';
import { appendFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../model/check.ts';

/** The files of the samples: the current one, and the one before it. */
export const METRIC_FILES = ['recent-metrics.csv', 'recent-metrics.1.csv'] as const;

const MINUTE = 60_000;
/** Two files of this size have the samples of more than a day, in bytes. */
const FILE_BYTES = 256 * 1024;

/** The figures that are sampled, by the names of the metrics; those with labels are added up. */
const FIGURES = [
  'strobe_ready',
  'strobe_triggers_total',
  'strobe_trigger_bounces_total',
  'strobe_prints',
  'strobe_queued_jobs',
  'strobe_events_total',
  'strobe_drawing_down',
  'strobe_plant_waiting_prints',
  'strobe_database_bytes',
  'process_cpu_seconds_total',
  'process_resident_memory_bytes',
  'nodejs_heap_size_used_bytes',
] as const;
const HEAD = ['time', ...FIGURES, 'event_loop_lag_99_seconds', 'station_memory_bytes', 'note'].join(',');
const LAG = 'strobe_event_loop_lag_seconds{quantile="0.99"}';

export interface MetricHistoryOptions {
  /** The data folder of the station. */
  folder: string;
  clock: { now: () => number; after: (delay: number, action: () => void) => () => void };
  /** The metrics of the controller as text. Throws when it does not answer. */
  read: () => Promise<string>;
}

/**
 * Writes a dozen figures of the controller to a file each minute, so that a support file shows the last day, also after a restart. A sample that cannot be
 * written is left out: it is never worth more than printing.
 */
export class MetricHistory {
  readonly #options: MetricHistoryOptions;
  #cancel: (() => void) | undefined;
  #sampling = Promise.resolve();

  constructor(options: MetricHistoryOptions) {
    this.#options = options;
  }

  start(): void {
    this.#cancel = this.#options.clock.after(MINUTE, () => {
      this.#sampling = this.sample();
      this.start();
    });
  }

  /** Resolves when a sample that has begun is written. */
  async stop(): Promise<void> {
    this.#cancel?.();
    await this.#sampling;
  }

  /** Takes one sample. Never rejects. */
  async sample(): Promise<void> {
    const { folder, clock, read } = this.#options;
    const figures = await read().then(figuresIn, (error: unknown) => [...FIGURES.map(() => ''), '', messageOf(error)]);
    const note = figures.pop() ?? '';
    const cells = [new Date(clock.now()).toISOString(), ...figures, process.memoryUsage.rss(), note.replaceAll(/[",\r\n]+/g, ' ')];
    await append(folder, `${cells.join(',')}\n`).catch(() => undefined);
  }
}

/** The samples of about the last day, as CSV; undefined without any. */
export function recentMetrics(folder: string): string | undefined {
  const texts = METRIC_FILES.toReversed()
    .map((name) => join(folder, name))
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8').split('\n').slice(1).join('\n'));
  return texts.length === 0 ? undefined : `${HEAD}\n${texts.join('')}`;
}

/** The sampled figures, the delay of the event loop, and an empty note. */
export function figuresIn(text: string): string[] {
  const sums = new Map<string, number>();
  let lag = '';
  for (const line of text.split('\n')) {
    const [, name = '', value = ''] = /^([a-z_]+)(?:\{.*\})? (\S+)$/.exec(line) ?? [];
    if (line.startsWith(LAG)) lag = value;
    else if (name !== '') sums.set(name, (sums.get(name) ?? 0) + Number(value));
  }
  return [...FIGURES.map((figure) => String(sums.get(figure) ?? '')), lag, ''];
}

async function append(folder: string, line: string): Promise<void> {
  const [current, former] = METRIC_FILES.map((name) => join(folder, name)) as [string, string];
  const size = (await stat(current).catch(() => undefined))?.size ?? 0;
  if (size > FILE_BYTES) await rename(current, former);
  const isNew = size === 0 || size > FILE_BYTES;
  await appendFile(current, isNew ? `${HEAD}\n${line}` : line, { mode: 0o600 });
}
