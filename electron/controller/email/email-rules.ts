import { EMAIL_PRIORITIES, priorityOf, type DaySpan, type EmailRule } from '#contract/api-v3/email.ts';
import { ALARM_KINDS, type RecordedEvent } from '#contract/api-v3/recorded-event.ts';
import { localTime } from '#rendering/calendar/zone.ts';

const MINUTE = 60_000;
const DAY = 24 * 60;

/** A minute of the day, and the day of the week: 1 is Monday. */
interface LocalMinute {
  minute: number;
  day: number;
}

export interface RuleContext {
  timeZone: string;
  /** The line of a printer, if it belongs to one. */
  lineOf: (printer: string) => string | undefined;
}

/** Whether a rule sends an event. */
export function isWanted(rule: EmailRule, event: RecordedEvent, { timeZone, lineOf }: RuleContext): boolean {
  const kinds: readonly string[] = rule.kinds.length === 0 ? ALARM_KINDS : rule.kinds;
  if (!rule.isEnabled || !kinds.includes(event.kind)) return false;
  if (EMAIL_PRIORITIES.indexOf(priorityOf(event.kind)) < EMAIL_PRIORITIES.indexOf(rule.leastPriority)) return false;
  if (concernsOthers(rule, event, lineOf)) return false;
  return rule.hours === null || isIn(rule.hours, localMinute(Date.parse(event.at), timeZone));
}

/** Whether an event concerns a printer or a line, and none that the rule names. */
function concernsOthers({ printers, lines }: EmailRule, { printer, data }: RecordedEvent, lineOf: RuleContext['lineOf']): boolean {
  if (printers.length > 0 && printer !== undefined && !printers.includes(printer)) return true;
  if (lines.length === 0) return false;
  const ofEvent = data['line'];
  const line = typeof ofEvent === 'string' ? ofEvent : printer === undefined ? undefined : lineOf(printer);
  return line === undefined ? printer !== undefined : !lines.includes(line);
}

/**
 * When an entry is sent, in milliseconds since the epoch: after the time of collecting, and after the quiet hours unless it is critical.
 * `pending` is when entries of the rule that wait already are sent.
 */
export function dueOf(
  rule: EmailRule,
  { now, pending, isCritical, timeZone }: { now: number; pending: number | undefined; isCritical: boolean; timeZone: string },
): number {
  const collected = now + rule.groupMinutes * MINUTE;
  const due = pending === undefined ? collected : Math.min(pending, collected);
  const { quietHours } = rule;
  if (isCritical) return due;
  const local = localMinute(due, timeZone);
  if (quietHours === null || !isIn(quietHours, local)) return due;
  const rest = (minuteOf(quietHours.to) - local.minute + DAY) % DAY;
  return (Math.floor(due / MINUTE) + rest) * MINUTE;
}

/** Whether a moment is in a span of the day; one over midnight belongs to the day on which it begins. */
function isIn({ from, to, days }: DaySpan, { minute, day }: LocalMinute): boolean {
  const [begin, end] = [minuteOf(from), minuteOf(to)];
  const isOn = (one: number): boolean => days.length === 0 || days.includes(one);
  if (begin < end) return minute >= begin && minute < end && isOn(day);
  return (minute >= begin && isOn(day)) || (minute < end && isOn(day === 1 ? 7 : day - 1));
}

function minuteOf(time: string): number {
  const [hour, minute] = time.split(':').map(Number);
  return (hour ?? 0) * 60 + (minute ?? 0);
}

function localMinute(epochMs: number, timeZone: string): LocalMinute {
  const { year, month, day, hour, minute } = localTime(epochMs, timeZone);
  const sunday = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  return { minute: hour * 60 + minute, day: sunday === 0 ? 7 : sunday };
}
