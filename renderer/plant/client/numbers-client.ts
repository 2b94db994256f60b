import { rowReleasedSchema, rowRunListSchema, type RowRelease, type RowRun } from '#contract/plant/row-run.ts';
import {
  leaseListSchema,
  plantCounterListSchema,
  type GrantedLease,
  type NamedPlantCounter,
  type PlantCounter,
} from '#contract/plant/serial-lease.ts';
import { readAnswer, type requestPlant } from './plant-requests.ts';

const COUNTERS = '/plant/v1/counters';
const RUNS = '/plant/v1/row-runs';

/**
 * What the page asks the plant about serial numbers and shared rows. Every call rejects with a ProblemError, and with an abort when its signal is aborted.
 */
export interface NumbersClient {
  /** By name. */
  listCounters: (signal?: AbortSignal) => Promise<NamedPlantCounter[]>;
  /** Creates a counter, or changes it. */
  putCounter: (name: string, counter: PlantCounter) => Promise<void>;
  /** Which controllers have which numbers, the newest first. */
  listLeases: (counter: string, signal?: AbortSignal) => Promise<GrantedLease[]>;
  /** The newest first. */
  listRuns: (signal?: AbortSignal) => Promise<RowRun[]>;
  /** Gives the rows of a controller to others. Returns how many. */
  releaseRows: (run: string, release: RowRelease) => Promise<number>;
}

/** The client of the numbers, which sends its requests by `request`. */
export function createNumbersClient(request: typeof requestPlant): NumbersClient {
  const counterAt = (name: string): string => `${COUNTERS}/${encodeURIComponent(name)}`;
  return {
    listCounters: async (signal) => readAnswer(await request({ path: COUNTERS, signal }), plantCounterListSchema),
    putCounter: async (name, body) => void (await request({ path: counterAt(name), method: 'PUT', body })),
    listLeases: async (name, signal) => readAnswer(await request({ path: `${counterAt(name)}/leases`, signal }), leaseListSchema),
    listRuns: async (signal) => readAnswer(await request({ path: RUNS, signal }), rowRunListSchema),
    releaseRows: async (run, body) => {
      const path = `${RUNS}/${encodeURIComponent(run)}/release`;
      return (await readAnswer(await request({ path, method: 'POST', body }), rowReleasedSchema)).rows;
    },
  };
}
