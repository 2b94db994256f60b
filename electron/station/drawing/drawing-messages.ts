import type { Label } from '#contract/api-v3/label.ts';
import type { FieldError } from '#contract/problem.ts';

/** A label whose dynamic text is resolved, and the resolution in dots per inch. */
export interface DrawingRequest {
  label: Label;
  hdpi: number;
  vdpi: number;
}

/** From the drawing thread, once for every request. */
export type DrawingAnswer =
  | { kind: 'drawn'; png: Uint8Array<ArrayBuffer> }
  /** The label cannot be drawn: one error for each object that is the reason. */
  | { kind: 'refused'; detail: string; errors: FieldError[] };
