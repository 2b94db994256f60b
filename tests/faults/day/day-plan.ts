import { Random } from '#support/random.ts';

/** The minutes of a day. It begins with the early shift, at 06:00. */
const DAY = 24 * 60;
/** The shifts, in minutes from the begin of the day. At night the last lines stand. */
const SHIFTS = [
  { begins: 0, ends: 8 * 60 },
  { begins: 8 * 60, ends: 16 * 60 },
  { begins: 16 * 60, ends: DAY },
];
const LINES_AT_NIGHT = 5;
/** Minutes from the begin of a shift to its break, and how long a break lasts. */
const BREAK = { after: 4 * 60, lasts: 30 };
/** Minutes of the handover at the begin of a shift, in which all lines stand. */
const HANDOVER = 15;
/** Minute after which no order comes: what was ordered is printed by the end of the day, or soon after. */
const LAST_ORDER = 20 * 60;
/** Share of the products that a line could print for which there are orders. */
const LOAD = 0.6;
/** Products of an order. */
const PRODUCTS = { least: 8, most: 30 };
/** Shares of the orders that come as files, that cannot be printed, and that a person cancels or aborts at the printer. */
const FILES = 0.5;
const WRONG = 0.08;
const CANCELLED = 0.04;
const ABORTED = 0.06;
/** Milliseconds of real time. */
const OUTAGE = { least: 1_500, most: 9_000 };
const OFF = { least: 0, most: 2_000 };

export const RECEIVERS = ['broker', 'host', 'webhook', 'mail'] as const;
export type Receiver = (typeof RECEIVERS)[number];

/** Milliseconds from the begin of the day. */
interface Span {
  from: number;
  to: number;
}

export interface PlannedOrder {
  id: string;
  /** The index of its line. */
  line: number;
  at: number;
  comesAs: 'request' | 'file';
  products: number;
  start: 'automatic' | 'queue' | 'operator';
  /** It names a label that does not exist. */
  isWrong: boolean;
  /** What a person does with it when it runs. */
  fate: 'printed' | 'cancelled' | 'aborted';
}

export interface PlannedEnd {
  kind: 'kill' | 'restart';
  at: number;
  /** Milliseconds for which no controller runs. */
  off: number;
}

/** What is to happen on a day. */
export interface DayPlan {
  /** Milliseconds. */
  length: number;
  orders: readonly PlannedOrder[];
  /** By line: when its conveyor stands, because of a break, a handover, or because it does not work at night. */
  pauses: readonly (readonly Span[])[];
  outages: readonly (Span & { receiver: Receiver })[];
  ends: readonly PlannedEnd[];
}

export interface DayPlanOptions {
  seed: number;
  /** Milliseconds. */
  length: number;
  lines: number;
  /** Milliseconds from product to product of a line. */
  every: number;
}

/** Draws a day. The same options lead to the same day. */
export function planDay(options: DayPlanOptions): DayPlan {
  const random = new Random(options.seed);
  const lines = Array.from({ length: options.lines }, (_, line) => line);
  return {
    length: options.length,
    orders: lines.flatMap((line) => ordersOf(line, options, random)).sort((one, other) => one.at - other.at),
    pauses: lines.map((line) => pausesOf(line, options.length)),
    outages: RECEIVERS.flatMap((receiver) => outagesOf(receiver, options.length, random)),
    ends: endsOf(options.length, random),
  };
}

/** Milliseconds of real time from the begin of the day to one of its minutes. */
function momentOf(minute: number, length: number): number {
  return (minute / DAY) * length;
}

function pausesOf(line: number, length: number): Span[] {
  const spans = SHIFTS.flatMap(({ begins, ends }, shift) => {
    const worksNot = shift === SHIFTS.length - 1 && line >= LINES_AT_NIGHT;
    if (worksNot) return [{ from: begins, to: ends }];
    // The lines have their breaks one after the other.
    const pause = begins + BREAK.after + line * 5;
    return [
      { from: begins, to: begins + HANDOVER },
      { from: pause, to: pause + BREAK.lasts },
    ];
  });
  return spans.map(({ from, to }) => ({ from: momentOf(from, length), to: momentOf(to, length) }));
}

function ordersOf(line: number, { length, every }: DayPlanOptions, random: Random): PlannedOrder[] {
  const orders: PlannedOrder[] = [];
  const works = pausesOf(line, length).reduce((rest, { from, to }) => rest - (to - from), length);
  for (let left = Math.floor((works / every) * LOAD); left >= PRODUCTS.least;) {
    const products = Math.min(left, random.whole(PRODUCTS.least, PRODUCTS.most));
    left -= products;
    const id = `order-${line + 1}-${orders.length + 1}`;
    orders.push({ id, line, products, at: random.fraction() * momentOf(LAST_ORDER, length), ...drawOrder(random) });
  }
  return orders;
}

function drawOrder(random: Random): Pick<PlannedOrder, 'comesAs' | 'start' | 'isWrong' | 'fate'> {
  const [way, wrong, fate] = [random.fraction(), random.fraction(), random.fraction()];
  return {
    comesAs: way < FILES ? 'file' : 'request',
    start: random.pick(['automatic', 'automatic', 'queue', 'operator']),
    isWrong: wrong < WRONG,
    fate: fate < CANCELLED ? 'cancelled' : fate < CANCELLED + ABORTED ? 'aborted' : 'printed',
  };
}

/** A receiver is away about once in the time of its longest outages, and at least once a day. */
function outagesOf(receiver: Receiver, length: number, random: Random): (Span & { receiver: Receiver })[] {
  const count = Math.max(1, Math.floor(length / (OUTAGE.most * 8)));
  return Array.from({ length: count }, (_, index) => {
    const lasts = Math.min(random.whole(OUTAGE.least, OUTAGE.most), length / count / 2);
    const from = ((index + random.fraction() / 2) * length) / count;
    return { receiver, from, to: from + lasts };
  });
}

/** At least one kill; most ends are kills. */
function endsOf(length: number, random: Random): PlannedEnd[] {
  const count = Math.max(1, Math.floor(length / 60_000));
  return Array.from({ length: count }, (_, index) => ({
    kind: index % 3 === 2 ? ('restart' as const) : ('kill' as const),
    at: ((index + 0.2 + random.fraction() * 0.6) * length) / count,
    off: random.whole(OFF.least, OFF.most),
  }));
}
