import { ref, shallowRef } from 'vue';
import { sniffDelimiter, type Delimiter } from '#contract/csv/sniff-delimiter.ts';
import { Workbook } from '../excel/workbook.ts';
import { readCsvFile } from './csv-file.ts';
import { detectEncoding, type Encoding } from './encodings.ts';
import type { RowBatch } from './source-row.ts';

/** How much of a file is looked at to find its encoding. */
const SAMPLE = 1024 * 1024;
/** With which every .xlsx file begins, and every file of the kind before it. */
const WORKBOOK_MARKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/** A chosen file, text or workbook, and the way in which its rows are read. Who uses it forgets the file in the end. */
export function useSource() {
  const file = shallowRef<File>();
  const isWorkbook = ref(false);
  const encoding = ref<Encoding>('utf-8');
  const delimiter = ref<Delimiter>(',');
  /** The delimiter that was found by looking. */
  const sniffed = ref<Delimiter>(',');
  const sheetNames = shallowRef<readonly string[]>([]);
  /** The place of the sheet in the workbook. */
  const sheet = ref('0');
  let workbook: Promise<Workbook> | undefined;
  let latest: File | undefined;

  /** Finds by its beginning how a file is to be read; without effect once another one is opened. Rejects when it cannot be read at all. */
  async function open(chosen: File): Promise<void> {
    latest = chosen;
    const start = new Uint8Array(await chosen.slice(0, SAMPLE).arrayBuffer());
    if (latest !== chosen) return;
    file.value = chosen;
    isWorkbook.value = WORKBOOK_MARKS.some((mark) => mark.every((byte, index) => start[index] === byte));
    encoding.value = detectEncoding(start);
    sniffed.value = delimiter.value = sniffDelimiter(new TextDecoder(encoding.value).decode(start));
  }

  /**
   * The rows from the first one on; none of a workbook that is forgotten while it is opened. Rejects with an `UnreadableError` where no more
   * can be read, otherwise when the file is gone.
   */
  async function* batches(): AsyncGenerator<RowBatch> {
    if (!file.value) return;
    if (!isWorkbook.value) {
      yield* readCsvFile(file.value, { encoding: encoding.value, delimiter: delimiter.value });
      return;
    }
    const opening = (workbook ??= Workbook.open(file.value));
    const opened = await opening;
    if (workbook !== opening) return;
    sheetNames.value = opened.sheetNames;
    yield* opened.rows(Number(sheet.value));
  }

  function forget(): void {
    latest = undefined;
    file.value = undefined;
    isWorkbook.value = false;
    sheetNames.value = [];
    sheet.value = '0';
    // One that could not be opened has closed itself.
    workbook?.then(
      (opened) => opened.close(),
      () => undefined,
    );
    workbook = undefined;
  }

  return { file, isWorkbook, encoding, delimiter, sniffed, sheetNames, sheet, open, batches, forget };
}
