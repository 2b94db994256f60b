import { Worker } from 'node:worker_threads';

/** Bounds of the examination of one font. */
export interface ExaminationLimits {
  /** Milliseconds of the processor's time. */
  cpu: number;
  /** Milliseconds of the clock. */
  wall: number;
  /** Bytes of the heap in which the font is loaded and shaped. */
  heap: number;
  /** Bytes of the whole process; of no meaning where the process does other work too. */
  process: number;
}

/** What the thread of an examination begins with. */
export interface ExaminationTask {
  bytes: Uint8Array;
  heapBytes: number;
}

/** What it ends with: what is wrong with the font, if anything. */
export interface ExaminationResult {
  fault?: string;
}

const MEGABYTE = 1024 * 1024;
/** A font with all 65 535 glyphs takes some 2 s on a quick machine, and twice its size. */
export const EXAMINATION_LIMITS: ExaminationLimits = { cpu: 10_000, wall: 60_000, heap: 256 * MEGABYTE, process: 640 * MEGABYTE };
const V8_HEAP_MB = 128;
const LOOK_INTERVAL = 50;
const MICROSECONDS_PER_MS = 1_000;
const ENTRY = new URL('./examination-worker.ts', import.meta.url);

/** Examines a font file in a thread, and ends that when it is over its limits. Resolves with what is wrong with the file; undefined for a good one. */
export async function examineInThread(bytes: Uint8Array, limits: ExaminationLimits, entry: URL = ENTRY): Promise<string | undefined> {
  const worker = new Worker(entry, {
    workerData: { bytes, heapBytes: limits.heap } satisfies ExaminationTask,
    resourceLimits: { maxOldGenerationSizeMb: V8_HEAP_MB },
  });
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  worker.on('message', ({ fault }: ExaminationResult) => resolve(fault));
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
