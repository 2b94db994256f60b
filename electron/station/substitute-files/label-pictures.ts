import { labelSchema, type Label } from '#contract/api-v3/label.ts';
import { ProblemError } from '#contract/problem.ts';
import { documentSchema } from '#contract/station/document.ts';
import { isNextPrintKnown, type SelectedJob } from '#contract/station/last-selection.ts';
import { apiPath, queryText } from '../connections/controller-path.ts';
import type { Controllers } from '../connections/controllers.ts';
import type { LabelDrawer } from '#drawing/label-drawer.ts';
import type { DrawingRequest } from '../drawing/drawing-request.ts';
import type { WholeTables } from '../whole-tables/whole-tables.ts';

/** The row of a simulation, named by the specification's parameters: all of them or none. */
export interface SimulatedRow {
  tableName?: string | undefined;
  keyColumn?: string | undefined;
  key?: string | undefined;
}

export interface LabelPicturesDeps {
  controllers: Controllers;
  tables: WholeTables;
  drawer: LabelDrawer<DrawingRequest>;
  /** The resolution of a printer in dots per inch; undefined if it is unknown. */
  dpiOf: (connection: string, printer: string) => number | undefined;
}

const USUAL_DPI = 300;
/** Resolutions beyond these limits are taken for an error of the controller. */
const [LOWEST_DPI, HIGHEST_DPI] = [30, 2_400];

/**
 * Pictures of labels on a controller that provides none: the controller resolves the texts, and the station draws them. The device may print another
 * picture, since it has its own fonts and its own renderer.
 */
export class LabelPictures {
  readonly #deps: LabelPicturesDeps;

  constructor(deps: LabelPicturesDeps) {
    this.#deps = deps;
  }

  /** PNG of a label. Throws the controller's problem, and `cannot-render` for a label that Strobe cannot draw. */
  async simulation(place: { connection: string; label: string; printer: string | undefined }, row: SimulatedRow): Promise<Uint8Array> {
    const { connection, label: name, printer } = place;
    const path = apiPath`/labels/${name}/simulation` + queryText({ tableName: row.tableName, keyColumn: row.keyColumn, key: row.key });
    const label = labelOf(name, await this.#deps.controllers.read(connection, path, documentSchema));
    const dpi = this.#dpiOf(connection, printer);
    const { png } = await this.#deps.drawer.draw({ label, hdpi: dpi, vdpi: dpi });
    return png;
  }

  /** PNG of the next print of this job. Throws `not-found` for a job that does not tell which label and row are next. */
  async nextPrint({ connection, printer }: { connection: string; printer: string }, job: SelectedJob): Promise<Uint8Array> {
    const label = isNextPrintKnown(job) ? await this.#labelNameOf(connection, job) : undefined;
    if (label === undefined) throw new ProblemError('not-found', { detail: 'The station does not know which print is next.' });
    return this.simulation({ connection, label, printer }, job);
  }

  async #labelNameOf(connection: string, { labelName, labelColumn, tableName, keyColumn, key }: SelectedJob): Promise<string | undefined> {
    if (labelColumn === undefined || tableName === undefined || keyColumn === undefined) return labelName;
    const query = { column: keyColumn, limit: 1, ...(key === undefined ? {} : { key }) };
    const { columns, rows } = await this.#deps.tables.rows({ connection, name: tableName }, query);
    return rows[0]?.cells[columns.indexOf(labelColumn)] || labelName;
  }

  #dpiOf(connection: string, printer: string | undefined): number {
    const dpi = printer === undefined ? undefined : this.#deps.dpiOf(connection, printer);
    return dpi !== undefined && dpi >= LOWEST_DPI && dpi <= HIGHEST_DPI ? dpi : USUAL_DPI;
  }
}

function labelOf(name: string, document: Record<string, unknown>): Label {
  const label = labelSchema.safeParse(document);
  if (label.success) return label.data;
  const detail = `The label "${name}" has a format that Strobe cannot draw.`;
  throw new ProblemError('cannot-render', { detail }, { cause: label.error });
}
