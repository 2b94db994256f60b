import { EXAMINATION_LIMITS, examineInThread, type ExaminationResult } from './examination.ts';

/** The entry of a process of its own: examines the font file that it is sent, answers what is wrong with it, and ends. */
process.once('disconnect', () => process.exit(1));
process.once('message', (bytes: Uint8Array) => {
  void examineInThread(bytes, EXAMINATION_LIMITS).then((fault) => {
    process.send?.({ ...(fault !== undefined && { fault }) } satisfies ExaminationResult, undefined, {}, () => process.exit(0));
  });
});
