import type { Plan, PlannedCounter, PlannedPrint } from '#contract/api-v3/plan.ts';
import type { PrintJob } from '#contract/api-v3/print-job.ts';
import { ProblemError } from '#contract/problem.ts';
import { counterPreview } from '#rendering/dynamic-text/counter-sequence.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { changingTexts, labelContent } from '#rendering/label-content.ts';
import type { ControllerDatabase } from '#storage/controller-schema.ts';
import type { CounterState } from '../counters/counter-run.ts';
import type { Printer } from '../printers/printer.ts';
import type { FrozenRow } from './freezing.ts';
import type { Lines } from './lines.ts';
import type { Picture } from './picture.ts';
import type { PlanTokens } from './plan-tokens.ts';
import type { Preparation } from './preparation.ts';
import { isDeselection, type Selected, type Selecting } from './selecting.ts';

export interface PlanningRooms {
  db: ControllerDatabase;
  lines: Lines;
  selecting: Selecting;
  preparation: Preparation;
  tokens: PlanTokens;
}

/** A print of a plan as it was drawn. */
type DrawnPrint = Omit<PlannedPrint, 'picture'> & { picture: Picture };

/** A plan whose pictures are no files yet. */
type DrawnPlan = Omit<Plan, 'first' | 'last'> & { first: DrawnPrint; last: DrawnPrint | null };

/** What a selection would change, found in the way of a selection. Nothing changes. */
export class Planning {
  readonly #rooms: PlanningRooms;

  constructor(rooms: PlanningRooms) {
    this.#rooms = rooms;
  }

  /** Throws what the selection would throw, and `invalid-input` for one that selects nothing. */
  async plan(printerName: string, selection: PrintJob): Promise<DrawnPlan> {
    const { lines, selecting, tokens, db } = this.#rooms;
    const { printer } = lines.named(printerName);
    if (isDeselection(selection)) throw nothingToPlan();
    const selected = await selecting.resolve(printer, selection);
    const { queue, variables, counters: states, token } = await tokens.basis({ printer: printerName, selection, selected }, db);
    const counters = plannedCounters(selected, states);
    const { first, last, job } = selected;
    const lastValues = new Map(counters.flatMap((counter) => (counter.last ? [[counter.name, counter.last.value] as const] : [])));
    return {
      plan: token,
      position: selection.queue ? queue.length : 0,
      rows: selected.labels.reduce((rows, label) => rows + label.rows, 0),
      prints: job.total_copies,
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
    const { preparation } = this.#rooms;
    const known = await preparation.values({ document, row, moment: selected.moment });
    const values: PrintValues = {
      ...known,
      variables: new Map([...known.variables].map(([name, value]) => [name, selected.variables.get(name) ?? value])),
      counters: new Map([...known.counters].map(([name, reading]) => [name, { ...reading, value: counters.get(name) ?? reading.value }])),
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

/** What the prints of the job do to each counter that its labels show, by name. A frozen job takes one value for each row. */
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
