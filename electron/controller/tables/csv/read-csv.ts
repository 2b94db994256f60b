import { cellsOf, CsvReader } from './csv-reader.ts';
import { lineBlocks } from './line-blocks.ts';

/** Reads a CSV file as it arrives: yields the column names, then each row with exactly as many cells. Throws what a `CsvReader` throws. */
export async function* readCsv(bytes: AsyncIterable<Uint8Array>, charset?: string): AsyncGenerator<string[]> {
  const reader = new CsvReader(charset);
  let isBegun = false;
  for await (const block of lineBlocks(bytes)) {
    const rows = reader.take(block);
    if (!isBegun && reader.columns) {
      isBegun = true;
      yield [...reader.columns];
    }
    yield* cellsOf(rows);
  }
  const last = reader.end();
  if (!isBegun && reader.columns) yield [...reader.columns];
  yield* cellsOf(last);
}
