import { z } from 'zod';
import { printCountersSchema, type PrintCounters } from '#contract/api-v3/print-counters.ts';
import {
  conveyorSchema,
  currentJobSchema,
  inkStatusSchema,
  printerStateSchema,
  printerStatusSchema,
  ragStatusSchema,
  type RagStatus,
} from '#contract/api-v3/printer.ts';
import type { PrinterState } from '#contract/api-v3/printer-states.ts';
import { ProblemError } from '#contract/problem.ts';
import type { FleetStatus } from '#contract/station/fleet.ts';

/**
 * A printer's status as any controller may answer it. What the contract does not know (fields, states, words) is handed on under
 * `unknown` as it came, with a `state` of null where none is told. Throws `controller-answer-invalid` for what is no status at all.
 */
export function readStatus(value: unknown): FleetStatus {
  if (!isRecord(value) || (value['state'] !== undefined && typeof value['state'] !== 'string')) {
    throw new ProblemError('controller-answer-invalid', { detail: 'The controller answered something that is not a printer status.' });
  }
  const own = exactStatusSchema.safeParse(value);
  return own.success ? own.data : readForeign({ ...value, state: value['state'] ?? null });
}

const exactInkSchema = z.array(inkStatusSchema.strict());
const exactJobSchema = currentJobSchema.strict().nullable();
/** The status with nothing in it that the contract does not know. */
const exactStatusSchema = printerStatusSchema.extend({ ink: exactInkSchema, job: exactJobSchema }).strict();

interface Reader<Value> {
  safeParse(value: unknown): { success: boolean; data?: Value };
}

function readForeign(value: Record<string, unknown>): FleetStatus {
  const unknown = new Map(Object.entries(value));
  /** Reads a field as far as it is known; it stays among the unknown ones unless it is known as a whole. */
  const take = <Value>(key: string, schema: Reader<Value>, exact: Reader<unknown> = schema): Value | undefined => {
    if (exact.safeParse(value[key]).success) unknown.delete(key);
    return schema.safeParse(value[key]).data;
  };
  const state = take('state', printerStateSchema) ?? 'OTHER';
  const conveyor = take('conveyor', conveyorSchema);
  const status: FleetStatus = {
    state,
    ragStatus: take('ragStatus', ragStatusSchema) ?? ragOf(state),
    errors: take('errors', printerStatusSchema.shape.errors) ?? [],
    ink: take('ink', printerStatusSchema.shape.ink, exactInkSchema) ?? [],
    job: take('job', printerStatusSchema.shape.job, exactJobSchema) ?? null,
    queue: take('queue', printerStatusSchema.shape.queue) ?? 0,
    ...(conveyor ? { conveyor } : {}),
  };
  return unknown.size === 0 ? status : { ...status, unknown: Object.fromEntries(unknown) };
}

function ragOf(state: PrinterState): RagStatus {
  if (state === 'ERROR') return 'RED';
  return state === 'STARTED' ? 'GREEN' : 'AMBER';
}

/** A printer's counters. Throws `controller-answer-invalid` when they are none. */
export function readCounters(value: unknown): PrintCounters {
  const parsed = printCountersSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ProblemError('controller-answer-invalid', { detail: 'The controller answered something that is not a set of print counters.' });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
