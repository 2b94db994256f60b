import type { FieldError } from '#contract/problem.ts';

/** From a drawing thread, once for every request. */
export type DrawingAnswer =
  | { kind: 'drawn'; png: Uint8Array<ArrayBuffer>; /** As `pictureHash` computes it. */ hash: string }
  /** The label cannot be drawn: one error for each object that is the reason. */
  | { kind: 'refused'; detail: string; errors: FieldError[] };
