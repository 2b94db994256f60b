import { Worker } from 'node:worker_threads';

/** Limits of the inspection of one font. */
export interface InspectionLimits {
  /** CPU time in milliseconds. */
  cpu: number;
  /** Elapsed time in milliseconds. */
  wall: number;
  /** Bytes of the heap in which the font is loaded and shaped. */
  heap: number;
  /** Bytes of the whole process; set where the process does nothing else. */
  process: number;
}

/** The input of an inspection thread. */
export interface InspectionTask {
  bytes: Uint8Array;
  heapBytes: number;
}

/** The output of an inspection thread: what is wrong with the font, if anything. */
export interface InspectionResult {
  fault?: string;
}

const MEGABYTE = 1024 * 1024;
/** A font with all 65 535 glyphs takes some 2 s on a fast machine, and twice its size in memory. */
export const INSPECTION_LIMITS: InspectionLimits = { cpu: 10_000, wall: 60_000, heap: 256 * MEGABYTE, process: 640 * MEGABYTE };
const V8_HEAP_MB = 128;
const LOOK_INTERVAL = 50;
const MICROSECONDS_PER_MS = 1_000;
const ENTRY = new URL('./inspection-worker.ts', import.meta.url);

/**
 * Inspects a font file in a thread, which is terminated when it exceeds its limits. Resolves with what is wrong with the file; undefined
 * for a valid one.
 */
export async function inspectInThread(bytes: Uint8Array, limits: InspectionLimits, entry: URL = ENTRY): Promise<string | undefined> {
  const worker = new Worker(entry, {
    workerData: { bytes, heapBytes: limits.heap } satisfies InspectionTask,
    resourceLimits: { maxOldGenerationSizeMb: V8_HEAP_MB },
  });
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  worker.on('message', ({ fault }: InspectionResult) => resolve(fault));
  worker.on('error', (error: unknown) => resolve(`it cannot be read: ${error instanceof Error ? error.message : String(error)}`));
  worker.on('exit', () => resolve('it cannot be read'));
  const begun = performance.now();
  const look = setInterval(() => {
    if (performance.now() - begun > limits.wall) return resolve(tooLong(limits.wall));
    if (process.memoryUsage.rss() > limits.process) return resolve('it needs too much memory');
    worker.cpuUsage().then(
      ({ user, system }) => (user + system) / MICROSECONDS_PER_MS > limits.cpu && resolve(tooLong(limits.cpu)),
      () => undefined,
    );
  }, LOOK_INTERVAL);
  try {
    return await promise;
  } finally {
    clearInterval(look);
    await worker.terminate();
  }
}

function tooLong(milliseconds: number): string {
  return `it takes longer than ${milliseconds / 1_000} s to read`;
}
