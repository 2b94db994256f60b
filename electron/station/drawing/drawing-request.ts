import type { Label } from '#contract/api-v3/label.ts';

/** A label whose dynamic text is resolved, and the resolution in dots per inch. */
export interface DrawingRequest {
  label: Label;
  hdpi: number;
  vdpi: number;
}
