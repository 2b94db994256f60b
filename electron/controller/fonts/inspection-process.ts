import { INSPECTION_LIMITS, inspectInThread, type InspectionResult } from './inspect-font.ts';

/** Entry of the inspection process: receives a font file, replies with what is wrong with it, and ends. */
process.once('disconnect', () => process.exit(1));
process.once('message', (bytes: Uint8Array) => {
  void inspectInThread(bytes, INSPECTION_LIMITS).then((fault) => {
    process.send?.({ ...(fault !== undefined && { fault }) } satisfies InspectionResult, undefined, {}, () => process.exit(0));
  });
});
