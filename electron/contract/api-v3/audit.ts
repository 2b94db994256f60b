import { z } from 'zod';
import { nextPage, paging } from './paging.ts';

/** A recorded use of an API key that changed, printed or administered something (extension). */
export const auditEntrySchema = z.object({
  /** Grows with every entry of this controller; never reused. */
  id: z.number().int(),
  /** When the request arrived, ISO 8601. */
  at: z.string(),
  /** The name of the key; empty for an entry that counts wrong keys from one address. */
  key: z.string(),
  /** Method and route, such as `POST /api/v3/printers/:name/trigger`; `wrong keys from <address>` for wrong keys. */
  operation: z.string(),
  /** The first 500 characters of the request's path. */
  path: z.string(),
  /** The status of the response; absent until there is one, and forever if the controller ended first. */
  status: z.number().int().optional(),
  /** The id of the request in the log file. */
  requestId: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** Newest first. `before` continues after the entry with that id. */
export const auditQuerySchema = z.object(paging);
export type AuditQuery = z.infer<typeof auditQuerySchema>;

/** One page of the audit log. */
export const auditPageSchema = z.object({ entries: z.array(auditEntrySchema), next: nextPage });
export type AuditPage = z.infer<typeof auditPageSchema>;

/**
 * The logs of which each can be checked by itself (extension): changes and other operations of keys, triggers, and wrong keys. They are stored apart, so
 * that many triggers or wrong keys do not evict what a person changed.
 */
export const auditChainSchema = z.enum(['changes', 'triggers', 'refusals']);
export type AuditChain = z.infer<typeof auditChainSchema>;

/** Which log is exported. */
export const auditExportQuerySchema = z.object({ chain: auditChainSchema.prefault('changes') });
