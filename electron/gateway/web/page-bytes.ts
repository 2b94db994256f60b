import { Readable } from 'node:stream';
import { parseInput } from '#contract/parse-input.ts';
import { ProblemError } from '#contract/problem.ts';
import { journalFilterSchema } from '#contract/station/journal.ts';
import { JOURNAL_CSV_PATH } from '#contract/station/urls.ts';
import type { ByteSource } from './byte-source.ts';
import { controllerBytes, type BytesAnswer, type BytesRequest } from './controller-bytes.ts';

/** Everything that travels to and from the page by URL, beside its own files: bytes of controllers, and the station's journal. */
export async function pageBytes(station: ByteSource, request: BytesRequest): Promise<BytesAnswer> {
  const [path, query] = request.url.split('?', 2);
  return path === JOURNAL_CSV_PATH ? journalBytes(station, request.method, query) : controllerBytes(station, request);
}

function journalBytes(station: ByteSource, method: string, query = ''): BytesAnswer {
  if (method !== 'GET') throw new ProblemError('method-not-allowed', { detail: 'The journal is only read.' });
  const filter = parseInput(journalFilterSchema, Object.fromEntries(new URLSearchParams(query)));
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'cache-control': 'no-cache',
    'content-disposition': 'attachment; filename="journal.csv"',
  };
  return { status: 200, headers, body: Readable.from(station.journalCsv(filter)) };
}
