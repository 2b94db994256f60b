import type { StatusError } from '#contract/api-v3/status-error.ts';
import type { AlarmKind } from '#contract/station/alarms.ts';

/** A fault that exists now. */
export interface Condition {
  kind: AlarmKind;
  connection: string;
  /** Null when it concerns the whole controller. */
  printer: string | null;
  /** Distinguishes conditions of one kind at one printer, such as the ink supply; empty when there is only one. */
  subject: string;
  /** The printer's or controller's own text; may be empty. */
  detail: string;
  /** The detail with its codes, as far as the texts of the kind do not say it; absent if the detail has texts without a code. */
  errors?: StatusError[];
  /** How many products it concerns, if it counts them. */
  count?: number;
  /** Milliseconds that it has to last before it raises an alarm. Default: that of its kind in `ALARM_RULES`. */
  onDelay?: number;
}

/** The alarm's id: the same for the same kind, connection, printer and subject. */
export function idOf({ kind, connection, printer, subject }: Omit<Condition, 'detail'>): string {
  return JSON.stringify([kind, connection, printer, subject]);
}

/** Limits in characters. */
const LONGEST_SUBJECT = 500;
const LONGEST_DETAIL = 4_000;

/** Cuts subject and detail to their limits. */
export function shortened(condition: Condition): Condition {
  const { subject, detail } = condition;
  if (subject.length <= LONGEST_SUBJECT && detail.length <= LONGEST_DETAIL) return condition;
  return { ...condition, subject: subject.slice(0, LONGEST_SUBJECT), detail: detail.slice(0, LONGEST_DETAIL) };
}

/** Merges conditions with the same id: their details are joined, one per line. */
export function merged(conditions: readonly Condition[]): Map<string, Condition> {
  const byId = new Map<string, Condition>();
  for (const condition of conditions.map(shortened)) {
    const id = idOf(condition);
    const first = byId.get(id);
    const isNewDetail = first !== undefined && !first.detail.split('\n').includes(condition.detail);
    if (!first) byId.set(id, condition);
    else if (isNewDetail) byId.set(id, shortened(joined(first, condition)));
  }
  return byId;
}

function joined(first: Condition, second: Condition): Condition {
  const detail = [first.detail, second.detail].filter(Boolean).join('\n');
  const { errors: ofFirst, ...others } = first;
  const errors = ofFirst && second.errors && [...ofFirst, ...second.errors];
  return { ...others, detail, ...(errors && { errors }) };
}
