import { statusError } from '#contract/api-v3/make-status-error.ts';
import type { ConfigurationFault } from '../configuration-fault.ts';

/** In mm. */
export interface MediaSize {
  width: number;
  height: number;
}

const MM_PER_INCH = 25.4;
/** Sizes in inches and millimetres of the same media differ by that much, in mm. */
const ROUNDING = 1;

/** The size at the end of a media name (PWG 5101.1), such as `iso_a6_105x148mm`; undefined for a name without one. */
function mediaSize(name: string): MediaSize | undefined {
  const [, width, height, unit] = /_(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)(mm|in)$/.exec(name) ?? [];
  if (width === undefined || height === undefined) return undefined;
  const factor = unit === 'in' ? MM_PER_INCH : 1;
  return { width: Number(width) * factor, height: Number(height) * factor };
}

/** The side of the print area that is larger than every one of these media; undefined if it fits on one, or if no name tells a size. */
export function fitsMedia({ width, height }: MediaSize, media: readonly string[]): ConfigurationFault | undefined {
  const sizes = media.map(mediaSize).filter((size) => size !== undefined);
  if (sizes.length === 0 || sizes.some((size) => width <= size.width + ROUNDING && height <= size.height + ROUNDING)) return undefined;
  const widest = Math.max(...sizes.map((size) => size.width));
  if (width > widest + ROUNDING) {
    return { pointer: '/physicalWidth', error: statusError('print-area-too-wide', { width: round(width), largest: round(widest) }) };
  }
  const longest = Math.max(...sizes.filter((size) => width <= size.width + ROUNDING).map((size) => size.height));
  return { pointer: '/height', error: statusError('print-area-too-high', { height: round(height), largest: round(longest) }) };
}

function round(length: number): number {
  return Math.round(length * 10) / 10;
}
