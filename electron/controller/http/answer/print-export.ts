import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { Print } from '#contract/api-v3/print.ts';
import { BYTE_ORDER_MARK, spreadsheetRow } from '#contract/csv/write-csv.ts';
import { ProblemError } from '#contract/problem.ts';
import type { Controller } from '#controller/controller.ts';
import { encodePicture } from './send-picture.ts';

/** Prints that are read at a time. */
const BATCH = 100;

const COLUMNS = [
  'id',
  'reserved',
  'printer',
  'label',
  'labelRevision',
  'table',
  'key',
  'job',
  'state',
  'reason',
  'counters',
  'operator',
  'reprintOf',
  'supersedes',
  'supersededBy',
  'verification',
] as const satisfies readonly (keyof Print)[];
const PICTURE_COLUMNS = ['picture', 'pictureFault'];

type Prints = Controller['prints'];

/** Prints as CSV for a spreadsheet, in this order. */
export async function* printsCsv(prints: Prints, ids: readonly number[]): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + spreadsheetRow(COLUMNS);
  for await (const print of readInBatches(prints, ids)) yield spreadsheetRow(cellsOf(print));
}

/**
 * A ZIP archive with a picture for each print, drawn when it is its turn, and `prints.csv`, which names the pictures. A picture that cannot
 * be drawn any more is left out, and `prints.csv` says why.
 */
export async function* printsZip(prints: Prints, ids: readonly number[]): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  // The table follows the pictures because it says which of them could not be drawn.
  const rows = [BYTE_ORDER_MARK + spreadsheetRow([...COLUMNS, ...PICTURE_COLUMNS])];
  for await (const print of readInBatches(prints, ids)) {
    const path = `pictures/${print.id}.png`;
    const drawn = await drawPicture(prints, print.id);
    if (drawn.png) {
      const file = new ZipPassThrough(path);
      zip.add(file);
      file.push(drawn.png, true);
    }
    rows.push(spreadsheetRow([...cellsOf(print), drawn.png ? path : '', drawn.fault]));
    yield* pieces.splice(0);
  }
  const table = new ZipDeflate('prints.csv', { level: 6 });
  zip.add(table);
  table.push(strToU8(rows.join('')), true);
  zip.end();
  yield* pieces.splice(0);
}

async function drawPicture(prints: Prints, id: number): Promise<{ png: Uint8Array | undefined; fault: string }> {
  try {
    return { png: encodePicture(await prints.picture(id)), fault: '' };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { png: undefined, fault: error.message };
  }
}

async function* readInBatches(prints: Prints, ids: readonly number[]): AsyncGenerator<Print> {
  for (let start = 0; start < ids.length; start += BATCH) yield* await prints.list(ids.slice(start, start + BATCH));
}

function cellsOf(print: Print): string[] {
  const counters = print.counters.map(({ name, value }) => `${name} ${value}`).join('; ');
  return COLUMNS.map((column) => (column === 'counters' ? counters : String(print[column] ?? '')));
}
