import { Readable } from 'node:stream';
import { ProblemError } from '#contract/problem.ts';
import type { SelectedJob } from '#contract/station/last-selection.ts';
import type { StreamAnswer, StreamRequest } from '../connections/controller-client.ts';
import { readTableCsv, tableCsv } from '../whole-tables/table-csv.ts';
import type { WholeTables } from '../whole-tables/whole-tables.ts';
import type { LabelPictures } from './label-pictures.ts';
import { readSubstituteFont } from './substitute-fonts.ts';

export interface SubstituteFilesDeps {
  tables: WholeTables;
  pictures: LabelPictures;
  /** The job that this station selected last; undefined when there is none. */
  jobOf: (connection: string, printer: string) => SelectedJob | undefined;
}

/** The largest file that becomes the JSON of a whole table. */
const MAX_BYTES = 32 * 1024 * 1024;
const TOO_LARGE = 'This controller accepts whole tables of at most 32 MB.';

/**
 * The files of a controller without Strobe's extensions, made by the station: pictures from the resolved label, tables as CSV from their JSON, and
 * Strobe's own fonts. Answers the same requests as the client of a controller with the extensions.
 */
export class SubstituteFiles {
  readonly #connection: string;
  readonly #deps: SubstituteFilesDeps;

  constructor(connection: string, deps: SubstituteFilesDeps) {
    this.#connection = connection;
    this.#deps = deps;
  }

  /** Throws `not-found` for a file that the station cannot make, and the problem of the controller that it is made from. */
  async stream(request: StreamRequest): Promise<StreamAnswer> {
    const { pathname, searchParams } = new URL(request.path, 'http://controller');
    const [noun = '', name = '', ...rest] = pathname.split('/').slice(3).map(decodeURIComponent);
    // The gateway passes no other picture of a label than its simulation, and no other one of a printer than its next print.
    switch (`${request.method} ${noun}/${rest.length}`) {
      case 'GET tables/0':
        return this.#table(name);
      case 'PUT tables/0':
        return this.#putTable(name, request);
      case 'GET fonts/1':
        return bytesAnswer(await readSubstituteFont({ family: name, style: rest[0] ?? '' }));
      case 'GET labels/1':
        return bytesAnswer(await this.#simulation(name, searchParams));
      case 'GET printers/1':
        return bytesAnswer(await this.#nextPrint(name));
      default:
        throw new ProblemError('not-found', { detail: 'This controller does not provide this file.' });
    }
  }

  async #table(name: string): Promise<StreamAnswer> {
    const table = await this.#deps.tables.get({ connection: this.#connection, name });
    return { status: 200, body: Readable.from(tableCsv(table)) };
  }

  async #putTable(name: string, { body = Readable.from([]), headers = {} }: StreamRequest): Promise<StreamAnswer> {
    const place = { connection: this.#connection, name };
    const isNew = headers['if-none-match'] === '*';
    const outcome = await this.#deps.tables.replace(place, { isNew, make: async () => readTableCsv(await readWhole(body)) });
    return { status: outcome === 'created' ? 201 : 204, body: Readable.from([]) };
  }

  #simulation(label: string, query: URLSearchParams): Promise<Uint8Array> {
    const parameter = (name: string): string | undefined => query.get(name) ?? undefined;
    const place = { connection: this.#connection, label, printer: parameter('printer') };
    return this.#deps.pictures.simulation(place, {
      tableName: parameter('tableName'),
      keyColumn: parameter('keyColumn'),
      key: parameter('key'),
    });
  }

  async #nextPrint(printer: string): Promise<Uint8Array> {
    const job = this.#deps.jobOf(this.#connection, printer);
    if (!job) throw new ProblemError('not-found', { detail: 'No job was selected from this station.' });
    return this.#deps.pictures.nextPrint({ connection: this.#connection, printer }, job);
  }
}

function bytesAnswer(bytes: Uint8Array): StreamAnswer {
  return { status: 200, body: Readable.from([bytes]) };
}

/** Throws `payload-too-large` for more than 32 MB. */
async function readWhole(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new ProblemError('payload-too-large', { detail: TOO_LARGE });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
