import type { InkStatus } from '#contract/api-v3/printer.ts';
import type { StatusError } from '#contract/api-v3/status-error.ts';

/** In characters: a reason may quote the text of a label. */
const LONGEST_VALUE = 1_000;

/** Codes that say no more than that an ink supply is low or empty. */
const SAID_BY_INK_ALARM: ReadonlySet<string> = new Set([
  'ink-supply-empty',
  'ink-supply-empty-stopped',
  'ink-supply-low',
  'ink-out',
  'ink-low',
]);
/** Codes of an empty ink supply, which has its own alarm. */
const EMPTY_INK: ReadonlySet<string> = new Set([
  'ink-supply-empty',
  'ink-supply-empty-stopped',
  'ink-out',
  'ink-sump-empty',
  'ink-core-empty',
]);

/** Whether a person has disabled the printer, which is no fault. */
export function isDisabled(error: StatusError | undefined): boolean {
  return error?.code === 'disabled';
}

export function isSaidByInkAlarm({ code }: StatusError): boolean {
  return SAID_BY_INK_ALARM.has(code);
}

/** Whether an error is about a supply that is empty, which has its own condition already. */
export function isAboutEmptyInk({ text, error }: { text: string; error: StatusError | undefined }, ink: readonly InkStatus[]): boolean {
  const empty = ink.filter(({ level }) => level === 'EMPTY');
  if (!error) return /\bink\b/i.test(text) && empty.some(({ supply }) => supply === undefined || text.includes(supply));
  const { supply: named } = error.parameters;
  return EMPTY_INK.has(error.code) && empty.some(({ supply }) => supply === undefined || named === undefined || supply === named);
}

/** Tells errors of one kind at one printer apart: by code and texts. Numbers are left out, so that a changing measured value makes no new alarm. */
export function subjectOf({ text, error }: { text: string; error: StatusError | undefined }): string {
  if (!error) return withoutNumbers(text);
  const values = Object.values(error.parameters).filter((value) => typeof value === 'string');
  return [error.code, ...values.map(withoutNumbers)].join(' ');
}

/** Cuts long texts and parameters. */
export function shortenedError({ code, parameters, text }: StatusError): StatusError {
  const cut = (value: string | number) => (typeof value === 'string' ? value.slice(0, LONGEST_VALUE) : value);
  const shorter = Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, cut(value)]));
  return { code, parameters: shorter, text: text.slice(0, LONGEST_VALUE) };
}

function withoutNumbers(text: string): string {
  return text.replaceAll(/\d+([.,]\d+)?/g, '#');
}
