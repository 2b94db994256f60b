import type { AuditEntry, AuditOutcome } from '#contract/api-v3/audit.ts';
import type { StationAuditEntry } from '#contract/station/audit.ts';

/** A record of a station or of a controller, as the page shows it. */
export interface AuditRow {
  /** Its place in the search: where the next page continues. */
  key: number;
  chain: string;
  number: number;
  /** Milliseconds since the epoch. */
  at: number;
  operation: string;
  /** What it was about: the subject of a command, or the path of a request. */
  subject: string;
  /** Who did it, with the second person who has confirmed it, as in the event log. */
  person: string;
  /** The API key with which a controller was called; empty without one. */
  apiKey: string;
  /** The network address; empty for this computer and where it was not noted. */
  address: string;
  /** The screen of the station. */
  screen: string;
  /** The name of the controller that a command of the station was for. */
  controller: string;
  outcome: AuditOutcome;
  /** The status of the response of a controller. */
  status: number | undefined;
  failure: string;
  before: AuditEntry['before'];
  input: AuditEntry['input'];
  /** The reason that the person gave. */
  why: string;
  clock: AuditEntry['clock'];
  hash: string;
  /** ISO 8601; undefined while the hour of the record is not over. */
  signedAt: string | undefined;
}

/** What all paths of a controller begin with. */
const API = /^\/api\/v3\//;
/** The status from which on an operation was refused or failed. */
const FIRST_FAILURE = 400;

export function rowOfStation(entry: StationAuditEntry): AuditRow {
  const { number, at, operation, subject = '', address = '', screen, controller = '', outcome, failure = '' } = entry;
  const person = [entry.person, entry.confirmedBy].filter(Boolean).join(' + ');
  return {
    ...{ key: number, chain: 'station', number, at: Date.parse(at), operation, subject, person, apiKey: '', address, screen, controller },
    ...{ outcome, status: undefined, failure, before: undefined, input: entry.input, why: whyOf(entry.input?.value), clock: undefined },
    ...{ hash: entry.hash, signedAt: entry.signedAt },
  };
}

export function rowOfController(entry: AuditEntry): AuditRow {
  const { id, chain, number, at, operation, path, person, key, from, status } = entry;
  return {
    ...{
      key: id,
      chain,
      number,
      at: Date.parse(at),
      operation,
      subject: readable(path).replace(API, ''),
      person,
      apiKey: key,
      address: from,
    },
    ...{ screen: '', controller: '', outcome: outcomeOf(status), status, failure: '', before: entry.before, input: entry.input },
    ...{ why: whyOf(entry.input?.value), clock: entry.clock, hash: entry.hash, signedAt: entry.signedAt },
  };
}

function outcomeOf(status: number | undefined): AuditOutcome {
  if (status === undefined) return 'unknown';
  return status < FIRST_FAILURE ? 'done' : 'failed';
}

/** Operations take the reason of a person in one of these fields. */
function whyOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  const fields = value as Record<string, unknown>;
  const texts = ['reason', 'meaning', 'comment', 'note'].map((name) => fields[name]);
  return texts.filter((text): text is string => typeof text === 'string' && text !== '').join(' · ');
}

/** A path as a person reads it; one that was cut can end within an encoded character. */
function readable(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
