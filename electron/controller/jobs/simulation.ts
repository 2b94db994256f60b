import type { Label, SimulationQuery } from '#contract/api-v3/label.ts';
import { ProblemError } from '#contract/problem.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import type { PlanesTarget } from '#rendering/print-planes.ts';
import { resolveLabel } from '#rendering/resolve-label.ts';
import type { Printers } from '../printers/printers.ts';
import type { TableRow, Tables } from '../tables/tables.ts';
import type { LabelDocument, LabelDocuments } from './label-documents.ts';
import type { Picture } from './picture.ts';
import type { Preparation } from './preparation.ts';

const DEFAULT_TARGET: PlanesTarget = { hdpi: 300, vdpi: 300 };

export interface SimulationRooms {
  documents: LabelDocuments;
  tables: Tables;
  printers: Printers;
  preparation: Preparation;
}

/** A label as it would print now; nothing moves. */
export class Simulation {
  readonly #rooms: SimulationRooms;

  constructor(rooms: SimulationRooms) {
    this.#rooms = rooms;
  }

  /** The label with its dynamic text resolved. Throws `not-found` for label, table, column, key and printer, and `cannot-render`. */
  async label(name: string, query: SimulationQuery): Promise<Label> {
    this.#target(query);
    const { document } = await this.#rooms.documents.named(name);
    return resolveLabel(document.label, await this.#values(document, query));
  }

  /** The same as a picture, as the printer asked for prints it, else the first one. */
  async picture(name: string, query: SimulationQuery): Promise<Picture> {
    const { document } = await this.#rooms.documents.named(name);
    return this.pictureOf(document, query);
  }

  /** The picture of a document that need not be the label as it stands now. */
  async pictureOf(document: LabelDocument, query: SimulationQuery): Promise<Picture> {
    const target = this.#target(query);
    return this.#rooms.preparation.draw(document, await this.#values(document, query), target);
  }

  async #values(document: LabelDocument, query: SimulationQuery): Promise<PrintValues> {
    const { preparation } = this.#rooms;
    const row = await this.#rowOf(query);
    const moment = await preparation.moment(query.at === undefined ? undefined : Date.parse(query.at));
    return preparation.values({ document, row, moment });
  }

  async #rowOf({ tableName, keyColumn, key }: SimulationQuery): Promise<TableRow | undefined> {
    if (tableName === undefined && keyColumn === undefined && key === undefined) return undefined;
    if (tableName !== undefined && keyColumn !== undefined && key !== undefined) {
      return this.#rooms.tables.getRowByKey(tableName, keyColumn, key);
    }
    const detail = 'tableName, keyColumn and key come together or not at all';
    const missing = Object.entries({ tableName, keyColumn, key }).filter(([, value]) => value === undefined);
    throw new ProblemError('invalid-input', { detail, errors: missing.map(([part]) => ({ pointer: `?${part}`, detail })) });
  }

  #target({ printer }: SimulationQuery): PlanesTarget {
    const { printers } = this.#rooms;
    if (printer !== undefined) return printers.get(printer).engine.target;
    return printers.all()[0]?.engine.target ?? DEFAULT_TARGET;
  }
}
