import { z } from 'zod';
import { auditedValue } from './audited-value.ts';
import { isSealSigned, sealSchema, type Seal } from './seals.ts';

/** What a record says about the records that were removed before it. */
const removalSchema = z.object({
  /** `age`: older than the days that records are kept; `count`: beyond the number that is kept. */
  reason: z.enum(['age', 'count']),
  /** For `age`: how many days records are kept. */
  days: z.number().optional(),
  /** Numbers of the first and the last record that were removed. */
  first: z.number().int(),
  last: z.number().int(),
  /** The signature on the last segment that was removed: its head is the hash that the next record continues. */
  kept: sealSchema,
});
export type Removal = z.infer<typeof removalSchema>;

const recordSchema = z.looseObject({ kind: z.literal('removal'), at: z.string(), input: z.object({ value: removalSchema }) });

/** The content of the record about a removal. `at` is ISO 8601. */
export function removalContent(removal: Removal, at: string): Record<string, unknown> {
  return { kind: 'removal', at, input: auditedValue(removal) };
}

/** The removal that a record is about, and when it was made; undefined for every other record. */
export function findRemoval(record: unknown): { removal: Removal; at: string } | undefined {
  const { data } = recordSchema.safeParse(record);
  return data && { removal: data.input.value, at: data.at };
}

/** Whether the signature that was kept is one on the records up to the last removed one, and ends with this hash. */
export function isKeptHead({ last, kept }: Removal, { chain, hash }: { chain: string; hash: string }): boolean {
  const { seal } = kept satisfies Seal;
  return seal.chain === chain && seal.last === last && seal.head === hash && isSealSigned(kept);
}
