import { csvFileFault } from './csv-fault.ts';

/** The longest row, in bytes. A longer one means that the file is not a table, or that a quotation mark is not closed. */
export const ROW_LIMIT = 8 * 1024 * 1024;

const BLOCK = 64 * 1024;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** Joins chunks of any size into blocks of at least 64 KiB that end with a line. Throws `csv-broken` for a line longer than `ROW_LIMIT`. */
export async function* lineBlocks(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    chunks.push(chunk);
    size += chunk.length;
    if (size < BLOCK || !chunk.includes(LINE_FEED)) {
      if (size < ROW_LIMIT) continue;
    }
    const gathered = Buffer.concat(chunks);
    const end = blockEnd(gathered);
    yield gathered.subarray(0, end);
    chunks = [gathered.subarray(end)];
    size = gathered.length - end;
  }
  if (size > 0) yield Buffer.concat(chunks);
}

function blockEnd(bytes: Buffer): number {
  const lineFeed = bytes.lastIndexOf(LINE_FEED);
  if (lineFeed >= 0) return lineFeed + 1;
  const carriageReturn = bytes.lastIndexOf(CARRIAGE_RETURN, bytes.length - 2);
  if (carriageReturn >= 0) return carriageReturn + 1;
  throw csvFileFault(`A line is longer than ${ROW_LIMIT / 1024 / 1024} MiB: this is not a table.`);
}
