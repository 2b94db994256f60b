import { dictionary } from '#contract/api-v3/name.ts';
import { labelSchema } from '#contract/api-v3/label.ts';
import type { Print, PrintDetail, PrintMove, PrintState } from '#contract/api-v3/print.ts';
import { barcodeContent, barcodeText } from '#rendering/label/barcode-contents.ts';
import { changingTexts, counterTexts, labelContent } from '#rendering/label/label-content.ts';
import { readStored } from '../stored-content/stored-json.ts';
import { countersOf, storedMessage, storedValues } from './stored-values.ts';
import type { PrintRow } from './print-search.ts';

/** A print with the document that it was drawn from. */
export interface StoredPrint extends PrintRow {
  hash: string;
  document: string;
}

/** A print in a list, and the print that supersedes it; without counters if its values cannot be read. */
export function toPrint(row: PrintRow, supersededBy: number | undefined): Print {
  const counters = countersOf(row);
  return {
    id: row.id,
    printer: row.printer,
    job: row.job,
    label: row.label_name,
    ...(row.label_revision === 0 ? {} : { labelRevision: row.label_revision }),
    ...(row.table_name === null ? {} : { table: row.table_name }),
    ...(row.key === null ? {} : { key: row.key }),
    state: row.state,
    proof: row.proof,
    ...(row.operator === '' ? {} : { operator: row.operator }),
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(row.resolved_by === null ? {} : { resolvedBy: row.resolved_by }),
    ...linksOf(row, supersededBy),
    reserved: iso(row.reserved),
    settled: iso(row.settled),
    counters: [...counters].map(([name, { value }]) => ({ name, value })),
    ...(row.purpose === 'test' ? { purpose: row.purpose } : {}),
    pictureHash: row.picture_hash,
    ...(row.verification === null ? {} : { verification: row.verification }),
  };
}

/** The prints that a print repeats or replaces, and the one that replaces it. */
function linksOf({ reprint_of, supersedes }: PrintRow, supersededBy: number | undefined) {
  return {
    ...(reprint_of === null ? {} : { reprintOf: reprint_of }),
    ...(supersedes === null ? {} : { supersedes }),
    ...(supersededBy === undefined ? {} : { supersededBy }),
  };
}

/** All details of a print; `reprints` are the ids of its reprints. Throws `content-unusable`. */
export function toDetail(
  row: StoredPrint,
  { reprints, supersededBy }: { reprints: number[]; supersededBy: number | undefined },
): PrintDetail {
  const values = storedValues(row);
  const label = readStored(labelSchema, row.document, { title: `label of the print ${row.id}` });
  const content = labelContent(label);
  const code = barcodeContent(label, values);
  return {
    ...toPrint(row, supersededBy),
    ...(row.row === null ? {} : { row: row.row }),
    texts: [...content.unchanging, ...changingTexts(content, values)].sort(byPlace),
    ...(code && { code: barcodeText(code) }),
    serials: counterTexts(content, values),
    moment: { at: iso(values.moment.epochMs), timeZone: values.moment.timeZone },
    variables: dictionary(values.variables),
    ...(values.row && { cells: dictionary(values.row) }),
    hdpi: row.hdpi,
    vdpi: row.vdpi,
    ...deviceMessageOf(row),
    ...verificationOf(row),
    moves: movesOf(row),
    ...(row.reprint_reason === null ? {} : { reprintReason: row.reprint_reason }),
    ...(row.rework_reason === null ? {} : { reworkReason: row.rework_reason }),
    reprints,
  };
}

/** Empty if it cannot be read. */
function deviceMessageOf({ device_message }: PrintRow): Pick<PrintDetail, 'deviceMessage'> {
  const message = storedMessage(device_message);
  return message ? { deviceMessage: message } : {};
}

/** Empty while there is no verdict. */
function verificationOf({
  verified_by,
  verified_at,
  expected_text,
  read_text,
  read_grade,
}: PrintRow): Pick<PrintDetail, 'verificationResult'> {
  if (verified_at === null) return {};
  return {
    verificationResult: {
      reader: verified_by ?? '',
      at: iso(verified_at),
      ...(expected_text === null ? {} : { expected: expected_text }),
      ...(read_text === null ? {} : { read: read_text }),
      ...(read_grade === null ? {} : { grade: read_grade }),
    },
  };
}

/** The states of the print. Prints from before state changes were stored have the first and the last one. */
function movesOf({ state, reserved, sent, unknown_since, unknown_reason, settled, resolved_by, reason }: PrintRow): PrintMove[] {
  const passed: [PrintState, number | null, string | null][] = [
    ['reserved', reserved, null],
    ['sent', sent, null],
    ['unknown', unknown_since, unknown_reason],
  ];
  const moves = passed.flatMap(([passedState, at, why]): PrintMove[] =>
    at === null ? [] : [{ state: passedState, at: iso(at), ...(why === null ? {} : { reason: why }) }],
  );
  if (moves.some((move) => move.state === state)) return moves;
  const said = { ...(resolved_by === null ? {} : { by: resolved_by }), ...(reason === null ? {} : { reason }) };
  return [...moves, { state, at: iso(settled), ...said }];
}

/** In the order of the label: numbers in pointers are compared by value. */
function byPlace(a: { pointer: string }, b: { pointer: string }): number {
  return a.pointer.localeCompare(b.pointer, 'en', { numeric: true });
}

function iso(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
