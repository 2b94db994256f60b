import type { Plan, PlannedCounter, PlannedPrint } from '#contract/api-v3/plan.ts';
import { isDeselection, type PrintJob } from '#contract/api-v3/print-job.ts';
import { ProblemError } from '#contract/problem.ts';
import { counterPreview } from '#rendering/dynamic-text/counter-preview.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { changingTexts, labelContent } from '#rendering/label/label-content.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import type { CounterState } from '../counters/counter-run.ts';
import type { Printer } from '../printers/printer.ts';
import type { FrozenRow } from './freezing.ts';
import type { PrinterRuntimes } from '../runtime/printer-runtimes.ts';
import type { Picture } from '../drawing/drawn-picture.ts';
import type { PlanTokens } from './plan-tokens.ts';
import type { PrintPreparation } from '../preparation/print-preparation.ts';
import type { Selected, SelectionResolver } from './selection-resolver.ts';

export interface PlanningDeps {
  db: ControllerDatabase;
  runtimes: PrinterRuntimes;
  selectionResolver: SelectionResolver;
  preparation: PrintPreparation;
  tokens: PlanTokens;
}

/** A print of a plan, with its picture. */
type DrawnPrint = Omit<PlannedPrint, 'picture'> & { picture: Picture };

/** A plan whose pictures are not encoded yet. */
type DrawnPlan = Omit<Plan, 'first' | 'last'> & { first: DrawnPrint; last: DrawnPrint | null };

/** Plans selections: resolves one as a selection would, and changes nothing. */
export class Planning {
  readonly #deps: PlanningDeps;

  constructor(deps: PlanningDeps) {
    this.#deps = deps;
  }

  /** Throws what the selection would throw, and `invalid-input` for one that selects nothing. */
  async plan(printerName: string, selection: PrintJob): Promise<DrawnPlan> {
    const { runtimes, selectionResolver, tokens, db } = this.#deps;
    const runtime = runtimes.get(printerName);
    const { printer } = runtime;
    if (isDeselection(selection)) throw nothingToPlan();
    const selected = await selectionResolver.resolve(runtime, selection);
    const { queue, variables, counters: states, token } = await tokens.basis({ printer: printerName, selection, selected }, db);
    const counters = plannedCounters(selected, states);
    const { first, last, job } = selected;
    const lastValues = new Map(counters.flatMap((counter) => (counter.last ? [[counter.name, counter.last.value] as const] : [])));
    return {
      plan: token,
      position: selection.queue ? queue.length : 0,
      rows: selected.labels.reduce((rows, label) => rows + label.rows, 0),
      prints: job.total_copies === null ? null : selected.labels.reduce((prints, { copies }) => prints + (copies ?? 0), 0),
      frozen: selected.frozen !== undefined,
      counters,
      variables: [...selected.variables].map(([name, to]) => ({ name, from: variables.get(name) ?? '', to })),
      dropped: selection.queue ? [] : queue.map(({ id, description, label_name: label }) => ({ id, description, label })),
      first: await this.#draw(printer, first, { selected, counters: new Map() }),
      last: job.total_copies === null ? null : await this.#draw(printer, last, { selected, counters: lastValues }),
    };
  }

  async #draw(
    printer: Printer,
    { document, row, labelName }: FrozenRow,
    { selected, counters }: { selected: Selected; counters: ReadonlyMap<string, number> },
  ): Promise<DrawnPrint> {
    const { preparation } = this.#deps;
    const current = await preparation.values({ document, row, moment: selected.moment });
    const values: PrintValues = {
      ...current,
      variables: new Map([...current.variables].map(([name, value]) => [name, selected.variables.get(name) ?? value])),
      counters: new Map([...current.counters].map(([name, reading]) => [name, { ...reading, value: counters.get(name) ?? reading.value }])),
    };
    const content = labelContent(document.label);
    const texts = [...content.unchanging, ...changingTexts(content, values)];
    const { warnings } = await preparation.review(document, values, { printer, target: printer.engine.target });
    return {
      label: labelName,
      ...(row && { row: row.row }),
      texts: texts.sort((a, b) => a.pointer.localeCompare(b.pointer, 'en', { numeric: true })),
      warnings,
      picture: await preparation.drawFor(printer, document, values),
    };
  }
}

/** The effect of the job's prints on each counter that its labels show. A frozen job takes one value per row. */
function plannedCounters({ job, labels, frozen }: Selected, states: ReadonlyMap<string, CounterState>): PlannedCounter[] {
  return [...states].map(([name, { counter, repeated }]) => {
    const users = labels.filter(({ document }) => document.needs.counters.includes(name));
    const moves = users.reduce((sum, { rows, copies }) => sum + (frozen ? rows : (copies ?? 1)), 0);
    const isEndless = job.total_copies === null && !frozen;
    const { first, last, wrap } = counterPreview(counter, { prints: moves, repeated });
    return { name, first, last: isEndless ? null : last, wrap: wrap && (isEndless || wrap.print <= moves) ? wrap : null };
  });
}

function nothingToPlan(): ProblemError {
  const detail = 'a plan needs labelName, labelColumn or labelData';
  return new ProblemError('invalid-input', { detail: `/labelName: ${detail}`, errors: [{ pointer: '/labelName', detail }] });
}
