import type { Label } from '#contract/api-v3/label.ts';
import type { Finding, Review } from '#contract/api-v3/simulation.ts';
import { ProblemError } from '#contract/problem.ts';
import type { PrintValues } from '../dynamic-text/print-values.ts';
import { compilePlanes, printPlanes } from '../print-planes.ts';
import type { PlanesTarget } from '../print-planes.ts';
import type { FontLibrary } from '../text/fonts.ts';
import { compileReview } from './review-label.ts';

/** What is to be said about a print, without its place on the picture. */
export type PrintFinding = Pick<Finding, 'kind' | 'pointer' | 'detail'>;

/** What is to be said about the print of a row at a moment; both are given by their places in what was asked for. */
export interface ExaminedPrint {
  row: number;
  moment: number;
  findings: PrintFinding[];
}

/** Which prints are looked at: one of each row at each moment, in milliseconds since the epoch. */
export interface PrintsToExamine {
  rows: readonly PrintValues['row'][];
  moments: readonly number[];
}

/** A label made ready to be printed and looked at, print after print. */
export interface Examiner {
  review: (values: PrintValues) => Review;
  /** Draws a print as the printer would. Throws `cannot-render`. */
  print: (values: PrintValues) => void;
}

/** `printableHeight` in millimetres; undefined when that is not known. */
export function compileExaminer(
  label: Label,
  { target, fonts, printableHeight }: { target: PlanesTarget; fonts: FontLibrary; printableHeight: number | undefined },
): Examiner {
  const review = compileReview(label, { target, fonts, printableHeight });
  let planes: ReturnType<typeof compilePlanes> | undefined;
  const print = (values: PrintValues): void => {
    planes ??= compilePlanes(label, target, fonts);
    printPlanes(planes, values);
  };
  return { review, print };
}

/**
 * Draws prints of a label and tells what is to be said about them, row by row. What a row shows at several moments is told with the first of
 * them. Rows and moments of which nothing is to be said are left out.
 */
export function examinePrints(examiner: Examiner, values: PrintValues, { rows, moments }: PrintsToExamine): ExaminedPrint[] {
  return rows.flatMap((cells, row) => {
    const known = new Set<string>();
    return moments.flatMap((epochMs, moment) => {
      const found = findingsOf(examiner, { ...values, row: cells, moment: { ...values.moment, epochMs } });
      const findings = found.filter(({ pointer, detail }) => {
        const key = `${pointer} ${detail}`;
        const isNew = !known.has(key);
        known.add(key);
        return isNew;
      });
      return findings.length > 0 ? [{ row, moment, findings }] : [];
    });
  });
}

function findingsOf({ review, print }: Examiner, values: PrintValues): PrintFinding[] {
  const { faults, warnings } = review(values);
  const found = [...faults, ...warnings].map(({ kind, pointer, detail }) => ({ kind, pointer, detail }));
  return faults.length > 0 ? found : [...found, ...drawingFaults(print, values)];
}

/** What only the drawing itself finds, such as that it takes too long. */
function drawingFaults(print: Examiner['print'], values: PrintValues): PrintFinding[] {
  try {
    print(values);
    return [];
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const { errors = [{ pointer: '', detail: error.message }] } = error.context;
    return errors.map(({ pointer, detail }) => ({ kind: 'fault', pointer, detail }));
  }
}
