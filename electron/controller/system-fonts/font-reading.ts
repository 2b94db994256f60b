import { Worker } from 'node:worker_threads';
import type { ReadFace } from './read-font-file.ts';

/** The fonts of a file; none, with the reason, for a file that cannot be read. */
export interface ReadFile {
  path: string;
  faces: ReadFace[];
  fault?: string;
}

/** A font as a file of its own, or the reason why it cannot be read. */
export interface CopiedFont {
  bytes?: Uint8Array<ArrayBuffer>;
  fault?: string;
}

/** The input of the thread. */
export type FontReadingTask = { kind: 'list'; paths: readonly string[]; heapBytes: number } | { kind: 'copy'; path: string; face: number };

export interface FontReadingOptions {
  /** The program of the thread. */
  entry?: URL;
  /** Milliseconds for one file. */
  wall?: number;
}

const ENTRY = new URL('./font-reading-worker.ts', import.meta.url);
const WALL_LIMIT = 10_000;
const HEAP_BYTES = 64 * 1024 * 1024;
const V8_HEAP_MB = 128;

/**
 * Reads names and characters of font files in a thread: files of a computer may be damaged. They are read by bounded code and in the heap of
 * the shaping engine, never drawn; a font that is installed is inspected first, in a process of its own. A file at which the thread fails or
 * does not end is left out, and the thread is replaced.
 */
export async function readFontFiles(paths: readonly string[], options: FontReadingOptions = {}): Promise<ReadFile[]> {
  const files: ReadFile[] = [];
  while (files.length < paths.length) {
    const task = { kind: 'list', paths: paths.slice(files.length), heapBytes: HEAP_BYTES } as const;
    const fault = await runThread<ReadFile>(task, options, (file) => files.push(file) === paths.length);
    const path = paths[files.length];
    if (path !== undefined) files.push({ path, faces: [], fault: fault ?? 'it cannot be read' });
  }
  return files;
}

/** Copies a font of a file in a thread: a large file takes as long as many prints. */
export async function copyFont(path: string, face: number, options: FontReadingOptions = {}): Promise<CopiedFont> {
  let copied: CopiedFont | undefined;
  const fault = await runThread<CopiedFont>({ kind: 'copy', path, face }, options, (answer) => {
    copied = answer;
    return true;
  });
  return copied ?? { fault: fault ?? 'it cannot be read' };
}

/** Passes what the thread posts to `take` until that returns true. Resolves then, or with the reason why the thread failed before. */
async function runThread<Message>(
  task: FontReadingTask,
  { entry = ENTRY, wall = WALL_LIMIT }: FontReadingOptions,
  take: (message: Message) => boolean,
): Promise<string | undefined> {
  const worker = new Worker(entry, { workerData: task, resourceLimits: { maxOldGenerationSizeMb: V8_HEAP_MB } });
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const giveUp = (): void => resolve('it takes too long to read');
  let limit = setTimeout(giveUp, wall);
  worker.on('message', (message: Message) => {
    clearTimeout(limit);
    if (take(message)) resolve(undefined);
    else limit = setTimeout(giveUp, wall);
  });
  worker.on('error', (error: unknown) => resolve(error instanceof Error ? error.message : String(error)));
  worker.on('exit', () => resolve('its thread ended'));
  try {
    return await promise;
  } finally {
    clearTimeout(limit);
    await worker.terminate();
  }
}
