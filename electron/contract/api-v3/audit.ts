import { z } from 'zod';
import { clockStateSchema } from './clock.ts';
import { nextPage, paging } from './paging.ts';

/**
 * The logs of which each can be checked by itself (extension): changes and other operations, triggers, and wrong keys. They are stored apart, so
 * that many triggers or wrong keys do not evict what a person changed.
 */
export const AUDIT_CHAINS = ['changes', 'triggers', 'refusals'] as const;
export const auditChainSchema = z.enum(AUDIT_CHAINS);
export type AuditChain = z.infer<typeof auditChainSchema>;

/** A value of a change, without passwords and other secrets. */
export const auditedValueSchema = z.object({
  /** SHA-256 in hexadecimal over its canonical text (RFC 8785). */
  sha256: z.string(),
  /** Absent when its canonical text is longer than 2 048 characters. */
  value: z.unknown().optional(),
});

/** A recorded operation that changed, printed or administered something (extension). */
export const auditEntrySchema = z.object({
  /** Grows with every entry of this controller; never reused. */
  id: z.number().int(),
  /** The log that contains its record, and the number of the record in it. */
  chain: auditChainSchema,
  number: z.number().int(),
  /** The hash of the record, by which an export can be compared with this entry. */
  hash: z.string(),
  /** When the record was signed with those of its hour, ISO 8601; absent while that hour is not over. */
  signedAt: z.string().optional(),
  /** When the request arrived, ISO 8601. */
  at: z.string(),
  /** What the controller knew about its clock then; absent in entries of older versions. */
  clock: clockStateSchema.optional(),
  /** The name of the key; empty for a request without one, and for an entry that counts wrong keys from one address. */
  key: z.string(),
  /** The network address that the request came from; empty in entries of older versions, and when no network was involved. */
  from: z.string(),
  /** The person for whom the sender says that it acts; empty if it does not say. The controller cannot check it. */
  person: z.string(),
  /** Method and route, such as `POST /api/v3/printers/:name/trigger`; `wrong keys from <address>` for wrong keys. */
  operation: z.string(),
  /** The first 500 characters of the request's path. */
  path: z.string(),
  /** The status of the response; absent until there is one, and forever if the controller ended first. */
  status: z.number().int().optional(),
  /** The id of the request in the log file. */
  requestId: z.string(),
  /** What the change replaced, read just before it; absent where there was nothing, and for operations that replace no settings, labels or data. */
  before: auditedValueSchema.optional(),
  /** The JSON body as it was understood; absent without one, and for one of more than 256 KB. */
  input: auditedValueSchema.optional(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** What became of an operation: done, refused or failed, or not recorded, because the controller ended before. */
export const auditOutcomeSchema = z.enum(['done', 'failed', 'unknown']);
export type AuditOutcome = z.infer<typeof auditOutcomeSchema>;

/**
 * Newest first; all given conditions must match. `before` continues after the entry with that id. A request reads at most 50 000 records: a page may have
 * fewer entries than its limit, even none, while `next` is not null.
 */
export const auditQuerySchema = z.object({
  ...paging,
  /** From this moment on, and before that one; ISO 8601. */
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
  /** The whole name of the person for whom the sender acts. */
  person: z.string().max(255).optional(),
  /** Method and route, or what else an entry has as its operation. */
  operation: z.string().max(200).optional(),
  /** A label or printer that the path, the line of the text protocol, or a body of at most 2 048 characters names. */
  label: z.string().min(1).max(255).optional(),
  printer: z.string().min(1).max(255).optional(),
  /** One of the three logs. */
  chain: auditChainSchema.optional(),
  outcome: auditOutcomeSchema.optional(),
  /** Part of any text of the record, such as the name of a printer as it is in a path. Letters from A to Z match in both cases. */
  text: z.string().max(200).optional(),
});
export type AuditQuery = z.infer<typeof auditQuerySchema>;

/** One page of the audit log. */
export const auditPageSchema = z.object({ entries: z.array(auditEntrySchema), next: nextPage });
export type AuditPage = z.infer<typeof auditPageSchema>;

/** Which log is exported. */
export const auditExportQuerySchema = z.object({ chain: auditChainSchema.prefault('changes') });
