import type { Label } from '#contract/api-v3/label.ts';

/** Millimetres. */
export interface LabelSize {
  width: number | undefined;
  height: number | undefined;
}

/** Undefined if a size is missing. */
export function emptyLabel({ width, height }: LabelSize): Label | undefined {
  return width && height ? { format: 3, width, height, objs: [] } : undefined;
}
