import { parentPort, workerData } from 'node:worker_threads';
import { examineFont } from '#rendering/text/examine-font.ts';
import { HarfBuzz, type HarfBuzzFailure } from '#rendering/text/harfbuzz.ts';
import type { InspectionResult, InspectionTask } from './inspect-font.ts';

/** Entry of the inspection thread: inspects one font file. */
const { bytes, heapBytes } = workerData as InspectionTask;

function faultOf(harfbuzz: HarfBuzz): string | undefined {
  try {
    examineFont(harfbuzz, bytes);
  } catch (error) {
    if (harfbuzz.failure) return describe(harfbuzz.failure);
    return error instanceof Error ? error.message : String(error);
  }
  return harfbuzz.failure && describe(harfbuzz.failure);
}

function describe({ message }: HarfBuzzFailure): string {
  return `it is damaged or needs too much memory. ${message}`;
}

const fault = faultOf(await HarfBuzz.start(heapBytes));
parentPort?.postMessage({ ...(fault !== undefined && { fault }) } satisfies InspectionResult);
