import { z } from 'zod';
import { newNameSchema } from '../api-v3/name.ts';

const serialNumber = z.number().int('must be a whole number').min(0, 'must be at least 0').safe('must be below 2^53');
const MAX_LEASE = 100_000_000;

/** A counter of the plant: its numbers are given to controllers in blocks, each number once. */
export const plantCounterSchema = z
  .strictObject({
    /** The next number that no controller has got. It can be raised, and never lowered. */
    next: serialNumber,
    /** The last number. */
    last: serialNumber,
    description: z.string().max(1_000, 'must have at most 1000 characters').default(''),
  })
  .refine(({ next, last }) => next <= last + 1, { path: ['next'], message: 'must be at most one more than last' });
export type PlantCounter = z.infer<typeof plantCounterSchema>;

const namedPlantCounterSchema = plantCounterSchema.safeExtend({ name: z.string() });
export type NamedPlantCounter = z.infer<typeof namedPlantCounterSchema>;
export const plantCounterListSchema = z.array(namedPlantCounterSchema);

/** Asks for a block of numbers. */
export const leaseRequestSchema = z.strictObject({
  /** Made by the controller for this block: a repeated request gets the same block, so that an answer that is lost costs no numbers. */
  request: z.string().regex(/^[\w-]{8,64}$/, 'must have 8 to 64 letters, digits, hyphens or underscores'),
  /** How many numbers; fewer are given where fewer are left. */
  size: z.number().int().min(1, 'must be at least 1').max(MAX_LEASE, `must be at most ${MAX_LEASE}`),
  /** The highest number that the controller ever got of this counter; absent if it got none. The plant gives none of those again, even after a restore. */
  highest: serialNumber.optional(),
});
export type LeaseRequest = z.infer<typeof leaseRequestSchema>;

/** A block of numbers for one controller: from `first` to `last`, both inclusive. */
export const serialLeaseSchema = z.object({ first: serialNumber, last: serialNumber });
export type SerialLease = z.infer<typeof serialLeaseSchema>;

/** Numbers of a block that a controller will never use, as after a restore from a backup. They are never given again. */
export const unusedSerialsSchema = z.strictObject({ request: z.string(), first: serialNumber, last: serialNumber });
export type UnusedSerials = z.infer<typeof unusedSerialsSchema>;

/** A block that a controller has got, and what became of it. */
const grantedLeaseSchema = serialLeaseSchema.extend({
  controller: z.string(),
  granted: z.string(),
  /** Numbers that the controller has reported as never used. */
  unused: z.number().int(),
});
export type GrantedLease = z.infer<typeof grantedLeaseSchema>;
export const leaseListSchema = z.array(grantedLeaseSchema);

export const plantCounterParamsSchema = z.object({ name: newNameSchema });
