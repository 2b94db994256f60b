import type { Delimiter } from '#contract/csv/sniff-delimiter.ts';
import { CsvRows, lineEnds } from './csv-rows.ts';
import type { Encoding } from './encodings.ts';
import { UnreadableError, type RowBatch } from './source-row.ts';

/** Bytes that are read and looked through in one go: few enough that the page answers meanwhile. */
const BLOCK = 64 * 1024;

/** Reads a CSV file block by block; no more than a block and a row of it is held. Throws `UnreadableError`. */
export async function* readCsvFile(file: Blob, { encoding, delimiter }: CsvForm): AsyncGenerator<RowBatch> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const reader = new CsvRows(delimiter);
  for (let at = 0; at < file.size; at += BLOCK) {
    const bytes = new Uint8Array(await file.slice(at, at + BLOCK).arrayBuffer());
    const isLast = at + BLOCK >= file.size;
    const text = decodeBlock({ decoder, bytes, isLast, line: reader.line });
    yield { rows: reader.take(text, isLast), share: Math.min(1, (at + BLOCK) / file.size) };
  }
}

/** How the bytes of a file become cells. */
export interface CsvForm {
  encoding: Encoding;
  delimiter: Delimiter;
}

function decodeBlock({ decoder, bytes, isLast, line }: { decoder: TextDecoder; bytes: Uint8Array; isLast: boolean; line: number }): string {
  let text;
  try {
    text = decoder.decode(bytes, { stream: !isLast });
  } catch (error) {
    throw new UnreadableError(line + readableLines(decoder.encoding, bytes), 'encoding', error);
  }
  const nul = text.indexOf('\0');
  if (nul >= 0) throw new UnreadableError(line + lineEnds(text.slice(0, nul)), 'nul');
  return text;
}

/** How many lines of the block end before what the encoding does not have. A sequence that began in the block before is left out. */
function readableLines(encoding: string, bytes: Uint8Array): number {
  const start =
    encoding === 'utf-8'
      ? Math.max(
          0,
          bytes.subarray(0, 4).findIndex((byte) => (byte & 0xc0) !== 0x80),
        )
      : 0;
  const text = new TextDecoder(encoding).decode(bytes.subarray(start));
  const fault = text.indexOf('\ufffd');
  return fault < 0 ? 0 : lineEnds(text.slice(0, fault));
}
