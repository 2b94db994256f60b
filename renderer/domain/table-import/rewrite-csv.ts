import { csvRow } from '#contract/csv/write-csv.ts';
import { storedCells, type PlannedColumn } from './column-plan.ts';
import type { RowBatch } from '#contract/csv/source-row.ts';

/**
 * Rewrites the rows of a file as UTF-8 with commas and the planned columns. Each batch becomes a part of the blob, which the browser stores
 * outside of the page's memory, on disk if it is large. Undefined if stopped.
 */
export async function rewriteRows(
  batches: AsyncIterable<RowBatch>,
  plan: readonly PlannedColumn[],
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<Blob | undefined> {
  const pieces: Blob[] = [];
  let isHeading = true;
  for await (const { rows, share } of batches) {
    if (signal.aborted) return undefined;
    const lines = rows.map(({ cells }) => {
      const written = isHeading ? plan.filter(({ isKept }) => isKept).map(({ name }) => name) : storedCells(plan, cells);
      isHeading = false;
      return csvRow(written);
    });
    pieces.push(new Blob([lines.join('')]));
    onProgress(share);
  }
  return new Blob(pieces, { type: 'text/csv' });
}
