import { createHash } from 'node:crypto';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import type { Job } from '../queue/job.ts';
import type { PrintPlan } from './print-preparation.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** A token that changes whenever the picture of the next print may have changed; `loaded` is the print in the device. Draws nothing. */
export function nextPrintToken(
  job: Job,
  { document, row, moment }: PrintPlan,
  { values, loaded }: { values: PrintValues; loaded: number | undefined },
): string {
  const { needs, hash, text } = document;
  const tick = /second/i.test(text) ? SECOND : MINUTE;
  return tokenOf([
    job.id,
    loaded ?? null,
    hash,
    needs.columns.map((column) => row?.cells.get(column) ?? null),
    [...values.variables],
    [...values.counters],
    [...(values.shiftCodes ?? [])],
    needs.moment ? Math.floor(moment.epochMs / tick) : null,
    [moment.timeZone, moment.monthEnd, moment.productionDayStart],
  ]);
}

/** The token of a job whose next print cannot be made. */
export function faultToken(job: Job, fault: string): string {
  return tokenOf([job.id, fault]);
}

function tokenOf(parts: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}
