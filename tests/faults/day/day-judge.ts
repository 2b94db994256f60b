import { isDeepStrictEqual } from 'node:util';
import type { LinePeriod } from '#contract/api-v3/downtime.ts';
import { ALARM_ENDS, ALARM_KINDS } from '#contract/api-v3/recorded-event.ts';
import type { BookedLine, BookedPrint, DayBooks } from './day-books.ts';
import { mailedLines } from './mailed-lines.ts';

/** The last note that a controller runs is at most so many milliseconds old when it is killed; the next one looks at its lines soon after its start. */
const LAST_NOTE = 31_000;
const FIRST_LOOK = 10_000;
/** Durations are compared to so many milliseconds: each is rounded by itself. */
const ROUNDING = 1;

/** Sentences about everything that the books of a day count differently; the first record that differs comes first. */
export function findDifferences(books: DayBooks): string[] {
  return [...orderFaults(books), ...books.lines.flatMap((line) => lineFaults(books, line)), ...messageFaults(books), ...emailFaults(books)];
}

/** Every order is stored or refused as it had to be, and counts the prints of the ledger. */
function orderFaults({ sent, orders, prints }: DayBooks): string[] {
  const ofOrder = Map.groupBy(prints, ({ order }) => order);
  return sent.flatMap(({ id, isWrong, products }) => {
    const order = orders.get(id);
    if (isWrong) return order ? [`the order ${id} names a label that does not exist, and is ${order.state}`] : [];
    if (!order) return [`the order ${id} is lost`];
    const ledger = countsOf(ofOrder.get(id) ?? []);
    const pairs: [string, number, number][] = [
      ['prints that were asked for', order.asked, products],
      ['printed prints in the ledger', order.printed, ledger['printed']],
      ['prints that were handed over in the ledger', order.handedOver, ledger['handed-over']],
      ['unknown prints in the ledger', order.unknown, ledger['unknown']],
      ['verified prints in the ledger', order.verified, ledger.verified],
      ['prints that were not verified in the ledger', order.rejected, ledger.notVerified],
    ];
    const made = order.printed + order.handedOver + order.unknown;
    if (order.state === 'done') pairs.push(['prints, since it is done', made, order.asked]);
    const open = order.state === 'done' || order.state === 'cancelled' ? [] : [`the order ${id} is still ${order.state}`];
    return [...open, ...differing(`the order ${id}`, pairs)];
  });
}

/** What the host application counted, the history of the line, and its OEE. */
function lineFaults(books: DayBooks, line: BookedLine): string[] {
  const own = books.prints.filter(({ printer }) => printer === line.printer);
  const ledger = countsOf(own);
  const made = ledger['printed'] + ledger['handed-over'];
  const { products, durations, notRecorded, from, to } = line.oee;
  const time = Object.values(durations).reduce((sum, duration) => sum + duration, notRecorded);
  return [
    ...reportFaults(own, line),
    ...differing(`${line.printer}, the last counters of the host application`, [
      ['printed prints', line.reportedCounters.printed, ledger['printed']],
      ['prints that were handed over', line.reportedCounters.handedOver, ledger['handed-over']],
      ['verified prints', line.reportedCounters.verified, ledger.verified],
      ['prints that were not verified', line.reportedCounters.notVerified, ledger.notVerified],
    ]),
    ...differing(`${line.printer}, its history`, [['prints that were not verified', line.historyNotVerified, ledger.notVerified]]),
    ...differing(`${line.name}, its OEE`, [
      ['prints that were not verified', products.notVerified, ledger.notVerified],
      ['good products and those that were not verified', products.good + products.notVerified, made],
      ['products without a print', products.missed, line.missed],
      ['all products', products.total, made + line.missed],
      ['milliseconds of the day', time, Date.parse(to) - Date.parse(from)],
    ]),
    ...periodFaults(books, line),
  ];
}

/** Each print arrived at the host application, in the order of the ledger; its last row has the state of the ledger. */
function reportFaults(prints: readonly BookedPrint[], { printer, reported }: BookedLine): string[] {
  const last = new Map(reported.map(({ id, state }) => [id, state]));
  const known = new Set(prints.map(({ id }) => id));
  const first = [...last.keys()];
  const disordered = first.find((id, at) => id < (first[at - 1] ?? 0));
  return [
    ...prints.flatMap(({ id, state }) => {
      if (!last.has(id)) return [`${printer}: print ${id} (${state}) did not arrive at the host application`];
      return last.get(id) === state ? [] : [`${printer}: print ${id} is ${state}, and ${last.get(id)} for the host application`];
    }),
    ...first.filter((id) => !known.has(id)).map((id) => `${printer}: print ${id} of the host application is not in the ledger`),
    ...(disordered === undefined ? [] : [`${printer}: print ${disordered} arrived at the host application after a later one`]),
  ];
}

/** The periods follow each other, but where no controller ran, and their sums are those of the report. */
function periodFaults({ ends, stated }: DayBooks, { name, oee, periods }: BookedLine): string[] {
  const faults: string[] = [];
  for (const [at, period] of periods.entries()) {
    const before = periods[at - 1];
    if (before) faults.push(...gapFaults(name, { before, period }, ends));
    const said = stated.get(`${name} ${period.id}`);
    if (period.stated?.reason !== said)
      faults.push(`${name}: period ${period.id} has the reason ${period.stated?.reason}, stated was ${said}`);
  }
  const [begin, end] = [Date.parse(oee.from), Date.parse(oee.to)];
  const sums = new Map<string, number>();
  for (const { activity, from, to } of periods) {
    const duration = Math.min(to === null ? end : Date.parse(to), end) - Math.max(Date.parse(from), begin);
    sums.set(activity, (sums.get(activity) ?? 0) + Math.max(0, duration));
  }
  for (const [activity, duration] of Object.entries(oee.durations)) {
    const sum = sums.get(activity) ?? 0;
    if (Math.abs(duration - sum) > ROUNDING)
      faults.push(`${name}: it was ${activity} for ${sum} ms by its periods, and ${duration} ms by its report`);
  }
  return faults;
}

function gapFaults(name: string, { before, period }: { before: LinePeriod; period: LinePeriod }, ends: DayBooks['ends']): string[] {
  const from = before.to === null ? Infinity : Date.parse(before.to);
  const to = Date.parse(period.from);
  if (from > to) return [`${name}: period ${before.id} ends after period ${period.id} has begun`];
  const isExplained = ends.some((end) => from >= end.from - LAST_NOTE && from <= end.to && to >= end.from && to <= end.to + FIRST_LOOK);
  return from === to || isExplained
    ? []
    : [`${name}: nothing is recorded for ${to - from} ms after period ${before.id}, while a controller ran`];
}

/** The receiver of webhooks got every recorded event, once by its id, in order and with its data; the events count the prints of the ledger. */
function messageFaults({ events, messages, prints }: DayBooks): string[] {
  const ids = Map.groupBy(messages, ({ event }) => event.number);
  const first = [...ids.values()].flatMap((all) => all.slice(0, 1));
  const byNumber = new Map(first.map((message) => [message.event.number, message]));
  const numbers = events.map(({ number }) => number);
  const arrived = first.map(({ event }) => event.number);
  const wrongOrder = arrived.findIndex((number, at) => number < (arrived[at - 1] ?? 0));
  return [
    ...numbers.filter((number) => !byNumber.has(number)).map((number) => `event ${number} did not arrive at the receiver of webhooks`),
    ...arrived
      .filter((number) => !numbers.includes(number))
      .map((number) => `the receiver of webhooks got event ${number}, which is not recorded`),
    ...(wrongOrder === -1
      ? []
      : [`event ${arrived[wrongOrder]} arrived at the receiver of webhooks after event ${arrived[wrongOrder - 1]}`]),
    ...[...ids]
      .filter(([, all]) => new Set(all.map(({ id }) => id)).size > 1)
      .map(([number]) => `event ${number} was sent with several ids`),
    ...(new Set(messages.map(({ id }) => id)).size === ids.size ? [] : ['several events were sent with one id']),
    ...events.flatMap((event) => {
      const { prints: _records, ...data } = byNumber.get(event.number)?.event.data ?? event.data;
      return isDeepStrictEqual(data, event.data) ? [] : [`event ${event.number} (${event.kind}) was sent with other data`];
    }),
    ...eventCountFaults(first, prints),
  ];
}

/** The outcomes that the messages count, by printer and state, and the records of the prints in them. */
function eventCountFaults(messages: DayBooks['messages'], prints: readonly BookedPrint[]): string[] {
  const counted = new Map<string, number>();
  const count = (printer: string | undefined, state: unknown, by: unknown): void => {
    const key = `${printer}: ${String(state)}`;
    counted.set(key, (counted.get(key) ?? 0) + Number(by));
  };
  const records = new Set<unknown>();
  for (const { event } of messages) {
    const { type, printer, data } = event;
    if (type === 'print.resolved') {
      count(printer, data['state'], 1);
      count(printer, 'unknown', -1);
    }
    if (type !== 'prints.settled') continue;
    for (const job of data['jobs'] as Record<string, unknown>[]) {
      for (const [name, state] of [
        ['printed', 'printed'],
        ['handedOver', 'handed-over'],
        ['voided', 'void'],
        ['unknown', 'unknown'],
      ] as const)
        count(printer, state, job[name]);
    }
    for (const { id } of (data['prints'] as { id: unknown }[] | undefined) ?? []) records.add(id);
  }
  const ledger = Map.groupBy(prints, ({ printer, state }) => `${printer}: ${state}`);
  const keys = new Set([...counted.keys(), ...ledger.keys()]);
  const unrecorded = prints.find(({ id }) => !records.has(id));
  return [
    ...[...keys].flatMap((key) =>
      differing(`${key} prints`, [['in the ledger, by the messages', counted.get(key) ?? 0, ledger.get(key)?.length ?? 0]]),
    ),
    ...(unrecorded ? [`${unrecorded.printer}: no message has the record of print ${unrecorded.id}`] : []),
  ];
}

/** Every alarm, and the end of each, is in an e-mail; no e-mail says anything else. It may come twice. */
function emailFaults({ events, emails }: DayBooks): string[] {
  const kinds: readonly string[] = [...ALARM_KINDS, ...ALARM_ENDS];
  const said = Map.groupBy(mailedLines.of(emails), (text) => text);
  const zone = mailedLines.zoneOf(emails);
  const expected = Map.groupBy(
    events.filter(({ kind }) => kinds.includes(kind)),
    (event) => mailedLines.expected(event, zone),
  );
  return [
    ...[...expected].flatMap(([text, alarms]) => {
      const times = said.get(text)?.length ?? 0;
      return times >= alarms.length ? [] : [`event ${alarms[0]?.number} is said in ${times} e-mails, not in ${alarms.length}: ${text}`];
    }),
    ...[...said.keys()].filter((text) => !expected.has(text)).map((text) => `an e-mail says what was not recorded: ${text}`),
  ];
}

function countsOf(prints: readonly BookedPrint[]): Record<'printed' | 'handed-over' | 'unknown' | 'verified' | 'notVerified', number> {
  const of = (state: string): number => prints.filter((print) => print.state === state).length;
  const verdicts = prints.flatMap(({ verification }) => verification ?? []);
  const verified = verdicts.filter((verdict) => verdict === 'verified').length;
  return {
    ...{ printed: of('printed'), 'handed-over': of('handed-over'), unknown: of('unknown') },
    ...{ verified, notVerified: verdicts.length - verified },
  };
}

function differing(what: string, pairs: readonly (readonly [string, number, number])[]): string[] {
  return pairs.filter(([, one, other]) => one !== other).map(([which, one, other]) => `${what}: ${one}, but ${other} ${which}`);
}
