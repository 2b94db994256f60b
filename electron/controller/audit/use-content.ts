import type { ClockState } from '#contract/api-v3/clock.ts';
import type { AuditedValue } from '#storage/audit-chain/audited-value.ts';

/** What a record of a use says. */
export interface UseContent extends Record<string, unknown> {
  kind: 'use';
  /** ISO 8601. */
  at: string;
  /** Absent in records of versions that did not note it. */
  clock?: ClockState;
  key: string;
  from?: string;
  person?: string;
  operation: string;
  path: string;
  requestId: string;
  before?: AuditedValue;
  input?: AuditedValue;
  status?: number;
}
