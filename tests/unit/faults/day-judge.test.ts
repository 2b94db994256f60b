import { describe, expect, it } from 'vitest';
import type { LinePeriod, Oee } from '#contract/api-v3/downtime.ts';
import type { OrderDetail } from '#contract/api-v3/order.ts';
import type { RecordedEvent } from '#contract/api-v3/recorded-event.ts';
import type { ReceivedMessage } from '#support/webhook-receiver.ts';
import type { BookedLine, DayBooks } from '../../faults/day/day-books.ts';
import { findDifferences } from '../../faults/day/day-judge.ts';
import type { SentOrder } from '../../faults/day/day-orders.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 10, 28, 6, 0, second)).toISOString();
const epoch = (second: number): number => Date.parse(at(second));

const sent: SentOrder = {
  ...{ id: 'order-1', line: 0, at: 0, comesAs: 'request', products: 2, start: 'automatic', isWrong: false, fate: 'printed' },
  printer: 'P',
};
const order = { id: 'order-1', state: 'done', asked: 2, printed: 2, handedOver: 0, unknown: 0, verified: 1, rejected: 1 } as OrderDetail;
const print = (id: number, state = 'printed', verification: string | null = null) => ({
  ...{ id, printer: 'P', state, job: 'job-1', order: 'order-1', verification },
});

const alarm: RecordedEvent = { number: 1, at: at(5), kind: 'printer.error-began', printer: 'P', data: { alarm: 'a', detail: 'No ink.' } };
const settled: RecordedEvent = {
  ...{ number: 3, at: at(9), kind: 'prints.settled', printer: 'P' },
  data: { firstPrint: 1, lastPrint: 3, jobs: [{ job: 'job-1', label: 'L', printed: 2, handedOver: 0, voided: 1, unknown: 0 }] },
};
const message = ({ number, kind, printer, data }: RecordedEvent, more: object = {}): ReceivedMessage => ({
  ...{ id: `id-${number}`, headers: {}, body: '' },
  event: { type: kind, number, ...(printer !== undefined && { printer }), data: { ...data, ...more } },
});
const records = { prints: [{ id: 1 }, { id: 2 }, { id: 3 }] };
const messages = [message(alarm), message(settled, records)];
const email = {
  ...{ from: 'a@b', to: ['c@d'], subject: 's', isEncrypted: false, user: '' },
  text: `28 NOV 2026 06:00  P: Printer error: No ink.\n\nTimes are of the zone UTC.\nStrobe, controller 1`,
};

const period = (id: number, activity: 'running' | 'fault' | 'planned', [from, to]: [number, number | null]): LinePeriod => ({
  ...{ id, activity, from: at(from), to: to === null ? null : at(to), duration: 0, detail: '', needsReason: false },
});
const oee: Oee = {
  ...{ name: '', from: at(0), to: at(30), notRecorded: 2_000 },
  durations: { running: 18_000, starved: 0, blocked: 0, fault: 10_000, 'set-up': 0, planned: 0 },
  products: { total: 3, good: 1, notVerified: 1, missed: 1 },
  ...{ availability: null, performance: null, quality: null, oee: null, reasons: [] },
};
const line: BookedLine = {
  ...{ name: 'Line 1', printer: 'P', missed: 1, oee },
  reported: [
    { id: 1, state: 'printed' },
    { id: 2, state: 'unknown' },
    { id: 3, state: 'void' },
    { id: 2, state: 'printed' },
  ],
  reportedCounters: { printed: 2, handedOver: 0, verified: 1, notVerified: 1 },
  historyNotVerified: 1,
  periods: [period(1, 'running', [-4, 8]), period(2, 'fault', [8, 18]), period(3, 'running', [20, null])],
};

/** A day with one order of two prints, a void print, an alarm, and a controller that was off for two seconds. */
const books = (over: Partial<DayBooks> = {}): DayBooks => ({
  ...{
    sent: [sent],
    orders: new Map([[order.id, order]]),
    prints: [print(1, 'printed', 'verified'), print(2, 'printed', 'misread'), print(3, 'void')],
  },
  ...{ events: [alarm, settled], messages, emails: [email], lines: [line], stated: new Map<string, string>() },
  ends: [{ from: epoch(18), to: epoch(19) }],
  ...over,
});
const withLine = (over: Partial<BookedLine>): DayBooks => books({ lines: [{ ...line, ...over }] });

describe('the comparison of a day', () => {
  it('finds no difference where everything has the same counts', () => {
    expect(findDifferences(books())).toEqual([]);
  });

  it('finds orders that are lost, open, wrongly accepted, or count other prints than the ledger', () => {
    expect(findDifferences(books({ orders: new Map() }))).toEqual(['the order order-1 is lost']);
    const open = new Map([[order.id, { ...order, state: 'running' } as OrderDetail]]);
    expect(findDifferences(books({ orders: open }))).toEqual(['the order order-1 is still running']);
    expect(findDifferences(books({ sent: [{ ...sent, isWrong: true }] }))).toEqual([
      'the order order-1 names a label that does not exist, and is done',
    ]);
    const short = new Map([[order.id, { ...order, printed: 1 }]]);
    expect(findDifferences(books({ orders: short }))).toEqual([
      'the order order-1: 1, but 2 printed prints in the ledger',
      'the order order-1: 1, but 2 prints, since it is done',
    ]);
  });

  it('finds prints that are missing, in another state, unknown to the ledger or out of order at the host application', () => {
    const [first, second, third, last] = line.reported;
    if (!first || !second || !third || !last) throw new Error('the line has four rows');
    const found = (reported: BookedLine['reported']): string[] => findDifferences(withLine({ reported }));
    expect(found([first, second, last])).toEqual(['P: print 3 (void) did not arrive at the host application']);
    expect(found([first, second, third])).toEqual(['P: print 2 is printed, and unknown for the host application']);
    expect(found([...line.reported, { id: 9, state: 'printed' }])).toEqual(['P: print 9 of the host application is not in the ledger']);
    expect(found([second, first, third, last])).toEqual(['P: print 1 arrived at the host application after a later one']);
    expect(findDifferences(withLine({ reportedCounters: { ...line.reportedCounters, printed: 1 } }))).toEqual([
      'P, the last counters of the host application: 1, but 2 printed prints',
    ]);
  });

  it('finds products and times that differ in the OEE', () => {
    const products = { total: 2, good: 0, notVerified: 1, missed: 1 };
    expect(findDifferences(withLine({ oee: { ...oee, products } }))).toEqual([
      'Line 1, its OEE: 1, but 2 good products and those that were not verified',
      'Line 1, its OEE: 2, but 3 all products',
    ]);
    const durations = { ...oee.durations, running: 17_000 };
    expect(findDifferences(withLine({ oee: { ...oee, durations } }))).toEqual([
      'Line 1, its OEE: 29000, but 30000 milliseconds of the day',
      'Line 1: it was running for 18000 ms by its periods, and 17000 ms by its report',
    ]);
  });

  it('finds verdicts that orders, host application, history or OEE do not have', () => {
    const prints = books().prints.with(0, print(1, 'printed', 'not-read'));
    expect(findDifferences(books({ prints }))).toEqual([
      'the order order-1: 1, but 0 verified prints in the ledger',
      'the order order-1: 1, but 2 prints that were not verified in the ledger',
      'P, the last counters of the host application: 1, but 0 verified prints',
      'P, the last counters of the host application: 1, but 2 prints that were not verified',
      'P, its history: 1, but 2 prints that were not verified',
      'Line 1, its OEE: 1, but 2 prints that were not verified',
    ]);
  });

  it('finds periods that overlap, leave out time while a controller ran, or have a reason that no person has stated', () => {
    expect(findDifferences({ ...books(), ends: [] })).toEqual([
      'Line 1: nothing is recorded for 2000 ms after period 2, while a controller ran',
    ]);
    const overlapping = line.periods.with(1, period(2, 'fault', [7, 17]));
    expect(findDifferences(withLine({ periods: overlapping }))[0]).toBe('Line 1: period 1 ends after period 2 has begun');
    expect(findDifferences(books({ stated: new Map([['Line 1 2', 'jam']]) }))).toEqual([
      'Line 1: period 2 has the reason undefined, stated was jam',
    ]);
  });

  it('finds messages of webhooks that are missing, changed, disordered, or have several ids', () => {
    const [first, second] = messages;
    if (!first || !second) throw new Error('there are two messages');
    const found = (all: ReceivedMessage[]): string[] => findDifferences(books({ messages: all }));
    expect(found([first, second, first])).toEqual([]);
    expect(found([second])).toEqual(['event 1 did not arrive at the receiver of webhooks']);
    expect(found([second, first])).toEqual(['event 1 arrived at the receiver of webhooks after event 3']);
    expect(found([first, second, { ...first, id: 'other' }])).toEqual([
      'event 1 was sent with several ids',
      'several events were sent with one id',
    ]);
    expect(found([message(alarm, { detail: 'Ink.' }), second])).toEqual(['event 1 (printer.error-began) was sent with other data']);
  });

  it('finds events that count other prints than the ledger, and prints without a record', () => {
    const prints = [...books().prints, { ...print(4), order: null }];
    const lines = [{ ...line, reported: [...line.reported, { id: 4, state: 'printed' }] }];
    expect(findDifferences(books({ prints, lines })).slice(-2)).toEqual([
      'P: printed prints: 2, but 3 in the ledger, by the messages',
      'P: no message has the record of print 4',
    ]);
  });

  it('finds alarms that no e-mail says, and e-mails about nothing', () => {
    expect(findDifferences(books({ emails: [email, email] }))).toEqual([]);
    expect(findDifferences(books({ emails: [] }))).toEqual([
      'event 1 is said in 0 e-mails, not in 1: 28 NOV 2026 06:00  P: Printer error: No ink.',
    ]);
    const other = { ...email, text: email.text.replace('No ink', 'No paper') };
    expect(findDifferences(books({ emails: [email, other] }))).toEqual([
      'an e-mail says what was not recorded: 28 NOV 2026 06:00  P: Printer error: No paper.',
    ]);
  });
});
