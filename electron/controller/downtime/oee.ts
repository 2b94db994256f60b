import { LINE_ACTIVITIES, type LineActivity, type Oee } from '#contract/api-v3/downtime.ts';

/** A time in which a line did one thing, in milliseconds since the epoch. */
export interface TimedActivity {
  activity: LineActivity;
  from: number;
  to: number;
  /** The key of the stated reason; null where none was stated. */
  reason: string | null;
}

/** Products of a line in a time. */
export interface ProductCounts {
  /** Prints that were made or handed over. */
  printed: number;
  /** Those of them that a reader did not verify. */
  notVerified: number;
  /** Products that passed without a print. */
  missed: number;
}

export interface OeeInput {
  /** Milliseconds since the epoch. */
  from: number;
  to: number;
  /** In any order; they may reach beyond the time, but not overlap. */
  activities: readonly TimedActivity[];
  products: ProductCounts;
  /** Products per minute; null if unknown. */
  idealRate: number | null;
}

type OeeFigures = Omit<Oee, 'name' | 'job' | 'from' | 'to'>;

const MINUTE = 60_000;

/**
 * Overall equipment effectiveness by ISO 22400-2: availability x performance x quality. Time of planned stops, and time in which the controller
 * did not run, is not time in which the line was to run.
 */
export function oeeOf({ from, to, activities, products, idealRate }: OeeInput): OeeFigures {
  const durations = Object.fromEntries(LINE_ACTIVITIES.map((activity) => [activity, 0])) as Record<LineActivity, number>;
  const reasons = new Map<string, Oee['reasons'][number]>();
  for (const { activity, reason, ...its } of activities) {
    const duration = Math.max(0, Math.min(its.to, to) - Math.max(its.from, from));
    durations[activity] += duration;
    if (activity === 'running' || duration === 0) continue;
    const key = JSON.stringify(reason === null ? [activity] : reason);
    const entry = reasons.get(key) ?? { reason, activity: reason === null ? activity : null, duration: 0, stops: 0 };
    reasons.set(key, { ...entry, duration: entry.duration + duration, stops: entry.stops + 1 });
  }
  const recorded = LINE_ACTIVITIES.reduce((sum, activity) => sum + durations[activity], 0);
  const { printed, notVerified, missed } = products;
  const total = printed + missed;
  const good = Math.max(0, printed - notVerified);
  const availability = ratio(durations.running, recorded - durations.planned);
  const performance = idealRate === null ? null : ratio(total, (idealRate * durations.running) / MINUTE);
  const quality = ratio(good, total);
  return {
    durations,
    notRecorded: Math.max(0, to - from - recorded),
    products: { total, good, notVerified, missed },
    ...{ availability, performance, quality },
    oee: availability === null || performance === null || quality === null ? null : availability * performance * quality,
    reasons: [...reasons.values()].sort((one, other) => other.duration - one.duration),
  };
}

function ratio(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}
