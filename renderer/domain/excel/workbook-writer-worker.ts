import { CsvRows } from '#contract/csv/csv-rows.ts';
import type { WriterAnswer, WriterOrder } from './workbook-messages.ts';
import { TooLargeError, writeWorkbook } from './write-workbook.ts';

/** Entry of the worker that creates an Excel file of a table. */
self.addEventListener('message', ({ data }: MessageEvent<WriterOrder>) => {
  void answer(data).then((message) => self.postMessage(message));
});

async function answer({ csv, name }: WriterOrder): Promise<WriterAnswer> {
  try {
    return { file: await writeWorkbook(name, rowsOf(csv)) };
  } catch (error) {
    return error instanceof TooLargeError ? { tooLarge: error.kind } : { failure: String(error) };
  }
}

async function* rowsOf(csv: Blob): AsyncGenerator<string[][]> {
  const reader = new CsvRows(',');
  for await (const text of csv.stream().pipeThrough(new TextDecoderStream())) yield reader.take(text).map(({ cells }) => cells);
  yield reader.take('', true).map(({ cells }) => cells);
}
