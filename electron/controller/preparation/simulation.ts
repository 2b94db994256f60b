import type { Label, SimulationQuery } from '#contract/api-v3/label.ts';
import { ProblemError } from '#contract/problem.ts';
import type { Finding, Review, Simulated } from '#contract/api-v3/simulation.ts';
import { RenderFaults } from '#rendering/label/render-faults.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { LabelFault } from '#rendering/document/label-fault.ts';
import { locateObjects, objectPointer, withoutParts } from '#rendering/document/locate-objects.ts';
import type { PlanesTarget } from '#rendering/label/planes.ts';
import { resolveLabel, resolvePartially } from '#rendering/label/resolve-label.ts';
import type { Printer } from '../printers/printer.ts';
import type { Printers } from '../printers/printers.ts';
import type { TableRow, Tables } from '../tables/tables.ts';
import { labelDocument, type LabelDocument, type LabelDocuments } from './label-documents.ts';
import type { Picture } from '../drawing/drawn-picture.ts';
import type { PrintPreparation } from './print-preparation.ts';

const DEFAULT_TARGET: PlanesTarget = { hdpi: 300, vdpi: 300 };

export interface SimulationDeps {
  documents: LabelDocuments;
  tables: Tables;
  printers: Printers;
  preparation: PrintPreparation;
}

/** The printer and variable values of a simulation. */
export interface SimulationSurroundings {
  /** The printer whose resolution is drawn. */
  printer?: string | undefined;
  /** Values that replace those of the variables. The label must show all of them. */
  variables: ReadonlyMap<string, string>;
}

/** Simulates prints with the current values. Counters do not advance. */
export class Simulation {
  readonly #deps: SimulationDeps;

  constructor(deps: SimulationDeps) {
    this.#deps = deps;
  }

  /**
   * The label with its dynamic text resolved, and the review of its print. Throws `not-found` for label, table, column, key and printer,
   * and `cannot-render` unless the query is lenient: then the review lists the faults.
   */
  async label(name: string, query: SimulationQuery): Promise<Simulated> {
    const { document } = await this.#deps.documents.named(name);
    const values = await this.#values(document, query);
    const review = await this.#review(document, values, query);
    if (query.lenient === 'true') return { ...resolvePartially(document.label, values), review };
    const resolved = resolveLabel(document.label, values);
    refuseFaults(document.label, review.faults);
    return { ...resolved, review };
  }

  /**
   * The label as a picture for the printer of the query, else for the first printer. A lenient query leaves out objects that cannot be
   * drawn.
   */
  async picture(name: string, query: SimulationQuery): Promise<Picture> {
    const { document } = await this.#deps.documents.named(name);
    return this.pictureOf(document, query);
  }

  /** The picture of a document, which need not be a stored label. */
  async pictureOf(document: LabelDocument, query: SimulationQuery): Promise<Picture> {
    const { target } = this.#targetOf(query);
    const values = await this.#values(document, query);
    const drawable = query.lenient === 'true' ? await this.#drawable(document, values, query) : document;
    return this.#deps.preparation.draw(drawable, values, target);
  }

  /**
   * A label, by name or document, with its dynamic text resolved. Throws `not-found`, `invalid-input` for a variable that it does not show,
   * and `cannot-render`.
   */
  async labelWith(label: string | Label, surroundings: SimulationSurroundings): Promise<Label> {
    const { document, values } = await this.#resolve(label, surroundings);
    return resolveLabel(document.label, values);
  }

  /** As `labelWith`, as a picture. */
  async pictureWith(label: string | Label, surroundings: SimulationSurroundings): Promise<Picture> {
    const { document, values, target } = await this.#resolve(label, surroundings);
    return this.#deps.preparation.draw(document, values, target);
  }

  async #resolve(label: string | Label, { printer, variables }: SimulationSurroundings) {
    const { documents, preparation } = this.#deps;
    const { target } = this.#targetOf({ printer });
    const document = typeof label === 'string' ? (await documents.named(label)).document : labelDocument(label);
    const unknown = [...variables.keys()].filter((name) => !document.needs.variables.includes(name));
    if (unknown.length > 0)
      throw new ProblemError('invalid-input', { detail: `The label does not show the variables ${quoted(unknown)}.` });
    const current = await preparation.availableValues({ document, row: undefined, moment: await preparation.moment() });
    return { document, target, values: { ...current, variables: new Map([...current.variables, ...variables]) } };
  }

  async #values(document: LabelDocument, query: SimulationQuery): Promise<PrintValues> {
    const { preparation } = this.#deps;
    const row = await this.#rowOf(query);
    const moment = await preparation.moment(query.at === undefined ? undefined : Date.parse(query.at));
    const plan = { document, row, moment };
    return query.lenient === 'true' ? preparation.availableValues(plan) : preparation.values(plan);
  }

  /** What a print of a document would show wrongly. Values that are missing are faults. */
  async reviewOf(document: LabelDocument, query: SimulationQuery): Promise<Review> {
    return this.#review(document, await this.#values(document, { ...query, lenient: 'true' }), query);
  }

  #review(document: LabelDocument, values: PrintValues, query: SimulationQuery): Promise<Review> {
    return this.#deps.preparation.review(document, values, this.#targetOf(query));
  }

  /** The document without the objects that cannot be drawn. */
  async #drawable(document: LabelDocument, values: PrintValues, query: SimulationQuery): Promise<LabelDocument> {
    const { faults } = await this.#review(document, values, query);
    if (faults.length === 0) return document;
    return labelDocument(withoutParts(document.label, new Set(faults.map(({ pointer }) => objectPointer(pointer) || pointer))));
  }

  async #rowOf({ tableName, keyColumn, key }: SimulationQuery): Promise<TableRow | undefined> {
    if (tableName === undefined && keyColumn === undefined && key === undefined) return undefined;
    if (tableName !== undefined && keyColumn !== undefined && key !== undefined) {
      return this.#deps.tables.getRowByKey(tableName, { column: keyColumn, key });
    }
    const detail = 'tableName, keyColumn and key come together or not at all';
    const missing = Object.entries({ tableName, keyColumn, key }).filter(([, value]) => value === undefined);
    throw new ProblemError('invalid-input', { detail, errors: missing.map(([part]) => ({ pointer: `?${part}`, detail })) });
  }

  #targetOf({ printer: name }: SimulationQuery): { printer: Printer | undefined; target: PlanesTarget } {
    const { printers } = this.#deps;
    const printer = name === undefined ? undefined : printers.get(name);
    return { printer, target: (printer ?? printers.all()[0])?.engine.target ?? DEFAULT_TARGET };
  }
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

function refuseFaults(label: Label, found: readonly Finding[]): void {
  const faults = new RenderFaults();
  const objects = new Map(locateObjects(label).map((located) => [located.pointer, located]));
  for (const { pointer, detail } of found) {
    const owner = objects.get(objectPointer(pointer)) ?? { pointer: '' };
    faults.attempt(owner, () => {
      throw new LabelFault(pointer.slice(owner.pointer.length), detail);
    });
  }
  faults.throwAny();
}
