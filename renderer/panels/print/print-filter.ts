import type { PrintState } from '#contract/api-v3/print.ts';
import { epochOf } from '#rendering/calendar/zone.ts';

/** The inputs of the search; empty = any. Days as 2026-11-21. */
export interface PrintSearch {
  content: string;
  serial: string;
  state: PrintState | '';
  from: string;
  to: string;
}

/** The filter in the form of the API. */
export interface PrintFilter {
  content?: string;
  serial?: string;
  state?: PrintState;
  from?: string;
  to?: string;
}

interface PrintSearchFault {
  field: 'content' | 'to';
  word: 'contentShort' | 'order';
}

const MIN_CHARACTERS = 3;

export const ANY_PRINT: PrintSearch = { content: '', serial: '', state: '', from: '', to: '' };

/** Why the inputs are invalid; undefined if they are valid. */
export function faultOf({ content, from, to }: PrintSearch): PrintSearchFault | undefined {
  const length = [...content.trim()].length;
  if (length > 0 && length < MIN_CHARACTERS) return { field: 'content', word: 'contentShort' };
  return from !== '' && to !== '' && to < from ? { field: 'to', word: 'order' } : undefined;
}

/** Days run from midnight to midnight in the time zone, which is not always 24 hours. */
export function filterOf({ content, serial, state, from, to }: PrintSearch, timeZone: string): PrintFilter {
  return {
    ...(content.trim() === '' ? {} : { content: content.trim() }),
    ...(serial.trim() === '' ? {} : { serial: serial.trim() }),
    ...(state === '' ? {} : { state }),
    ...(from === '' ? {} : { from: midnight(from, 0, timeZone) }),
    ...(to === '' ? {} : { to: midnight(to, 1, timeZone) }),
  };
}

function midnight(day: string, daysLater: number, timeZone: string): string {
  const date = new Date(Date.parse(day) + daysLater * 86_400_000);
  const local = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate(), hour: 0, minute: 0, second: 0 };
  return new Date(epochOf(local, timeZone)).toISOString();
}
