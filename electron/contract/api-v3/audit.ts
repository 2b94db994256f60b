import { z } from 'zod';
import { nextPage, paging } from './paging.ts';

/** A use of a key that did something (extension): changed, printed, looked after the controller. */
export const auditEntrySchema = z.object({
  /** Grows with every entry of this controller; never reused. */
  id: z.number().int(),
  /** When the request came, ISO 8601. */
  at: z.string(),
  /** The name of the key; empty for wrong keys, many of which came from one address. */
  key: z.string(),
  /** Method and route, as `POST /api/v3/printers/:name/trigger`; `wrong keys from` and the address for wrong keys. */
  operation: z.string(),
  /** The path of the request, its first 500 characters. */
  path: z.string(),
  /** The status of the answer; absent while there is none, and when the controller ended before there was one. */
  status: z.number().int().optional(),
  /** The id under which the log tells of the request. */
  requestId: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** Newest first. `before` continues behind the entry with that id. */
export const auditQuerySchema = z.object(paging);
export type AuditQuery = z.infer<typeof auditQuerySchema>;

export const auditPageSchema = z.object({ entries: z.array(auditEntrySchema), next: nextPage });
export type AuditPage = z.infer<typeof auditPageSchema>;
