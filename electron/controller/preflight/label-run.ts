import type { PreflightFinding } from '#contract/api-v3/preflight.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import type { PrintFinding } from '#rendering/label/review/examine-prints.ts';
import type { LabelSource } from '../preparation/label-documents.ts';
import type { TableRow } from '../tables/tables.ts';
import { LabelPartIndex } from './label-part-index.ts';

/** Target duration of a batch in milliseconds, after which other requests get the thread. */
const BATCH_DURATION = 40;
const MAX_BATCH_ROWS = 512;

/** The kinds that prevent a print; all others print, but with a defect. */
const STOPPING: ReadonlySet<PreflightFinding['kind']> = new Set(['fault', 'height', 'key', 'copies', 'label']);

/** Whether findings of this kind prevent the print. */
export function doesStop(kind: PreflightFinding['kind']): boolean {
  return STOPPING.has(kind);
}

/** One label of a pre-flight: its values without rows, and the number of rows per batch. */
export class LabelRun {
  readonly name: string;
  readonly source: LabelSource;
  /** Milliseconds since the epoch; only the first one for a label without dates. */
  readonly moments: readonly number[];
  readonly #values: PrintValues;
  readonly #parts: LabelPartIndex;
  #batchRows = 1;

  constructor({ name, source, values, moments }: { name: string; source: LabelSource; values: PrintValues; moments: readonly number[] }) {
    this.name = name;
    this.source = source;
    this.moments = source.document.needs.moment ? moments : moments.slice(0, 1);
    this.#values = values;
    this.#parts = new LabelPartIndex(source.document.label);
  }

  get values(): PrintValues {
    return this.#values;
  }

  /** Removes the rows of the next batch from `rows`. */
  takeBatch(rows: TableRow[]): TableRow[] {
    return rows.splice(0, this.#batchRows);
  }

  /** Adjusts the batch size to the duration of the last batch. */
  recordBatch(rows: number, milliseconds: number): void {
    const wanted = Math.round((rows * BATCH_DURATION) / Math.max(milliseconds, 1));
    this.#batchRows = Math.min(MAX_BATCH_ROWS, this.#batchRows * 4, Math.max(1, wanted));
  }

  /** The cells of a row that the label shows. */
  cellsOf({ cells }: TableRow): ReadonlyMap<string, string> {
    const shown = new Map<string, string>();
    for (const column of this.source.document.needs.columns) {
      const cell = cells.get(column);
      if (cell !== undefined) shown.set(column, cell);
    }
    return shown;
  }

  describe({ kind, pointer, detail }: PrintFinding, { cells }: TableRow, moment: number) {
    const { name, columns } = this.#parts.at(pointer);
    return {
      ...{ kind, pointer, detail, object: name, labelName: this.name, stops: doesStop(kind) },
      moment: new Date(this.moments[moment] ?? 0).toISOString(),
      cells: columns.flatMap((column) => {
        const value = cells.get(column);
        return value === undefined ? [] : [{ column, value }];
      }),
    };
  }
}
