import type { LineStop } from '#contract/api-v3/controller-line.ts';
import type { LineActivity } from '#contract/api-v3/downtime.ts';

/** What is detected; `planned` is only stated by persons. */
export type DetectedActivity = Exclude<LineActivity, 'planned'>;

/** What a line does, and what it was recognised by. */
export interface Activity {
  activity: DetectedActivity;
  /** As a sentence; empty for a line that runs. */
  detail: string;
  printer?: string | undefined;
}

/** What is seen of a line at a moment. */
export interface LineFacts {
  /** What stops it, oldest first. */
  stops: readonly LineStop[];
  /** Whether any of its printers has a job. */
  hasJob: boolean;
  /** Whether no product has passed since no printer had a job. */
  isInSetUp: boolean;
  /** A printer that has a job and cannot print, and why. */
  fault: { printer: string; detail: string } | undefined;
  /** The input "line running" that is off; undefined if none is. */
  standing: string | undefined;
}

/** A set-up ends with the first product of the next job. */
const SET_UP: Activity = { activity: 'set-up', detail: 'No job is selected, or no product of it has passed yet.' };

/** Why a line stands. */
export function standingActivity({ stops, hasJob, isInSetUp, fault, standing }: LineFacts): Activity {
  const [stop] = stops;
  if (stop) return { activity: stop.rule === 'external-stop' ? 'blocked' : 'fault', detail: stop.detail, printer: stop.printer };
  if (!hasJob) return SET_UP;
  if (fault) return { activity: 'fault', detail: fault.detail, printer: fault.printer };
  if (standing !== undefined) return { activity: 'blocked', detail: `The input "${standing}" says that the line stands.` };
  if (isInSetUp) return SET_UP;
  return { activity: 'starved', detail: 'No product came.' };
}

export const RUNNING: Activity = { activity: 'running', detail: '' };

/** Whether two activities are parts of the same period. */
export function isSameActivity(one: Activity, other: Activity): boolean {
  return one.activity === other.activity && one.detail === other.detail && one.printer === other.printer;
}
