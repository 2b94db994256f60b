import type { DaySpan, EmailPriority, EmailRule } from '#contract/api-v3/email.ts';
import type { RecordedKind } from '#contract/api-v3/recorded-event.ts';
import type { TextLanguage } from '#contract/api-v3/text-language.ts';
import { choiceOf, isIncomplete, namesOf, type NameChoice } from '../recorded-events/name-choice.ts';

/** A rule in the form. Texts are as they were typed. */
export interface RuleForm {
  isEnabled: boolean;
  /** One address per line. */
  to: string;
  kinds: NameChoice;
  leastPriority: EmailPriority;
  printers: NameChoice;
  lines: NameChoice;
  language: TextLanguage;
  hours: SpanForm;
  quietHours: SpanForm;
  groupMinutes: number | undefined;
  isEndSent: boolean;
  escalates: boolean;
  escalationMinutes: number | undefined;
  escalationTo: string;
}

/** A span of the day that may be switched off. */
export interface SpanForm {
  isOn: boolean;
  from: string;
  to: string;
  days: NameChoice;
}

/** The days of the week, Monday first, as the settings number them. */
export const WEEKDAYS = ['1', '2', '3', '4', '5', '6', '7'] as const;
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** The form of a stored rule. */
export function formOfRule(rule: EmailRule): RuleForm {
  const { isEnabled, to, kinds, leastPriority, printers, lines, language, hours, quietHours, groupMinutes, isEndSent, escalation } = rule;
  return {
    ...{ isEnabled, to: to.join('\n'), leastPriority, language, groupMinutes, isEndSent, escalates: escalation !== null },
    ...{ kinds: choiceOf(kinds), printers: choiceOf(printers), lines: choiceOf(lines) },
    ...{ hours: formOfSpan(hours, '06:00', '22:00'), quietHours: formOfSpan(quietHours, '22:00', '06:00') },
    ...{ escalationMinutes: escalation?.minutes ?? 15, escalationTo: escalation?.to.join('\n') ?? '' },
  };
}

/** A new rule, with e-mails in a language. */
export function newRule(language: TextLanguage): EmailRule {
  return {
    ...{ name: '', isEnabled: true, to: [], kinds: [], leastPriority: 'low', printers: [], lines: [], language },
    ...{ hours: null, quietHours: null, groupMinutes: 1, isEndSent: true, escalation: null },
  };
}

/** The rule of a complete form. An empty number is sent as -1, which the controller refuses at its field. */
export function ruleOfForm(name: string, form: RuleForm): EmailRule {
  const { isEnabled, leastPriority, language, groupMinutes, isEndSent, escalates, escalationMinutes, escalationTo } = form;
  return {
    ...{ name, isEnabled, to: linesOf(form.to), kinds: namesOf(form.kinds) as RecordedKind[], leastPriority, language },
    ...{ printers: namesOf(form.printers), lines: namesOf(form.lines), hours: spanOf(form.hours), quietHours: spanOf(form.quietHours) },
    ...{ groupMinutes: groupMinutes ?? -1, isEndSent },
    escalation: escalates ? { minutes: escalationMinutes ?? -1, to: linesOf(escalationTo) } : null,
  };
}

/** Whether everything is chosen that must be. */
export function isComplete(form: RuleForm): boolean {
  const { kinds, printers, lines, hours, quietHours, to, escalates, escalationTo } = form;
  if (linesOf(to).length === 0 || (escalates && linesOf(escalationTo).length === 0)) return false;
  return ![kinds, printers, lines].some(isIncomplete) && isSpanComplete(hours) && isSpanComplete(quietHours);
}

/** The lines of a text that are not empty. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Whether a text is a time such as 06:00. */
export function isTime(text: string): boolean {
  return TIME.test(text.trim());
}

function isSpanComplete({ isOn, from, to, days }: SpanForm): boolean {
  return !isOn || (isTime(from) && isTime(to) && !isIncomplete(days));
}

function formOfSpan(span: DaySpan | null, from: string, to: string): SpanForm {
  const days = choiceOf((span?.days ?? []).map(String));
  return { isOn: span !== null, from: span?.from ?? from, to: span?.to ?? to, days };
}

function spanOf({ isOn, from, to, days }: SpanForm): DaySpan | null {
  return isOn ? { from: from.trim(), to: to.trim(), days: namesOf(days).map(Number).sort() } : null;
}
