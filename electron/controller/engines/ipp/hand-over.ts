import { EngineError } from '../engine.ts';
import { IPP_STATUS, IppRefusalError, NotConnectedError } from './ipp-errors.ts';
import type { IppPrinter } from './ipp-printer.ts';
import { jobName } from './job-facts.ts';
import { pwgRaster, type PwgPage } from './pwg-raster.ts';

/** Together shorter than the time that the controller gives an engine to take a print. */
const PRINT_LIMIT = 3_000;
const FIND_LIMIT = 700;

/** Refusals after which the printer may nevertheless have the job. */
const DOUBTFUL: readonly number[] = [IPP_STATUS.internalError, IPP_STATUS.jobCanceled];

export interface HandOver {
  id: number;
  page: PwgPage;
  /** Whether the printer can be told to print the picture in its own size. */
  keepsSize: boolean;
}

/**
 * Has the printer print a page; returns the id of its job. Throws an `EngineError` if the printer certainly did not take it, and an ordinary
 * error if that is not certain. Nothing is sent twice: after a lost answer, the printer is asked for the job by its name.
 */
export async function handOver(printer: IppPrinter, { id, page, keepsSize }: HandOver): Promise<number> {
  const job = { name: jobName(id), document: pwgRaster(page), media: page.media, keepsSize };
  const answer = await printer.print(job, PRINT_LIMIT).catch((error: unknown) => failure(error));
  if (typeof answer === 'number') return answer;
  const found = await findByName(printer, job.name);
  if (found !== undefined) return found;
  throw new Error(`it is unknown whether the printer took the print: ${answer?.message ?? 'it names no job'}`, { cause: answer });
}

/** Throws an `EngineError` if the print was certainly not taken. */
function failure(error: unknown): Error {
  if (error instanceof NotConnectedError) {
    throw new EngineError('device-failed', `The printer cannot be reached: ${error.message}.`, { cause: error });
  }
  if (error instanceof IppRefusalError && !DOUBTFUL.includes(error.status)) {
    const refusal = error.status === IPP_STATUS.busy ? 'buffer-full' : 'device-failed';
    throw new EngineError(refusal, `The printer refused the print: ${error.message}.`, { cause: error });
  }
  return error instanceof Error ? error : new Error(String(error));
}

async function findByName(printer: IppPrinter, name: string): Promise<number | undefined> {
  for (const which of ['not-completed', 'completed'] as const) {
    const jobs = await printer.listJobs(which, FIND_LIMIT).catch(() => []);
    const job = jobs.find((candidate) => candidate.name === name);
    if (job) return job.jobId;
  }
  return undefined;
}
