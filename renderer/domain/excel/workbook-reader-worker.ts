import { UnreadableError } from '#contract/csv/source-row.ts';
import { readWorkbook, type Worksheet } from './read-workbook.ts';
import type { ReaderAnswer, ReaderOrder } from './workbook-messages.ts';

/** Entry of the worker that reads a workbook and stores it. Rows are sent in portions of this size. */
const PORTION = 2_000;
let sheets: Promise<Worksheet[]> = Promise.resolve([]);

self.addEventListener('message', ({ data }: MessageEvent<ReaderOrder>) => {
  void answer(data).then((message) => self.postMessage(message));
});

async function answer(order: ReaderOrder): Promise<ReaderAnswer> {
  try {
    if ('file' in order) {
      sheets = order.file.arrayBuffer().then((bytes) => readWorkbook(new Uint8Array(bytes)));
      return { names: (await sheets).map(({ name }) => name) };
    }
    const rows = (await sheets)[order.sheet]?.rows ?? [];
    return { rows: rows.slice(order.from, order.from + PORTION), rowCount: rows.length };
  } catch (error) {
    return { unreadable: error instanceof UnreadableError ? error.kind : 'excelBroken' };
  }
}
