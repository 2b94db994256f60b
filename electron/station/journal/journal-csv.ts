import type { JournalEntry } from '#contract/station/journal.ts';

const COLUMNS = ['Time', 'Event', 'Subject', 'Controller', 'Printer', 'Detail', 'Reason', 'Person'];
const LINE_END = '\r\n';
/** With it a spreadsheet reads the file as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/** The journal as lines of CSV (RFC 4180), times in ISO 8601 and UTC, events and subjects as the codes of the contract. */
export async function* journalCsv(entries: AsyncIterable<JournalEntry>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + lineOf(COLUMNS);
  for await (const { at, event, subject, controller, printer, detail, reason, person } of entries) {
    yield lineOf([new Date(at).toISOString(), event, subject, controller, printer ?? '', detail, reason, person]);
  }
}

function lineOf(cells: readonly string[]): string {
  return cells.map(cellOf).join(',') + LINE_END;
}

/** A spreadsheet would calculate what begins like a formula: an apostrophe makes it text. */
function cellOf(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
