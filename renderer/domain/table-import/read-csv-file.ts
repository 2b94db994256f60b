import type { Delimiter } from '#contract/csv/sniff-delimiter.ts';
import { CsvRows, lineEnds } from '#contract/csv/csv-rows.ts';
import type { Encoding } from './detect-encoding.ts';
import { UnreadableError, type RowBatch } from '#contract/csv/source-row.ts';

/** Bytes per block: small enough that the page stays responsive. */
const BLOCK = 64 * 1024;

/** Reads a CSV file block by block and holds at most one block and one row of it. Throws `UnreadableError`. */
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

/** The encoding and delimiter of a file. */
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

/** The number of complete lines before the first invalid byte sequence. A sequence that started in the previous block is skipped. */
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
