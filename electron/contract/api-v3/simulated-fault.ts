import { z } from 'zod';
import { nameSchema } from './name.ts';

/** The faults that a virtual printer can simulate, for training. */
export const SIMULATED_FAULTS = [
  'purge',
  'viscosity',
  'temperature',
  'cover-open',
  'ink-out',
  'false-trigger',
  'bounced-trigger',
  'doubled-trigger',
  'slow-confirmation',
  'lost-confirmation',
  'count-jump',
  'power-cut',
] as const;
export const simulatedFaultNameSchema = z.enum(SIMULATED_FAULTS, 'must name a fault');
export type SimulatedFaultName = z.infer<typeof simulatedFaultNameSchema>;

const rate = z.number('must be a number').gt(0, 'must be greater than 0').max(1, 'must be at most 1');
const seed = z
  .number('must be a number')
  .int('must be whole')
  .min(0, 'must not be negative')
  .max(4_294_967_295, 'must be at most 4 294 967 295');

/**
 * Either one fault or random faults (extension). Faults that do not end by themselves last until they are cleared: `viscosity`,
 * `temperature`, `cover-open`, `slow-confirmation`. `bounced-trigger` and `doubled-trigger` wait for the next product, `lost-confirmation` for
 * the next print.
 */
export const simulatedFaultRequestSchema = z
  .strictObject({
    fault: simulatedFaultNameSchema.optional(),
    /** Number of prints that are made before the fault happens. */
    after: z
      .number('must be a number')
      .int('must be whole')
      .min(0, 'must not be negative')
      .max(100_000, 'must be at most 100 000')
      .default(0),
    /** `ink-out`: what is left in the supply. */
    percent: z.number('must be a number').min(0, 'must not be negative').max(100, 'must be at most 100').default(0),
    /** `ink-out`: the ink supply; by default the first one. */
    supply: nameSchema.optional(),
    /** `power-cut`: seconds until the power is back. */
    seconds: z.number('must be a number').min(0.1, 'must be at least 0.1').max(3_600, 'must be at most 3 600').default(5),
    /** True starts random faults, false stops them; faults that have happened stay. */
    random: z.boolean('must be true or false').optional(),
    /** The same seed leads to the same faults after the same prints. */
    seed: seed.default(1),
    /** Probability of a fault after each print. */
    rate: rate.default(0.05),
  })
  .refine(({ fault, random }) => (fault === undefined) !== (random === undefined), 'must have either a fault or random');
export type SimulatedFaultRequest = z.output<typeof simulatedFaultRequestSchema>;

export const simulatedFaultSchema = z.object({
  fault: z.string(),
  state: z.enum(['off', 'waiting', 'active']),
  /** Number of prints until it happens; present while it waits. */
  after: z.number().int().optional(),
});

/** The faults that a printer can simulate, and those that it simulates now (extension). A restart of the printer ends them. */
export const simulatedFaultsSchema = z.object({
  faults: z.array(simulatedFaultSchema),
  /** Random faults; null if they are off. */
  random: z.object({ seed: z.number(), rate: z.number() }).nullable(),
});
export type SimulatedFaults = z.infer<typeof simulatedFaultsSchema>;
