import { printStateSchema, type PrintState } from '#contract/api-v3/print.ts';
import type { PrintPlace } from '../client/plant-client.ts';

/** The inputs of the search; empty = any. Days as 2026-11-21. */
export interface ArchiveSearch {
  serial: string;
  value: string;
  /** Id of a controller: the line. */
  controller: string;
  printer: string;
  state: PrintState | '';
  from: string;
  to: string;
  label: string;
  key: string;
  operator: string;
}

export const ANY_ARCHIVED_PRINT: ArchiveSearch = {
  serial: '',
  value: '',
  controller: '',
  printer: '',
  state: '',
  from: '',
  to: '',
  label: '',
  key: '',
  operator: '',
};

/** What a scan or a person enters: spaces around it mean nothing. */
const TEXTS = ['serial', 'value', 'controller', 'printer', 'label', 'key', 'operator'] as const;

type AddressQuery = Readonly<Record<string, unknown>>;

/** The inputs of a search from the query of an address; what the search does not know there is left out. */
export function archiveSearchOf(query: AddressQuery): ArchiveSearch {
  const text = (name: string): string => (typeof query[name] === 'string' ? query[name] : '');
  const texts = Object.fromEntries(TEXTS.map((name) => [name, text(name)]));
  return {
    ...ANY_ARCHIVED_PRINT,
    ...texts,
    state: printStateSchema.safeParse(query['state']).data ?? '',
    from: isDay(text('from')) ? text('from') : '',
    to: isDay(text('to')) ? text('to') : '',
  };
}

/** The query of the address of a search. */
export function archiveQueryOf(search: ArchiveSearch): Record<string, string> {
  return Object.fromEntries(Object.entries(search).filter(([, text]) => text !== ''));
}

/** Whether the end of the period is before its start. */
export function endsBeforeStart({ from, to }: ArchiveSearch): boolean {
  return from !== '' && to !== '' && to < from;
}

/** The search as parameters of the plant. Days run from midnight to midnight of this browser's time zone, and the last one is included. */
export function archiveFilterOf({ state, from, to, ...search }: ArchiveSearch): Record<string, string> {
  const texts = TEXTS.map((name) => [name, search[name].trim()]).filter(([, text]) => text !== '');
  return {
    ...Object.fromEntries(texts),
    ...(state !== '' && { state }),
    ...(from !== '' && { from: midnight(from, 0) }),
    ...(to !== '' && { to: midnight(to, 1) }),
  };
}

/** The part of the query that names the opened print. */
export function placeQueryOf({ controller, print, reserved }: PrintPlace): Record<string, string> {
  return { at: controller, print: String(print), reserved };
}

/** The print that the query of an address opens. */
export function findPlace({ at, print, reserved }: AddressQuery): PrintPlace | undefined {
  if (typeof at !== 'string' || typeof print !== 'string' || typeof reserved !== 'string') return undefined;
  const id = Number(print);
  return at !== '' && Number.isSafeInteger(id) && !Number.isNaN(Date.parse(reserved)) ? { controller: at, print: id, reserved } : undefined;
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** Midnight of this browser's time zone, some days later, ISO 8601. */
function midnight(day: string, daysLater: number): string {
  const date = new Date(`${day}T00:00`);
  date.setDate(date.getDate() + daysLater);
  return date.toISOString();
}
