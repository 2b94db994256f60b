import type { ControllerLine } from '#contract/api-v3/controller-line.ts';
import type { DowntimeReasons, Oee, OeeDivision, OeeQuery } from '#contract/api-v3/downtime.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { localTime } from '#rendering/calendar/zone.ts';
import { shiftAt } from '#rendering/dynamic-text/shift-at.ts';
import { shiftChanges } from '#rendering/dynamic-text/shift-changes.ts';
import { bucketEdges } from '../history/buckets.ts';
import type { ShiftCodes } from '../shift-codes/shift-codes.ts';
import { countingPrinter } from './downtime-recorder.ts';
import type { LinePeriods, PeriodRow } from './line-periods.ts';
import { oeeOf, type TimedActivity } from './oee.ts';
import { productsOf, productsOfJob } from './product-counts.ts';

const DAY = 86_400_000;
/** The longest time of a report, in days. */
const LONGEST: Record<OeeDivision, number> = { none: 366, day: 366, shift: 31, job: 31 };

export interface OeeReportDeps {
  db: ControllerDatabase;
  periods: LinePeriods;
  shiftCodes: ShiftCodes;
  /** The label of a job. */
  labelOf: (job: string) => Promise<string>;
  timeZone: () => Promise<string>;
  now: () => number;
}

/** A line, with the reasons that its stops can have. */
export interface ReportedLine {
  name: string;
  line: ControllerLine;
  reasons: DowntimeReasons;
}

/** A part of the time of a report, in milliseconds since the epoch. */
interface Part {
  name: string;
  from: number;
  to: number;
}

/** The OEE of a line. Throws `invalid-input` for a time that is too long, and for shifts of a line without a shift code. */
export async function oeeReport(deps: OeeReportDeps, reported: ReportedLine, query: OeeQuery): Promise<Oee[]> {
  const time = { from: query.from, to: Math.min(deps.now(), query.to ?? Infinity) };
  if (time.from >= time.to) throw refused('?from', 'must not be in the future');
  if (time.to - time.from > LONGEST[query.by] * DAY + DAY) throw refused('?from', `must be at most ${LONGEST[query.by]} days before to`);
  const rows = await deps.periods.within(reported.name, time);
  if (query.by === 'job') return jobRows(deps, reported, rows);
  const activities = activitiesOf(rows, reported.reasons, deps.now());
  const printer = countingPrinter(reported.line);
  const report: Oee[] = [];
  for (const part of await partsOf(deps, reported.line, { by: query.by, ...time })) {
    const products = printer === undefined ? NONE : await productsOf(deps.db, printer, part);
    const figures = oeeOf({ ...part, activities, products, idealRate: reported.line.downtime.idealRate });
    report.push({ name: part.name, ...isoTimes(part), ...figures });
  }
  return report;
}

const NONE = { printed: 0, notVerified: 0, missed: 0 };

/** Each job that ran in the time, whole, in the order of its first period. */
async function jobRows(deps: OeeReportDeps, { name, line, reasons }: ReportedLine, rows: readonly PeriodRow[]): Promise<Oee[]> {
  const jobs = [...new Set(rows.flatMap(({ job }) => (job === null ? [] : [job])))];
  const report: Oee[] = [];
  for (const job of jobs) {
    const activities = activitiesOf(await deps.periods.ofJob(name, job), reasons, deps.now());
    const from = Math.min(...activities.map((activity) => activity.from));
    const to = Math.max(...activities.map((activity) => activity.to));
    const products = await productsOfJob(deps.db, job);
    const { notRecorded: _between, ...figures } = oeeOf({ from, to, activities, products, idealRate: line.downtime.idealRate });
    // Between two times of a job, the line did other things: that is recorded, though not of this job.
    report.push({ name: await deps.labelOf(job), job, ...isoTimes({ from, to }), ...figures, notRecorded: 0 });
  }
  return report;
}

/** Stops with a planned reason are planned. */
export function activitiesOf(rows: readonly PeriodRow[], reasons: DowntimeReasons, now: number): TimedActivity[] {
  const planned = new Set(reasons.flatMap(({ key, isPlanned }) => (isPlanned ? [key] : [])));
  return rows.map(({ activity, reason, began, ended }) => ({
    activity: reason !== null && planned.has(reason) ? 'planned' : activity,
    ...{ reason, from: began, to: ended ?? Math.max(began, now) },
  }));
}

async function partsOf(
  { shiftCodes, timeZone: zone }: OeeReportDeps,
  { downtime }: ControllerLine,
  { by, from, to }: { by: Exclude<OeeDivision, 'job'>; from: number; to: number },
): Promise<Part[]> {
  if (by === 'none') return [{ name: '', from, to }];
  const timeZone = await zone();
  if (by === 'day') {
    const edges = [...(bucketEdges({ resolution: 'DAYS', start: from, end: to - 1, timeZone }, LONGEST.day + 2) ?? [])];
    return edges
      .slice(0, -1)
      .map((edge, at) => ({ name: dayText(edge, timeZone), from: Math.max(edge, from), to: Math.min(edges[at + 1] ?? to, to) }));
  }
  if (downtime.shiftCode === null) throw refused('?by', 'the line has no shift code: choose one in its settings');
  const { shifts } = await shiftCodes.get(downtime.shiftCode);
  const changes = shiftChanges(shifts, { from, until: to - 1, timeZone });
  const begins = [
    { at: from, code: shiftAt(shifts, localTime(from, timeZone))?.code ?? '' },
    ...changes.map(({ at, code }) => ({ at: Date.parse(at), code })),
  ];
  return begins.map(({ at, code }, index) => ({ name: code, from: at, to: begins[index + 1]?.at ?? to }));
}

/** The local day, as `2026-11-21`. */
function dayText(at: number, timeZone: string): string {
  const { year, month, day } = localTime(at, timeZone);
  return [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-');
}

function isoTimes({ from, to }: { from: number; to: number }): { from: string; to: string } {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

function refused(pointer: string, detail: string): ProblemError {
  return new ProblemError('invalid-input', { detail: `${pointer}: ${detail}`, errors: [{ pointer, detail }] });
}
