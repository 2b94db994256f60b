import { z } from 'zod';
import { nextPage } from '../api-v3/paging.ts';
import { auditPageSchema, auditedValueSchema } from '../api-v3/audit.ts';
import { query } from './operation.ts';
import { connectionInput } from './operation-input.ts';

/** A record of the station's audit log: a command that a screen sent, and what became of it. */
export const stationAuditEntrySchema = z.object({
  /** Its place in the chain of records, from 1. */
  number: z.number().int(),
  /** The hash of the record, by which an export can be compared with this entry. */
  hash: z.string(),
  /** ISO 8601, by the clock of the station's computer. */
  at: z.string(),
  /** Noun and verb, such as `printing.trigger`. */
  operation: z.string(),
  /** Who did it; the account of the station when it has no people. */
  person: z.string(),
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

/** All given conditions must match. `from` (inclusive) and `to` (exclusive) are milliseconds since the epoch. */
export const stationAuditFilterSchema = z.object({
  from: z.coerce.number().optional(),
  to: z.coerce.number().optional(),
  /** The whole name of a person. */
  person: z.string().max(255).optional(),
  operation: z.string().max(200).optional(),
  /** Part of any text of a record, such as the name of a label or printer. Letters of the alphabet from A to Z match in both cases. */
  text: z.string().max(200).optional(),
});
export type StationAuditFilter = z.infer<typeof stationAuditFilterSchema>;

const page = { before: z.number().int().optional(), limit: z.number().int().min(1).max(500) };

export const auditContract = {
  /** The station's own audit log, newest first; `before` continues after the record with that number. */
  list: query(stationAuditFilterSchema.extend(page), z.object({ entries: z.array(stationAuditEntrySchema), next: nextPage })),
  /** The audit log of a controller, newest first. Extension. */
  listController: query(connectionInput.extend(stationAuditFilterSchema.shape).extend(page), auditPageSchema),
};
