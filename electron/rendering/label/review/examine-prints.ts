import type { Label } from '#contract/api-v3/label.ts';
import type { Finding, Review } from '#contract/api-v3/simulation.ts';
import { ProblemError } from '#contract/problem.ts';
import type { PrintValues } from '../../dynamic-text/print-values.ts';
import { compilePlanes, printPlanes } from '../print-planes.ts';
import type { PlanesTarget } from '../planes.ts';
import type { FontLibrary } from '../../text/font-library.ts';
import { compileReview } from './review-label.ts';

/** A finding without its place on the picture. */
export type PrintFinding = Pick<Finding, 'kind' | 'pointer' | 'detail'>;

/** The findings of one print; row and moment are indexes into the request. */
export interface ExaminedPrint {
  row: number;
  moment: number;
  findings: PrintFinding[];
}

/** The prints to examine: one for each row at each moment, in milliseconds since the epoch. */
export interface PrintsToExamine {
  rows: readonly PrintValues['row'][];
  moments: readonly number[];
}

/** A label prepared for examining many prints. */
export interface Examiner {
  review: (values: PrintValues) => Review;
  /** Draws a print as the printer would. Throws `cannot-render`. */
  print: (values: PrintValues) => void;
}

/** Prepares a label. `printableHeight` in millimetres; undefined if unknown. */
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
 * Draws prints of a label and returns their findings row by row. A finding that occurs at several moments is reported with the first one.
 * Rows and moments without findings are omitted.
 */
export function examinePrints(examiner: Examiner, values: PrintValues, { rows, moments }: PrintsToExamine): ExaminedPrint[] {
  return rows.flatMap((cells, row) => {
    const reported = new Set<string>();
    return moments.flatMap((epochMs, moment) => {
      const found = findingsOf(examiner, { ...values, row: cells, moment: { ...values.moment, epochMs } });
      const findings = found.filter(({ pointer, detail }) => {
        const key = `${pointer} ${detail}`;
        const isNew = !reported.has(key);
        reported.add(key);
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

/** Faults that only drawing detects, such as excessive effort. */
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
