import { BYTE_ORDER_MARK, spreadsheetRow } from '#contract/csv/write-csv.ts';
import type { EventLogEntry } from '#contract/station/event-log.ts';

const COLUMNS = ['Time', 'Event', 'Subject', 'Controller', 'Printer', 'Detail', 'Reason', 'Person'];

/** The event log as lines of CSV (RFC 4180): times in ISO 8601, UTC; events and subjects as the contract's codes. */
export async function* eventLogCsv(entries: AsyncIterable<EventLogEntry>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + spreadsheetRow(COLUMNS);
  for await (const { at, event, subject, controller, printer, detail, reason, person } of entries) {
    yield spreadsheetRow([new Date(at).toISOString(), event, subject, controller, printer ?? '', detail, reason, person]);
  }
}
