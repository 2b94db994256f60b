import { ref, shallowRef } from 'vue';
import { sniffDelimiter, type Delimiter } from '#contract/csv/sniff-delimiter.ts';
import { Workbook } from '../../domain/excel/workbook-import.ts';
import { readCsvFile } from '../../domain/table-import/read-csv-file.ts';
import { detectEncoding, type Encoding } from '../../domain/table-import/detect-encoding.ts';
import type { RowBatch } from '#contract/csv/source-row.ts';

/** The number of bytes that are examined to detect the encoding. */
const SAMPLE = 1024 * 1024;
/** The first bytes of .xlsx files and of the older format. */
const WORKBOOK_MARKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/** A chosen text file or workbook, and the options for reading its rows. The caller must release it with `forget`. */
export function useImportSource() {
  const file = shallowRef<File>();
  const isWorkbook = ref(false);
  const encoding = ref<Encoding>('utf-8');
  const delimiter = ref<Delimiter>(',');
  /** The detected delimiter. */
  const sniffed = ref<Delimiter>(',');
  const sheetNames = shallowRef<readonly string[]>([]);
  /** The index of the sheet in the workbook. */
  const sheet = ref('0');
  let workbook: Promise<Workbook> | undefined;
  let latest: File | undefined;

  /** Detects how a file is to be read; has no effect once another file is opened. Rejects if it cannot be read at all. */
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
   * The rows from the first one on; none if the workbook is released while it is opening. Rejects with an `UnreadableError` if no more can
   * be read, otherwise if the file is gone.
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
    // A workbook that could not be opened has closed itself.
    workbook?.then(
      (opened) => opened.close(),
      () => undefined,
    );
    workbook = undefined;
  }

  return { file, isWorkbook, encoding, delimiter, sniffed, sheetNames, sheet, open, batches, forget };
}
