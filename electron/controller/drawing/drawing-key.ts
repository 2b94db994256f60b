import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import type { DrawingRequest } from './worker-messages.ts';

type DrawingKey = Pick<DrawingRequest, 'hash' | 'target' | 'fonts'> & { values: Pick<PrintValues, 'fallbackFonts'> };

/** Cache key of a label, target, font set and fallback fonts: requests with the same key differ in other values only. */
export function keyOf({ hash, target, fonts, values }: DrawingKey): string {
  const { fallbackFonts } = values;
  const key = [hash, target.hdpi, target.vdpi, target.isColor === true, fonts].join(' ');
  return fallbackFonts?.length ? `${key} ${JSON.stringify(fallbackFonts)}` : key;
}
