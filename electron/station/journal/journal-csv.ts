import { BYTE_ORDER_MARK, spreadsheetRow } from '#contract/csv/write-csv.ts';
import type { JournalEntry } from '#contract/station/journal.ts';

const COLUMNS = ['Time', 'Event', 'Subject', 'Controller', 'Printer', 'Detail', 'Reason', 'Person'];

/** The journal as lines of CSV (RFC 4180), times in ISO 8601 and UTC, events and subjects as the codes of the contract. */
export async function* journalCsv(entries: AsyncIterable<JournalEntry>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + spreadsheetRow(COLUMNS);
  for await (const { at, event, subject, controller, printer, detail, reason, person } of entries) {
    yield spreadsheetRow([new Date(at).toISOString(), event, subject, controller, printer ?? '', detail, reason, person]);
  }
}
