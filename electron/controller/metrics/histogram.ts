import type { Metric, Sample } from './exposition.ts';

export interface HistogramOptions<Label extends string> {
  name: string;
  help: string;
  labels: readonly Label[];
  /** The upper bounds of its buckets in seconds, ascending. */
  bounds: readonly number[];
  /** Milliseconds that only grow. */
  monotonicNow: () => number;
}

interface Series {
  values: readonly string[];
  /** How many fell into each bucket alone, the last one without an upper bound. */
  counts: number[];
  sum: number;
}

const SECOND = 1_000;
/** Labels of which there are more are somebody's mistake, and must not fill the memory. */
const MOST_SERIES = 2_000;

/** How long something took, counted in buckets. */
export class Histogram<Label extends string> {
  readonly #options: HistogramOptions<Label>;
  readonly #series = new Map<string, Series>();

  constructor(options: HistogramOptions<Label>) {
    this.#options = options;
  }

  /** It begins now, and ends when what is returned is called. The values stand in the order of the labels. */
  begin(...values: readonly string[]): () => void {
    const { monotonicNow } = this.#options;
    const begun = monotonicNow();
    return () => this.observe((monotonicNow() - begun) / SECOND, ...values);
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
    const known = this.#series.get(key);
    if (known || this.#series.size >= MOST_SERIES) return known;
    const series = { values, counts: new Array<number>(this.#options.bounds.length + 1).fill(0), sum: 0 };
    this.#series.set(key, series);
    return series;
  }

  /** Each bucket holds what the smaller ones hold as well. */
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
