import { ProblemError } from '#contract/problem.ts';
import type { LabelDrawer } from '#drawing/label-drawer.ts';
import { stringifyPrintValues, type PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { labelNeeds, type LabelNeeds } from '#rendering/label/label-needs.ts';
import type { ArchivedDrawing } from '../archive/archived-drawing.ts';
import { readArchivedLabel } from '../archive/archived-values.ts';
import type { Library, VersionPlace } from './library.ts';

/** Dots per inch: those of most label printers. */
const RESOLUTION = 300;
/** Replace the values that only a line has: nearly every object and code can show a digit, and the others can show a GTIN. */
const SAMPLES = ['1', '4006381333931'];

export interface PictureDeps {
  library: Library;
  drawer: LabelDrawer<ArchivedDrawing>;
}

/**
 * The PNG of a version of a label. The cells are those of its first test, or of the first row of a table of the library that has all its columns; all other
 * values are samples. Throws `not-found` for what is no label, and `cannot-render`, as with a font that the plant does not have.
 */
export async function versionPicture(place: VersionPlace, { library, drawer }: PictureDeps): Promise<Uint8Array> {
  const { kind, name, version } = place;
  if (kind !== 'label') throw new ProblemError('not-found', { detail: 'Only labels have a picture.' });
  const document = (await library.content(place)).toString('utf8');
  const label = readArchivedLabel(document);
  if (!label)
    throw new ProblemError('cannot-render', { detail: `This version of Strobe cannot read version ${version} of the label "${name}".` });
  const needs = labelNeeds(label);
  const cells = label.labelTests?.find(({ row }) => row !== undefined)?.row ?? (await library.firstRowWith(needs.columns)) ?? {};
  let failure: unknown;
  for (const sample of SAMPLES) {
    try {
      const values = stringifyPrintValues(sampleValues(needs, cells, sample));
      return (await drawer.draw({ document, values, hdpi: RESOLUTION, vdpi: RESOLUTION, isColor: false })).png;
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      failure ??= error;
    }
  }
  throw failure;
}

function sampleValues(
  { variables, counters, shiftCodes, columns }: LabelNeeds,
  cells: Readonly<Record<string, string>>,
  sample: string,
): PrintValues {
  return {
    moment: { epochMs: Date.now(), timeZone: 'UTC' },
    variables: new Map(variables.map((variable) => [variable, sample])),
    counters: new Map(counters.map((counter) => [counter, { value: 1, width: 0, padding: '0' }])),
    shiftCodes: new Map(shiftCodes.map((shiftCode) => [shiftCode, [{ offset: 0, code: SAMPLES[0] ?? '' }]])),
    row: columns.length === 0 ? undefined : new Map(columns.map((column) => [column, cells[column] ?? sample])),
  };
}
