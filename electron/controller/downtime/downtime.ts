import type {
  DowntimeReasons,
  LinePeriod,
  LinePeriodsPage,
  LinePeriodsQuery,
  Oee,
  OeeQuery,
  StatedDowntimeReason,
} from '#contract/api-v3/downtime.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { Publish } from '../events/events.ts';
import type { LineInputChange } from '../line-io/line-ports.ts';
import type { Lines } from '../lines/lines.ts';
import type { DowntimeRecorder } from './downtime-recorder.ts';
import type { StoredDowntimeReasons } from './downtime-reasons.ts';
import type { LinePeriods, PeriodRow } from './line-periods.ts';
import { activitiesOf, oeeReport, type OeeReportDeps } from './oee-report.ts';

export interface DowntimeOptions extends OeeReportDeps {
  lines: Lines;
  reasons: StoredDowntimeReasons;
  periods: LinePeriods;
  recorder: DowntimeRecorder;
  publish: Publish;
}

/** What a person states, and who it is. */
interface Statement extends StatedDowntimeReason {
  line: string;
  /** The id of the period. */
  id: number;
  /** Empty when the client gave no name. */
  by: string;
}

/** The downtime of lines: what they did over time, the reasons of their stops, and their OEE. */
export class Downtime {
  readonly #options: DowntimeOptions;

  constructor(options: DowntimeOptions) {
    this.#options = options;
  }

  start(): void {
    this.#options.recorder.start();
  }

  async stop(): Promise<void> {
    await this.#options.recorder.stop();
  }

  inputChanged(change: LineInputChange): void {
    this.#options.recorder.inputChanged(change);
  }

  deviceEnded(device: string): void {
    this.#options.recorder.deviceEnded(device);
  }

  /** The periods of a line, newest first. Throws `not-found`. */
  async page(name: string, { needsReason, ...query }: LinePeriodsQuery): Promise<LinePeriodsPage> {
    const { lines, periods } = this.#options;
    const { asksAfter } = (await lines.get(name)).downtime;
    if (needsReason && asksAfter === null) return { periods: [], next: null };
    const unexplainedFor = needsReason && asksAfter !== null ? asksAfter * 1_000 : undefined;
    const rows = await periods.page(name, { ...query, unexplainedFor });
    const shown = rows.slice(0, query.limit);
    return { periods: await this.#described(shown, asksAfter), next: rows.length > query.limit ? (shown.at(-1)?.id ?? null) : null };
  }

  /** The reasons that persons choose from. Throws `content-unusable`. */
  async reasons(db?: ControllerDatabase | ControllerTransaction): Promise<DowntimeReasons> {
    return this.#options.reasons.read(db);
  }

  /** Periods keep the keys of reasons that exist no more. */
  async putReasons(reasons: DowntimeReasons, trx: ControllerTransaction): Promise<void> {
    await this.#options.reasons.store(reasons, trx);
    this.#options.publish({ type: 'settings:changed' }, trx);
  }

  /** Throws `not-found`, and `invalid-input` for a line that ran and for a reason that does not exist or is retired. */
  async stateReason({ line, id, reason, note, by }: Statement, trx: ControllerTransaction): Promise<void> {
    const { lines, reasons, periods, now, publish } = this.#options;
    await lines.get(line, trx);
    const period = await periods.find(line, id, trx);
    if (!period) throw missingPeriod(line, id);
    if (period.activity === 'running') {
      const detail = 'the line ran in this time: only a stop has a reason';
      throw new ProblemError('invalid-input', { detail: `/reason: ${detail}`, errors: [{ pointer: '/reason', detail }] });
    }
    await reasons.require(reason, period.reason, trx);
    await periods.state(id, { reason, note, by, at: now() }, trx);
    publish({ type: 'line-period:changed', name: line }, trx);
  }

  /** Throws `not-found`, and `invalid-input` as `oeeReport` says. */
  async oee(name: string, query: OeeQuery): Promise<Oee[]> {
    const line = await this.#options.lines.get(name);
    return oeeReport(this.#options, { name, line, reasons: await this.reasons() }, query);
  }

  async #described(rows: readonly PeriodRow[], asksAfter: number | null): Promise<LinePeriod[]> {
    const { now, labelOf } = this.#options;
    const activities = activitiesOf(rows, await this.reasons(), now());
    const labels = new Map<string, string>();
    for (const { job } of rows) if (job !== null && !labels.has(job)) labels.set(job, await labelOf(job));
    return rows.map((row, at): LinePeriod => {
      const { activity = row.activity, from = row.began, to = row.began } = activities[at] ?? {};
      return {
        ...{ id: row.id, activity, from: isoText(from), to: row.ended === null ? null : isoText(to), duration: to - from },
        ...{ detail: row.detail, needsReason: needsReason(row, to - from, asksAfter) },
        ...(activity !== row.activity && { detected: row.activity }),
        ...(row.printer !== null && { printer: row.printer }),
        ...(row.job !== null && { job: { id: row.job, label: labels.get(row.job) ?? '' } }),
        ...statedOf(row),
      };
    });
  }
}

/** Whether a person should state the reason of a period of this many milliseconds. */
function needsReason({ activity, reason }: PeriodRow, duration: number, asksAfter: number | null): boolean {
  return activity !== 'running' && reason === null && asksAfter !== null && duration >= asksAfter * 1_000;
}

/** What a person has stated about a stop, if anything. */
function statedOf({ reason, note, stated_by: by, stated_at: at }: PeriodRow): Pick<LinePeriod, 'stated'> {
  if (reason === null || at === null) return {};
  return { stated: { reason, note: note ?? '', by: by ?? '', at: isoText(at) } };
}

function isoText(at: number): string {
  return new Date(at).toISOString();
}

function missingPeriod(line: string, id: number): ProblemError {
  const instance = `/api/v3/lines/${encodeURIComponent(line)}/periods/${id}`;
  return new ProblemError('not-found', { detail: `The line "${line}" has no period ${id}.`, instance });
}
