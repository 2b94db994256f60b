import type { Label, SimulationQuery } from '#contract/api-v3/label.ts';
import { ProblemError } from '#contract/problem.ts';
import type { Finding, Review, Simulated } from '#contract/api-v3/simulation.ts';
import { RenderFaults } from '#rendering/cannot-render.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { LabelFault } from '#rendering/label-fault.ts';
import { locateObjects, objectPointer, withoutParts } from '#rendering/label-objects.ts';
import type { PlanesTarget } from '#rendering/print-planes.ts';
import { resolveLabel, resolveWhatCan } from '#rendering/resolve-label.ts';
import type { Printer } from '../printers/printer.ts';
import type { Printers } from '../printers/printers.ts';
import type { TableRow, Tables } from '../tables/tables.ts';
import { labelDocument, type LabelDocument, type LabelDocuments } from './label-documents.ts';
import type { Picture } from './picture.ts';
import type { Preparation } from './preparation.ts';

const DEFAULT_TARGET: PlanesTarget = { hdpi: 300, vdpi: 300 };

export interface SimulationRooms {
  documents: LabelDocuments;
  tables: Tables;
  printers: Printers;
  preparation: Preparation;
}

/** What a simulation is made with beside what is stored. */
export interface SimulationSurroundings {
  /** The printer whose resolution is drawn. */
  printer?: string | undefined;
  /** Values that count in place of those of the variables. The label shows all of these variables. */
  variables: ReadonlyMap<string, string>;
}

/** A label as it would print now; nothing moves. */
export class Simulation {
  readonly #rooms: SimulationRooms;

  constructor(rooms: SimulationRooms) {
    this.#rooms = rooms;
  }

  /**
   * The label with its dynamic text resolved, and what is to be said about its print. Throws `not-found` for label, table, column, key and
   * printer, and `cannot-render` unless the query is lenient: then its faults are among what is said.
   */
  async label(name: string, query: SimulationQuery): Promise<Simulated> {
    const { document } = await this.#rooms.documents.named(name);
    const values = await this.#values(document, query);
    const review = await this.#review(document, values, query);
    if (query.lenient === 'true') return { ...resolveWhatCan(document.label, values), review };
    const resolved = resolveLabel(document.label, values);
    refuseFaults(document.label, review.faults);
    return { ...resolved, review };
  }

  /** The same as a picture, as the printer asked for prints it, else the first one. A lenient one leaves out what cannot be drawn. */
  async picture(name: string, query: SimulationQuery): Promise<Picture> {
    const { document } = await this.#rooms.documents.named(name);
    return this.pictureOf(document, query);
  }

  /** The picture of a document that need not be the label as it stands now. */
  async pictureOf(document: LabelDocument, query: SimulationQuery): Promise<Picture> {
    const { target } = this.#place(query);
    const values = await this.#values(document, query);
    const drawable = query.lenient === 'true' ? await this.#drawable(document, values, query) : document;
    return this.#rooms.preparation.draw(drawable, values, target);
  }

  /**
   * A label, by its name or itself, with its dynamic text resolved. Throws `not-found`, `invalid-input` for a variable that it does not show,
   * and `cannot-render`.
   */
  async labelWith(label: string | Label, surroundings: SimulationSurroundings): Promise<Label> {
    const { document, values } = await this.#given(label, surroundings);
    return resolveLabel(document.label, values);
  }

  /** The same as a picture. */
  async pictureWith(label: string | Label, surroundings: SimulationSurroundings): Promise<Picture> {
    const { document, values, target } = await this.#given(label, surroundings);
    return this.#rooms.preparation.draw(document, values, target);
  }

  async #given(label: string | Label, { printer, variables }: SimulationSurroundings) {
    const { documents, preparation } = this.#rooms;
    const { target } = this.#place({ printer });
    const document = typeof label === 'string' ? (await documents.named(label)).document : labelDocument(label);
    const unknown = [...variables.keys()].filter((name) => !document.needs.variables.includes(name));
    if (unknown.length > 0)
      throw new ProblemError('invalid-input', { detail: `The label does not show the variables ${quoted(unknown)}.` });
    const known = await preparation.knownValues({ document, row: undefined, moment: await preparation.moment() });
    return { document, target, values: { ...known, variables: new Map([...known.variables, ...variables]) } };
  }

  async #values(document: LabelDocument, query: SimulationQuery): Promise<PrintValues> {
    const { preparation } = this.#rooms;
    const row = await this.#rowOf(query);
    const moment = await preparation.moment(query.at === undefined ? undefined : Date.parse(query.at));
    const draft = { document, row, moment };
    return query.lenient === 'true' ? preparation.knownValues(draft) : preparation.values(draft);
  }

  #review(document: LabelDocument, values: PrintValues, query: SimulationQuery): Promise<Review> {
    return this.#rooms.preparation.review(document, values, this.#place(query));
  }

  /** The document without what cannot be drawn. */
  async #drawable(document: LabelDocument, values: PrintValues, query: SimulationQuery): Promise<LabelDocument> {
    const { faults } = await this.#review(document, values, query);
    if (faults.length === 0) return document;
    return labelDocument(withoutParts(document.label, new Set(faults.map(({ pointer }) => objectPointer(pointer) || pointer))));
  }

  async #rowOf({ tableName, keyColumn, key }: SimulationQuery): Promise<TableRow | undefined> {
    if (tableName === undefined && keyColumn === undefined && key === undefined) return undefined;
    if (tableName !== undefined && keyColumn !== undefined && key !== undefined) {
      return this.#rooms.tables.getRowByKey(tableName, { column: keyColumn, key });
    }
    const detail = 'tableName, keyColumn and key come together or not at all';
    const missing = Object.entries({ tableName, keyColumn, key }).filter(([, value]) => value === undefined);
    throw new ProblemError('invalid-input', { detail, errors: missing.map(([part]) => ({ pointer: `?${part}`, detail })) });
  }

  #place({ printer: name }: SimulationQuery): { printer: Printer | undefined; target: PlanesTarget } {
    const { printers } = this.#rooms;
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
