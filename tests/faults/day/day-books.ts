import type { LinePeriod, LinePeriodsPage, Oee } from '#contract/api-v3/downtime.ts';
import type { OrderDetail } from '#contract/api-v3/order.ts';
import type { RecordedEvent, RecordedEventsPage } from '#contract/api-v3/recorded-event.ts';
import type { PrintHistory } from '#contract/api-v3/print-history.ts';
import { readApi } from '#support/call-api.ts';
import type { ReceivedMessage } from '#support/webhook-receiver.ts';
import type { TakenEmail } from '#support/smtp-server.ts';
import { printerUrl } from '../lines.ts';
import type { SentOrder } from './day-orders.ts';
import type { DayPlant } from './day-plant.ts';
import type { DayReceivers } from './day-receivers.ts';

const PAGE = 500;
const NOT_FOUND = 404;

/** A print, as the ledger has it at the end of the day. */
export interface BookedPrint {
  id: number;
  printer: string;
  state: string;
  job: string;
  /** The id of its order; null for none. */
  order: string | null;
  /** The verdict of a reader; null without one. */
  verification: string | null;
}

/** The counters of a printer, as the host application had them last. */
export interface ReportedCounters {
  printed: number;
  handedOver: number;
  verified: number;
  /** Misread, mismatch and not read. */
  notVerified: number;
}

/** A row of the print records that the host application got. */
export interface ReportedPrint {
  id: number;
  state: string;
}

/** What one line did on the day. */
export interface BookedLine {
  name: string;
  printer: string;
  /** Products that passed with a job and got no print. */
  missed: number;
  /** Rows of its printer at the host application, in the order of their arrival. */
  reported: readonly ReportedPrint[];
  reportedCounters: ReportedCounters;
  /** Prints of the history that were not verified. */
  historyNotVerified: number;
  /** The time of the day, without what it lasts longer. */
  oee: Oee;
  /** All periods of the day, oldest first. */
  periods: readonly LinePeriod[];
}

/** Everything that counts a day, in the form in which each of its readers got it. */
export interface DayBooks {
  sent: readonly SentOrder[];
  /** By id; those that are not stored are missing. */
  orders: ReadonlyMap<string, OrderDetail>;
  /** Production prints, oldest first. */
  prints: readonly BookedPrint[];
  /** Recorded events after the receivers were registered. */
  events: readonly RecordedEvent[];
  messages: readonly ReceivedMessage[];
  emails: readonly TakenEmail[];
  lines: readonly BookedLine[];
  /** Reasons that persons have stated, by line and period. */
  stated: ReadonlyMap<string, string>;
  /** When no controller ran, in milliseconds since the epoch. */
  ends: readonly { from: number; to: number }[];
}

export interface ClosingOptions {
  plant: DayPlant;
  receivers: DayReceivers;
  /** Milliseconds since the epoch. */
  from: number;
  /** The number of the last event before the receivers were registered. */
  firstEvent: number;
}

type Closed = Omit<DayBooks, 'sent' | 'stated' | 'ends'>;

/** Reads all books, while nothing waits any more. */
export async function closeBooks({ plant, receivers, from, firstEvent }: ClosingOptions, sent: readonly SentOrder[]): Promise<Closed> {
  const api = `${plant.site.url}/api/v3`;
  const to = Date.now();
  const lines = plant.lines.map(async ({ name, printer }): Promise<BookedLine> => {
    const url = `${api}/lines/${encodeURIComponent(name)}`;
    const range = `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`;
    const [oee] = await readApi<Oee[]>(`${url}/oee?${range}`);
    if (!oee) throw new Error(`the line "${name}" has no report`);
    const counter = (metric: string): number => Number(receivers.lastValue(printer.name, `Counters/${metric}`));
    const { notVerified = [] } = await readApi<PrintHistory>(`${printerUrl(plant.site.url, printer.name)}/printHistory`);
    return {
      ...{ name, printer: printer.name, missed: missedOf(plant, printer.name), oee, periods: await allPeriods(url, range) },
      reported: receivers.records(printer.name).map(({ id, state }) => ({ id: Number(id), state: String(state) })),
      reportedCounters: {
        ...{ printed: counter('Printed'), handedOver: counter('Handed over'), verified: counter('Verified') },
        notVerified: counter('Misread') + counter('Mismatch') + counter('Not read'),
      },
      historyNotVerified: notVerified.reduce((sum, count) => sum + count, 0),
    };
  });
  return {
    orders: await readOrders(api, sent),
    prints: readPrints(plant),
    events: await allEvents(api, firstEvent),
    messages: receivers.webhook.messages,
    emails: receivers.emails,
    lines: await Promise.all(lines),
  };
}

/** Recorded events after a number, in their order. */
export async function allEvents(api: string, after: number): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for (let next = after, hasMore = true; hasMore;) {
    const page = await readApi<RecordedEventsPage>(`${api}/events/recorded?after=${next}&limit=${PAGE}`);
    events.push(...page.events);
    ({ next, hasMore } = page);
  }
  return events;
}

async function readOrders(api: string, sent: readonly SentOrder[]): Promise<Map<string, OrderDetail>> {
  const found = new Map<string, OrderDetail>();
  for (const { id } of sent) {
    const response = await fetch(`${api}/orders/${encodeURIComponent(id)}`);
    if (response.ok) found.set(id, (await response.json()) as OrderDetail);
    else if (response.status !== NOT_FOUND) throw new Error(`the order ${id} cannot be read: ${response.status} ${await response.text()}`);
  }
  return found;
}

async function allPeriods(url: string, range: string): Promise<LinePeriod[]> {
  const periods: LinePeriod[] = [];
  let before = '';
  do {
    const page = await readApi<LinePeriodsPage>(`${url}/periods?${range}&limit=${PAGE}${before}`);
    periods.unshift(...page.periods.toReversed());
    before = page.next === null ? '' : `&before=${page.next}`;
  } while (before !== '');
  return periods;
}

function readPrints({ site }: DayPlant): BookedPrint[] {
  const sql = `SELECT prints.id, prints.printer, prints.state, prints.job, prints.verification, orders.id AS order_id FROM prints
    LEFT JOIN order_jobs ON order_jobs.job = prints.job LEFT JOIN orders ON orders.number = order_jobs.order_number
    WHERE purpose = 'production' ORDER BY prints.id`;
  return site
    .read((database) => database.prepare(sql).all())
    .map((row) => ({
      id: Number(row['id']),
      ...{ printer: String(row['printer']), state: String(row['state']), job: String(row['job']) },
      order: row['order_id'] === null ? null : String(row['order_id']),
      verification: row['verification'] === null ? null : String(row['verification']),
    }));
}

function missedOf({ site }: DayPlant, printer: string): number {
  const sql = 'SELECT coalesce(sum(products), 0) AS missed FROM missed_triggers WHERE printer = ? AND job IS NOT NULL';
  return Number(site.read((database) => database.prepare(sql).get(printer)?.['missed']));
}
