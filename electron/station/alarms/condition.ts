import type { AlarmKind } from '#contract/station/alarms.ts';

/** Something that is wrong now. */
export interface Condition {
  kind: AlarmKind;
  connection: string;
  /** Null for what concerns the whole controller. */
  printer: string | null;
  /** Which one of its kind, where there can be several; else empty. */
  subject: string;
  /** In the printer's or controller's own words; empty when it says none. */
  detail: string;
  /** How long it has to last before it is told; what the table of kinds says when left out. */
  onDelay?: number;
}

/** The same for the same matter, however often it comes back. */
export function idOf({ kind, connection, printer, subject }: Omit<Condition, 'detail'>): string {
  return JSON.stringify([kind, connection, printer, subject]);
}

/** No printer makes an alarm longer than this, in characters. */
const LONGEST_SUBJECT = 500;
const LONGEST_DETAIL = 4_000;

/** The same, no longer than an alarm may be. */
export function shortened(condition: Condition): Condition {
  const { subject, detail } = condition;
  if (subject.length <= LONGEST_SUBJECT && detail.length <= LONGEST_DETAIL) return condition;
  return { ...condition, subject: subject.slice(0, LONGEST_SUBJECT), detail: detail.slice(0, LONGEST_DETAIL) };
}

/** One condition for each matter: what several say of it stands in its detail, line by line. */
export function merged(conditions: readonly Condition[]): Map<string, Condition> {
  const byId = new Map<string, Condition>();
  for (const condition of conditions.map(shortened)) {
    const id = idOf(condition);
    const known = byId.get(id);
    const isNews = known !== undefined && !known.detail.split('\n').includes(condition.detail);
    if (!known) byId.set(id, condition);
    else if (isNews) byId.set(id, shortened({ ...known, detail: [known.detail, condition.detail].filter(Boolean).join('\n') }));
  }
  return byId;
}
