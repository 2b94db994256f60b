import { parentPort, workerData } from 'node:worker_threads';
import { HarfBuzz } from '#rendering/text/harfbuzz.ts';
import type { CopiedFont, FontReadingTask, ReadFile } from './font-reading.ts';
import { copyFontOf, readFaces } from './read-font-file.ts';

/** Entry of the thread that reads the fonts of the computer: posts the fonts of each file, in order, or a copy of one font. */
const task = workerData as FontReadingTask;
if (task.kind === 'copy') postCopy(task);
else await postFaces(task);

async function postFaces({ paths, heapBytes }: Extract<FontReadingTask, { kind: 'list' }>): Promise<void> {
  let harfbuzz = await HarfBuzz.start(heapBytes);
  for (const path of paths) {
    parentPort?.postMessage({ path, ...attempt(() => ({ faces: readFaces(path, harfbuzz) }), { faces: [] }) } satisfies ReadFile);
    if (harfbuzz.isBroken) harfbuzz = await HarfBuzz.start(heapBytes);
  }
}

function postCopy({ path, face }: Extract<FontReadingTask, { kind: 'copy' }>): void {
  const copied: CopiedFont = attempt(() => ({ bytes: copyFontOf(path, face) }), {});
  parentPort?.postMessage(copied, copied.bytes ? [copied.bytes.buffer] : []);
}

/** Answers with the fault of a file that is damaged, too large or removed meanwhile. */
function attempt<Result, Failed>(read: () => Result, failed: Failed): Result | (Failed & { fault: string }) {
  try {
    return read();
  } catch (error) {
    return { ...failed, fault: error instanceof Error ? error.message : String(error) };
  }
}
