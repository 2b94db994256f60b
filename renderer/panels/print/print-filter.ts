import { printStateSchema, type PrintState } from '#contract/api-v3/print.ts';
import { verdictSchema, type VerificationVerdict } from '#contract/api-v3/verification.ts';
import { epochOf } from '#rendering/calendar/zone.ts';

/** The inputs of the search; empty = any. Days as 2026-11-21. */
export interface PrintSearch {
  serial: string;
  content: string;
  /** The controller of the printer; empty for all printers. */
  connection: string;
  printer: string;
  state: PrintState | '';
  verification: VerificationVerdict | '';
  from: string;
  to: string;
  label: string;
  key: string;
  operator: string;
}

/** The filter in the form of the API. */
export interface PrintFilter {
  serial?: string;
  content?: string;
  printer?: string;
  state?: PrintState;
  verification?: VerificationVerdict;
  from?: string;
  to?: string;
  label?: string;
  labelRevision?: number;
  variable?: string;
  column?: string;
  value?: string;
  key?: string;
  operator?: string;
}

interface PrintSearchFault {
  field: 'content' | 'to';
  word: 'contentShort' | 'order';
}

const MIN_CHARACTERS = 3;
/** What a scan or a person enters: spaces around it mean nothing. */
const TEXTS = ['serial', 'content', 'label', 'key', 'operator'] as const;

export const ANY_PRINT: PrintSearch = {
  serial: '',
  content: '',
  connection: '',
  printer: '',
  state: '',
  verification: '',
  from: '',
  to: '',
  label: '',
  key: '',
  operator: '',
};

/** The inputs of a search from the query of an address; what the search does not know there is left out. */
export function searchOf(query: Readonly<Record<string, unknown>>): PrintSearch {
  const texts = Object.keys(ANY_PRINT).map((name) => [name, typeof query[name] === 'string' ? query[name] : '']);
  const search = { ...ANY_PRINT, ...Object.fromEntries(texts) } as PrintSearch;
  const isPlace = search.connection !== '' && search.printer !== '';
  const day = (text: string): string => (Number.isNaN(Date.parse(text)) ? '' : text);
  return {
    ...search,
    ...(isPlace ? {} : { connection: '', printer: '' }),
    state: printStateSchema.safeParse(search.state).data ?? '',
    verification: verdictSchema.safeParse(search.verification).data ?? '',
    from: day(search.from),
    to: day(search.to),
  };
}

/** The query of the address of a search. */
export function queryOf(search: PrintSearch): Record<string, string> {
  return Object.fromEntries(Object.entries(search).filter(([, text]) => text !== ''));
}

/** Why the inputs are invalid; undefined if they are valid. */
export function faultOf({ content, from, to }: PrintSearch): PrintSearchFault | undefined {
  const length = [...content.trim()].length;
  if (length > 0 && length < MIN_CHARACTERS) return { field: 'content', word: 'contentShort' };
  return from !== '' && to !== '' && to < from ? { field: 'to', word: 'order' } : undefined;
}

/** Days run from midnight to midnight in the time zone, which is not always 24 hours. */
export function filterOf({ printer, state, verification, from, to, ...search }: PrintSearch, timeZone: string): PrintFilter {
  const texts = TEXTS.map((name) => [name, search[name].trim()]).filter(([, text]) => text !== '');
  return {
    ...Object.fromEntries(texts),
    ...(printer === '' ? {} : { printer }),
    ...(state === '' ? {} : { state }),
    ...(verification === '' ? {} : { verification }),
    ...(from === '' ? {} : { from: midnight(from, 0, timeZone) }),
    ...(to === '' ? {} : { to: midnight(to, 1, timeZone) }),
  };
}

/** Midnight of a day, some days later, in a time zone, ISO 8601. */
export function midnight(day: string, daysLater: number, timeZone: string): string {
  const date = new Date(Date.parse(day) + daysLater * 86_400_000);
  const local = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate(), hour: 0, minute: 0, second: 0 };
  return new Date(epochOf(local, timeZone)).toISOString();
}
