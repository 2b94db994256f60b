import type { Metric, Sample } from './exposition.ts';

export interface HistogramOptions<Label extends string> {
  name: string;
  help: string;
  labels: readonly Label[];
  /** The upper bounds of its buckets in seconds, ascending. */
  bounds: readonly number[];
  /** A monotonic clock in milliseconds. */
  monotonicNow: () => number;
}

interface Series {
  values: readonly string[];
  /** The number of values in each bucket alone; the last one has no upper bound. */
  counts: number[];
  sum: number;
}

const SECOND = 1_000;
/** Bounds the memory if label values vary without limit. */
const MAX_SERIES = 2_000;

/** A histogram of durations. */
export class Histogram<Label extends string> {
  readonly #options: HistogramOptions<Label>;
  readonly #series = new Map<string, Series>();

  constructor(options: HistogramOptions<Label>) {
    this.#options = options;
  }

  /** Starts a measurement, which the returned function ends. The values are in the order of the labels. */
  begin(...values: readonly string[]): () => void {
    const { monotonicNow } = this.#options;
    const start = monotonicNow();
    return () => this.observe((monotonicNow() - start) / SECOND, ...values);
  }

  observe(seconds: number, ...values: readonly string[]): void {
    const series = this.#seriesOf(values);
    if (!series) return;
    const { bounds } = this.#options;
    const found = bounds.findIndex((bound) => seconds <= bound);
    const bucket = found < 0 ? bounds.length : found;
    series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
    series.sum += seconds;
  }

  metric(): Metric {
    const { name, help } = this.#options;
    return { name, help, type: 'histogram', samples: [...this.#series.values()].flatMap((series) => this.#samples(series)) };
  }

  #seriesOf(values: readonly string[]): Series | undefined {
    const key = values.join('\0');
    const existing = this.#series.get(key);
    if (existing || this.#series.size >= MAX_SERIES) return existing;
    const series = { values, counts: new Array<number>(this.#options.bounds.length + 1).fill(0), sum: 0 };
    this.#series.set(key, series);
    return series;
  }

  /** Buckets are cumulative. */
  #samples({ values, counts, sum }: Series): Sample[] {
    const { labels: names, bounds } = this.#options;
    const labels = Object.fromEntries(names.map((label, index) => [label, values[index] ?? '']));
    let count = 0;
    const buckets = counts.map((inBucket, index) => {
      count += inBucket;
      return { suffix: '_bucket', labels: { ...labels, le: String(bounds[index] ?? '+Inf') }, value: count };
    });
    return [...buckets, { suffix: '_sum', labels, value: sum }, { suffix: '_count', labels, value: count }];
  }
}
