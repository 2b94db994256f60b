import type { PreflightFinding } from '#contract/api-v3/preflight.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import type { PrintFinding } from '#rendering/review/examine-prints.ts';
import type { LabelSource } from '../jobs/label-documents.ts';
import type { TableRow } from '../tables/tables.ts';
import { LabelParts } from './label-parts.ts';

/** So long may a thread be at work for a pre-flight before others have their turn, in milliseconds. */
const TURN = 40;
const MOST_ROWS = 512;

/** What may stop a print: all else prints, but not as it should. */
const STOPPING: ReadonlySet<PreflightFinding['kind']> = new Set(['fault', 'height', 'key', 'copies', 'label']);

export function doesStop(kind: PreflightFinding['kind']): boolean {
  return STOPPING.has(kind);
}

/** One label of a pre-flight: what it needs besides rows, and how many of them fill a turn. */
export class LabelRun {
  readonly name: string;
  readonly source: LabelSource;
  /** Milliseconds since the epoch: where the label does not show the time, the first says as much as all. */
  readonly moments: readonly number[];
  readonly #values: PrintValues;
  readonly #parts: LabelParts;
  #rowsPerTurn = 1;

  constructor({ name, source, values, moments }: { name: string; source: LabelSource; values: PrintValues; moments: readonly number[] }) {
    this.name = name;
    this.source = source;
    this.moments = source.document.needs.moment ? moments : moments.slice(0, 1);
    this.#values = values;
    this.#parts = new LabelParts(source.document.label);
  }

  get values(): PrintValues {
    return this.#values;
  }

  /** The rows of the next turn. */
  take(rows: TableRow[]): TableRow[] {
    return rows.splice(0, this.#rowsPerTurn);
  }

  /** Makes the next turn as long as it may be, given how long one took. */
  took(rows: number, milliseconds: number): void {
    const wanted = Math.round((rows * TURN) / Math.max(milliseconds, 1));
    this.#rowsPerTurn = Math.min(MOST_ROWS, this.#rowsPerTurn * 4, Math.max(1, wanted));
  }

  /** The cells that the label shows of a row. */
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
