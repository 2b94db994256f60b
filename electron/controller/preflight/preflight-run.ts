import type { PreflightFinding, PreflightRequest } from '#contract/api-v3/preflight.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ExaminedPrint } from '#rendering/label/review/examine-prints.ts';
import type { DrawingPool } from '../drawing/drawing-pool.ts';
import type { Fonts } from '../fonts/fonts.ts';
import type { ApprovalRule } from '../preparation/approval-rule.ts';
import type { PrintPreparation } from '../preparation/print-preparation.ts';
import type { Printer } from '../printers/printer.ts';
import type { TableRow, Tables } from '../tables/tables.ts';
import type { FindingCollector } from './finding-collector.ts';
import { doesStop, LabelRun } from './label-run.ts';
import { checkRow, type CheckedRow, type RowFinding } from './row-findings.ts';

export interface PreflightRunDeps {
  approvalRule: ApprovalRule;
  tables: Tables;
  preparation: PrintPreparation;
  drawing: DrawingPool;
  fonts: Fonts;
}

export interface RunOptions {
  table: string;
  request: PreflightRequest;
  printer: Printer;
  /** Milliseconds since the epoch; the first one is now. */
  moments: readonly number[];
  /** Row numbers from 0, `end` exclusive. */
  from: number;
  end: number;
  collector: FindingCollector;
  signal: AbortSignal;
  /** Called after every batch with the rows and prints that were checked. */
  progress: (rows: number, prints: number) => void;
}

const DUPLICATES_PER_PAGE = 1_000;
/** Batches in flight: the threads always have the next one, and other requests wait for two at most. */
const MAX_BATCHES_IN_FLIGHT = 2;

/** Checks the prints of a table, row by row. */
export class PreflightRun {
  readonly #deps: PreflightRunDeps;
  readonly #options: RunOptions;
  /** The labels that rows name; undefined for missing ones. */
  readonly #labels = new Map<string, LabelRun | undefined>();

  constructor(deps: PreflightRunDeps, options: RunOptions) {
    this.#deps = deps;
    this.#options = options;
  }

  /** Runs to the end or until cancelled. Throws `not-found` for a missing column, and the problem of an unusable label. */
  async run(): Promise<void> {
    const { table, from, end, signal, progress } = this.#options;
    for await (const page of this.#deps.tables.walk(table, { from, end })) {
      const findings = await this.#checkPage(page);
      if (signal.aborted) return;
      for (const finding of findings) this.#options.collector.add(finding);
      progress(page.length, 0);
    }
    await this.#findDuplicateKeys();
  }

  /** The labels that were checked, with the hashes of their versions. */
  labels(): { name: string; hash: string }[] {
    return [...this.#labels].flatMap(([name, label]) => (label ? [{ name, hash: label.source.document.hash }] : []));
  }

  async #checkPage(page: readonly TableRow[]): Promise<PreflightFinding[]> {
    const { table, request } = this.#options;
    const checked = page.map((row) => checkRow(table, row, request));
    const byLabel = new Map<LabelRun, TableRow[]>();
    for (const one of checked) {
      const label = one.labelName === undefined ? undefined : await this.#label(one.labelName);
      if (label) rowsOf(byLabel, label).push(one.row);
      else if (one.labelName !== undefined) one.findings.push(this.#noLabel(one));
    }
    const found = checked.flatMap(({ row, findings }) => findings.map((finding) => this.#ofRow(row, finding)));
    for (const [label, rows] of byLabel) found.push(...(await this.#checkPrints(label, rows)));
    return found.sort((one, other) => one.row - other.row);
  }

  /** Draws the prints of one label in batches. */
  async #checkPrints(label: LabelRun, rows: TableRow[]): Promise<PreflightFinding[]> {
    const found: PreflightFinding[] = [];
    const lane = async (): Promise<void> => {
      while (rows.length > 0 && !this.#options.signal.aborted) found.push(...(await this.#checkBatch(label, label.takeBatch(rows))));
    };
    await Promise.all(Array.from({ length: MAX_BATCHES_IN_FLIGHT }, lane));
    return found;
  }

  async #checkBatch(label: LabelRun, rows: readonly TableRow[]): Promise<PreflightFinding[]> {
    const begin = performance.now();
    const examined = await this.#examine(label, rows);
    label.recordBatch(rows.length, performance.now() - begin);
    this.#options.progress(0, rows.length * label.moments.length);
    return examined.flatMap(({ row: at, moment, findings }) => {
      const row = rows[at];
      return row ? findings.map((finding) => ({ ...this.#named(row), ...label.describe(finding, row, moment) })) : [];
    });
  }

  /** Finds the row on which the threads fail by examining the rows of the batch one by one; that row gets a finding. */
  async #examine(label: LabelRun, rows: readonly TableRow[]): Promise<ExaminedPrint[]> {
    const { drawing, fonts } = this.#deps;
    const { printer } = this.#options;
    const { hash, text } = label.source.document;
    const order = { hash, text, values: label.values, target: printer.engine.target, fonts: fonts.set };
    const prints = { rows: rows.map((row) => label.cellsOf(row)), moments: label.moments, printableHeight: printer.properties.height };
    try {
      return await drawing.examine(order, prints);
    } catch (error) {
      if (!(error instanceof ProblemError) || error.slug !== 'cannot-render') throw error;
      if (rows.length === 1) return [{ row: 0, moment: 0, findings: [{ kind: 'fault', pointer: '', detail: error.message }] }];
      const alone = await Promise.all(rows.map((row) => this.#examine(label, [row])));
      return alone.flatMap((examined, row) => examined.map((one) => ({ ...one, row })));
    }
  }

  async #label(name: string): Promise<LabelRun | undefined> {
    if (!this.#labels.has(name)) this.#labels.set(name, await this.#open(name));
    return this.#labels.get(name);
  }

  async #open(name: string): Promise<LabelRun | undefined> {
    const { approvalRule, preparation } = this.#deps;
    const { moments, request, printer } = this.#options;
    try {
      const source = await approvalRule.selectable(name, printer.name);
      const moment = await preparation.moment(moments[0]);
      const current = await preparation.availableValues({ document: source.document, row: undefined, moment });
      const variables = new Map([...current.variables, ...Object.entries(request.variables ?? {})]);
      return new LabelRun({ name, source, values: { ...current, variables }, moments });
    } catch (error) {
      if (error instanceof ProblemError && error.slug === 'not-found') return undefined;
      throw error;
    }
  }

  /** Finds rows whose key is not unique: they cannot be selected by it. */
  async #findDuplicateKeys(): Promise<void> {
    const { table, request, collector, from, end, signal } = this.#options;
    const column = request.keyColumn;
    if (column === undefined) return;
    for (let offset = 0; !signal.aborted; offset += DUPLICATES_PER_PAGE) {
      const { columns, rows, total } = await this.#deps.tables.rows(table, { doubles: column, offset, limit: DUPLICATES_PER_PAGE });
      for (const { row, cells } of rows) {
        if (row < from || row >= end) continue;
        const value = cells[columns.indexOf(column)] ?? '';
        collector.add(this.#ofRow({ row, cells: new Map([[column, value]]) }, doubled(column, value)));
      }
      if (offset + rows.length >= total || rows.length === 0) return;
    }
  }

  #noLabel({ labelName = '', row }: CheckedRow): RowFinding {
    const column = this.#options.request.labelColumn;
    const cells = column === undefined ? [] : [{ column, value: row.cells.get(column) ?? '' }];
    return { kind: 'label', detail: `There is no label "${labelName}"`, cells };
  }

  #ofRow(row: TableRow, { kind, detail, cells }: RowFinding): PreflightFinding {
    const moment = new Date(this.#options.moments[0] ?? 0).toISOString();
    return { ...this.#named(row), ...{ pointer: '', object: '', kind, stops: doesStop(kind), detail, moment, cells } };
  }

  #named({ row, cells }: TableRow): Pick<PreflightFinding, 'row' | 'key'> {
    const { keyColumn } = this.#options.request;
    const key = keyColumn === undefined ? undefined : cells.get(keyColumn);
    return key === undefined ? { row } : { row, key };
  }
}

function rowsOf(byLabel: Map<LabelRun, TableRow[]>, label: LabelRun): TableRow[] {
  const rows = byLabel.get(label) ?? [];
  byLabel.set(label, rows);
  return rows;
}

function doubled(column: string, value: string): RowFinding {
  return {
    kind: 'key',
    detail: `The key "${value}" is in other rows too: none of them can be selected by it`,
    cells: [{ column, value }],
  };
}
