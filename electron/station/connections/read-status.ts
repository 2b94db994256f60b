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
import type { StatusError } from '#contract/api-v3/status-error.ts';
import type { PrinterState } from '#contract/api-v3/printer-states.ts';
import { ProblemError } from '#contract/problem.ts';
import type { FleetStatus } from '#contract/station/fleet.ts';
import { recogniseError } from './recognise-error.ts';

/**
 * Reads a printer's status from any controller. Fields and values beyond the contract are passed on unchanged in `unknown`, which has
 * `state: null` if the answer has no state. Throws `controller-answer-invalid` when the value is not a status.
 */
export function readStatus(value: unknown): FleetStatus {
  if (!isRecord(value) || (value['state'] !== undefined && typeof value['state'] !== 'string')) {
    throw new ProblemError('controller-answer-invalid', { detail: 'The answer of the controller is not a printer status.' });
  }
  const exact = exactStatusSchema.safeParse(value);
  return withCodes(exact.success ? exact.data : readForeign({ ...value, state: value['state'] ?? null }));
}

const exactInkSchema = z.array(inkStatusSchema.strict());
const exactJobSchema = currentJobSchema.strict().nullable();
/** A status without any field beyond the contract. */
const exactStatusSchema = printerStatusSchema.extend({ ink: exactInkSchema, job: exactJobSchema }).strict();

/** Adds the codes of errors and warnings that a controller states as texts only, as far as these are known. */
function withCodes(status: FleetStatus): FleetStatus {
  const errorDetails = status.errorDetails ?? recognised(status.errors);
  const ink = status.ink.map((supply) => {
    const { errorDetails: errors = recognised(supply.errors), warningDetails: warnings = recognised(supply.warnings) } = supply;
    return { ...supply, ...(errors && { errorDetails: errors }), ...(warnings && { warningDetails: warnings }) };
  });
  return { ...status, ink, ...(errorDetails && { errorDetails }) };
}

function recognised(texts: readonly string[]): StatusError[] | undefined {
  const found = texts.flatMap((text) => recogniseError(text) ?? []);
  return found.length > 0 ? found : undefined;
}

interface Reader<Value> {
  safeParse(value: unknown): { success: boolean; data?: Value };
}

function readForeign(value: Record<string, unknown>): FleetStatus {
  const unknown = new Map(Object.entries(value));
  /** Reads a field by `schema`. It stays in `unknown` too unless it matches `exact`, which allows nothing beyond the contract. */
  const take = <Value>(key: string, schema: Reader<Value>, exact: Reader<unknown> = schema): Value | undefined => {
    if (exact.safeParse(value[key]).success) unknown.delete(key);
    return schema.safeParse(value[key]).data;
  };
  const state = take('state', printerStateSchema) ?? 'OTHER';
  const conveyor = take('conveyor', conveyorSchema);
  const errorDetails = take('errorDetails', printerStatusSchema.shape.errorDetails);
  const missedTriggers = take('missedTriggers', printerStatusSchema.shape.missedTriggers);
  const status: FleetStatus = {
    state,
    ragStatus: take('ragStatus', ragStatusSchema) ?? ragOf(state),
    errors: take('errors', printerStatusSchema.shape.errors) ?? [],
    ink: take('ink', printerStatusSchema.shape.ink, exactInkSchema) ?? [],
    job: take('job', printerStatusSchema.shape.job, exactJobSchema) ?? null,
    queue: take('queue', printerStatusSchema.shape.queue) ?? 0,
    ...(conveyor ? { conveyor } : {}),
    ...(errorDetails ? { errorDetails } : {}),
    ...(missedTriggers === undefined ? {} : { missedTriggers }),
  };
  return unknown.size === 0 ? status : { ...status, unknown: Object.fromEntries(unknown) };
}

function ragOf(state: PrinterState): RagStatus {
  if (state === 'ERROR') return 'RED';
  return state === 'STARTED' ? 'GREEN' : 'AMBER';
}

/** Reads a printer's counters. Throws `controller-answer-invalid` when the value is not a set of counters. */
export function readCounters(value: unknown): PrintCounters {
  const parsed = printCountersSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ProblemError('controller-answer-invalid', { detail: 'The answer of the controller is not a set of print counters.' });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
