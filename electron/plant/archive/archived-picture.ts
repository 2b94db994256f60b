import { ProblemError } from '#contract/problem.ts';
import type { LabelDrawer } from '#drawing/label-drawer.ts';
import { isColorHash } from '#drawing/picture-hash.ts';
import type { StoredPrint } from './archived-print-detail.ts';
import type { ArchivedDrawing } from './archived-drawing.ts';

/**
 * The PNG of an archived print, drawn again from its label document and values, with the same bits. Throws `not-found` while the document has not
 * arrived, and `cannot-render` if it cannot be drawn with the same bits, as with a font that only its controller has.
 */
export async function archivedPicture(print: StoredPrint, drawer: LabelDrawer<ArchivedDrawing>): Promise<Uint8Array> {
  const { document, print_values: values, hdpi, vdpi, picture_hash: expected } = print;
  if (document === null) throw new ProblemError('not-found', { detail: 'The label of this print has not arrived at the archive yet.' });
  const { png, hash } = await drawer.draw({ document, values, hdpi, vdpi, isColor: isColorHash(expected) });
  if (hash === expected) return png;
  const detail =
    `The picture cannot be drawn as it was printed: its hash was ${expected}, and this one has ${hash}. Its controller may have used a font or a version ` +
    'of Strobe that the plant does not have.';
  throw new ProblemError('cannot-render', { detail });
}
