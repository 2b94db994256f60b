import type { Generated } from 'kysely';
import type { RecordedKind } from '#contract/api-v3/recorded-event.ts';

/** Tables of recorded events, and of those that are told about them. Times are milliseconds since the epoch. */
export interface EventTables {
  /** What happened, in its order; rows are only added, and removed when they are old. `data` is JSON. */
  recorded_events: { number: Generated<number>; at: number; kind: RecordedKind; printer: string | null; data: string };
  /** The conditions whose beginning was recorded, and their end was not. */
  recorded_conditions: {
    id: Generated<number>;
    kind: 'printer-error' | 'device-lost' | 'disk' | 'clock';
    printer: string | null;
    /** The device, or what the disk refuses, or the state of the clock. */
    subject: string;
    detail: string;
    since: number;
  };
  /** The last print of each printer that was recorded. */
  recorded_prints: { printer: string; print: number };
  /** Prints that were recorded with an unknown outcome. */
  recorded_unknown: { print: number; printer: string };
  webhooks: WebhooksTable;
  /** One row: the last event that the rules for e-mails have seen. */
  email_position: { id: number; through: number };
  /** Alarms that rules have sent, until they end. `escalates`: when they are escalated; null when that is done or not wanted. */
  email_alarms: {
    alarm: string;
    rule: string;
    event: number;
    since: number;
    escalates: number | null;
    acknowledged: Generated<number | null>;
    acknowledged_by: Generated<string | null>;
  };
  /** What is to be sent, at `due` or later; entries of one rule are sent together. `event` is JSON. */
  email_entries: {
    id: Generated<number>;
    rule: string;
    reason: 'event' | 'cleared' | 'escalation';
    alarm: string | null;
    event: string;
    at: number;
    due: number;
  };
}

export interface WebhooksTable {
  name: string;
  /** JSON, without the secret. */
  config: string;
  secret: string;
  /** The secret before this one, with which messages are signed too until `former_until`. */
  former_secret: Generated<string | null>;
  former_until: Generated<number | null>;
  /** The last event that was delivered, given up, or not wanted. */
  through: number;
  /** Failed attempts to deliver the next event, when they began, and when the next one is due. */
  attempts: Generated<number>;
  first_attempt: Generated<number | null>;
  next_attempt: Generated<number | null>;
  delivered: Generated<number>;
  given_up: Generated<number>;
  last_delivery: Generated<number | null>;
  last_failure: Generated<number | null>;
  last_error: Generated<string | null>;
  /** Why nothing is delivered any more, though it is switched on. */
  ended: Generated<string | null>;
}
