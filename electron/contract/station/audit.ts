import { z } from 'zod';
import { nextPage } from '../api-v3/paging.ts';
import { auditChainSchema, auditOutcomeSchema, auditPageSchema, auditedValueSchema } from '../api-v3/audit.ts';
import { retentionSchema } from '../api-v3/settings.ts';
import { command, query } from './operation.ts';
import { connectionInput } from './operation-input.ts';
import { PERMISSIONS } from './permissions.ts';

/** A record of the station's audit log: a command that a screen sent, and what became of it. */
export const stationAuditEntrySchema = z.object({
  /** Its place in the chain of records, from 1. */
  number: z.number().int(),
  /** The hash of the record, by which an export can be compared with this entry. */
  hash: z.string(),
  /** When the record was signed with those of its hour, ISO 8601; absent while that hour is not over. */
  signedAt: z.string().optional(),
  /** ISO 8601, by the clock of the station's computer. */
  at: z.string(),
  /** Noun and verb, such as `printing.trigger`. */
  operation: z.string(),
  /** Who did it; the account of the station when it has no people. */
  person: z.string(),
  /** The second person who has confirmed it; absent for what needs none. */
  confirmedBy: z.string().optional(),
  /** The first characters of what identifies the screen; `desktop` for the window of the desktop app; empty for what no screen did. */
  screen: z.string(),
  /** IP address of another computer; absent for this one. */
  address: z.string().optional(),
  connection: z.string().optional(),
  /** The name of the controller at that time. */
  controller: z.string().optional(),
  /** What the command named: printers, a label, a table, a person. */
  subject: z.string().optional(),
  /** What it was called with, without secrets. */
  input: auditedValueSchema.optional(),
  outcome: z.enum(['done', 'failed']),
  /** Why it was refused or failed. */
  failure: z.string().optional(),
});
export type StationAuditEntry = z.infer<typeof stationAuditEntrySchema>;

/** Commands by the permission that they need; `other`: those that need none, such as a sign-in or an abort. */
export const STATION_AUDIT_KINDS = [...PERMISSIONS, 'other'] as const;
export type StationAuditKind = (typeof STATION_AUDIT_KINDS)[number];

const conditions = {
  from: z.coerce.number().optional(),
  to: z.coerce.number().optional(),
  /** The whole name of a person. */
  person: z.string().max(255).optional(),
  operation: z.string().max(200).optional(),
  /** The whole name of a label or printer. */
  label: z.string().min(1).max(255).optional(),
  printer: z.string().min(1).max(255).optional(),
  /** Part of any text of a record. Letters of the alphabet from A to Z match in both cases. */
  text: z.string().max(200).optional(),
};

/** All given conditions must match. `from` (inclusive) and `to` (exclusive) are milliseconds since the epoch. */
export const stationAuditFilterSchema = z.object({
  ...conditions,
  kind: z.enum(STATION_AUDIT_KINDS).optional(),
  outcome: z.enum(['done', 'failed']).optional(),
});
export type StationAuditFilter = z.infer<typeof stationAuditFilterSchema>;

/** The same for the log of a controller. */
export const controllerAuditFilterSchema = z.object({
  ...conditions,
  chain: auditChainSchema.optional(),
  outcome: auditOutcomeSchema.optional(),
});
export type ControllerAuditFilter = z.infer<typeof controllerAuditFilterSchema>;

/** Whose log is exported: that of the station, or one of a controller. */
export const auditSourceSchema = z.object({ connection: z.string().optional(), chain: auditChainSchema.prefault('changes') });
export type AuditSource = z.infer<typeof auditSourceSchema>;

const hash = z.string();

/** What the check of a log found: every record against the hash of the one before it, and every signature. */
export const auditCheckSchema = z.object({
  /** The log: `station`, or one of a controller. */
  chain: z.string(),
  /** Numbers of the first and the last record; `last` is `first - 1` when there is none. */
  first: z.number().int(),
  last: z.number().int(),
  /** The last record whose hour is signed. */
  sealedTo: z.number().int(),
  /** SHA-256 of each key that signed. */
  keys: z.array(hash),
  /** The signed end: number and hash of the last record, time (ISO 8601), signature in base64, and the SHA-256 of the key. */
  head: z.object({ number: z.number().int(), hash, at: z.string(), signature: z.string(), key: hash }).optional(),
  /** The first record that does not fit, and why; absent for a log that is whole. */
  fault: z.object({ record: z.number().int(), reason: z.string() }).optional(),
});
export type AuditCheck = z.infer<typeof auditCheckSchema>;

const keptDays = retentionSchema.shape.audit.unwrap();
const optionalConnection = z.object({ connection: z.string().optional() });

const page = { before: z.number().int().optional(), limit: z.number().int().min(1).max(500) };

export const auditContract = {
  /**
   * The station's own audit log, newest first; `before` continues after the record with that number. A call reads at most 50 000 records: a page may have
   * fewer entries than its limit while `next` is not null.
   */
  list: query(stationAuditFilterSchema.extend(page), z.object({ entries: z.array(stationAuditEntrySchema), next: nextPage })),
  /** The audit log of a controller, newest first, in pages of the same kind. Extension. */
  listController: query(connectionInput.extend(controllerAuditFilterSchema.shape).extend(page), auditPageSchema),
  /** How many days the records of the station are kept; with a connection, those of its controller. null: all of them. */
  getRetention: query(optionalConnection, z.object({ days: keptDays })),
  setRetention: command('people', optionalConnection.extend({ days: keptDays }), z.object({})),
  /**
   * Checks the whole log of the station; with a connection, all logs of its controller or the one that `chain` names. It reads every record: a second or
   * more for each 100 000. `by` is the person at the screen that calls.
   */
  check: query(
    z.object({ connection: z.string().optional(), chain: auditChainSchema.optional() }),
    z.object({ by: z.string(), at: z.string(), checks: z.array(auditCheckSchema) }),
  ),
};
