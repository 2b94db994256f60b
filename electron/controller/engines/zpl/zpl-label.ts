import type { EngineConfigurationOf } from '#contract/api-v3/engine.ts';
import type { Bitmap } from '#rendering/raster/bitmap.ts';
import { graphicField } from './graphic-field.ts';

export type ZplMode = EngineConfigurationOf<'zpl'>['mode'];

const MODE_LETTERS: Record<ZplMode, string> = { TEAR: 'T', PEEL: 'P', CUT: 'C', APPLICATOR: 'A' };

/** One label with one picture, printed once. `^JZN`: a label that an error interrupted is not printed again, for its code may be readable. */
export function zplLabel(picture: Bitmap, mode: ZplMode): Buffer {
  const { width, height } = picture;
  const field = width === 0 || height === 0 ? '' : `^FO0,0${graphicField(picture)}^FS`;
  return Buffer.from(`^XA^PW${width}^LL${height}^LH0,0^MM${MODE_LETTERS[mode]}^JZN${field}^PQ1^XZ\r\n`, 'latin1');
}
