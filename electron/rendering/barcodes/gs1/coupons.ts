import { dateFault } from './gs1-dates.ts';
import type { TextFault } from './gs1-dates.ts';

/**
 * A field of a coupon: a fixed number of digits, or a length given by its first digit plus `extra`, where 9 means an absent field if
 * `mayLack`.
 */
interface CouponField {
  what: string;
  digits?: number;
  /** Allowed values of a one-digit field, or of the first digit that gives the length. */
  allowed?: string;
  extra?: number;
  mayLack?: boolean;
  isDate?: boolean;
}

const REQUIREMENT = '012349';
const serial: CouponField = { what: 'serial number', allowed: '0123456789', extra: 6 };
const offerCode: CouponField = { what: 'offer code', digits: 6 };
const purchase = (which: string): CouponField[] => [
  { what: `${which} purchase requirement`, allowed: '12345', extra: 0 },
  { what: `${which} purchase requirement code`, allowed: REQUIREMENT },
  { what: `${which} purchase family code`, digits: 3 },
];
const otherPurchase = (which: string): CouponField[] => [
  ...purchase(which),
  { what: `company prefix of the ${which} purchase`, allowed: '01234569', extra: 6, mayLack: true },
];

const COUPON: readonly CouponField[] = [
  { what: 'company prefix', allowed: '0123456', extra: 6 },
  offerCode,
  { what: 'save value', allowed: '12345', extra: 0 },
  ...purchase('first'),
];

/** Optional fields by the digit that introduces them, which must be in ascending order. */
const OPTIONAL_FIELDS: Readonly<Record<string, readonly CouponField[]>> = {
  1: [{ what: 'additional purchase rules code', allowed: '0123' }, ...otherPurchase('second')],
  2: otherPurchase('third'),
  3: [{ what: 'expiration date', digits: 6, isDate: true }],
  4: [{ what: 'start date', digits: 6, isDate: true }],
  5: [serial],
  6: [{ what: 'retailer', allowed: '1234567', extra: 6 }],
  9: [
    { what: 'save value code', allowed: '01256' },
    { what: 'item that the save value applies to', allowed: '012' },
    { what: 'store coupon flag', digits: 1 },
    { what: 'do not multiply flag', allowed: '01' },
  ],
};

const OFFER: readonly CouponField[] = [
  { what: 'coupon format', allowed: '01' },
  { what: 'coupon funder', allowed: '0123456', extra: 6 },
  offerCode,
  serial,
];

/** The fault of a North American coupon (application identifier 8110); undefined if it is valid. */
export function couponFault(text: string): TextFault | undefined {
  const foreign = digitsFault(text);
  if (foreign) return foreign;
  let read = readFields(text, 0, COUPON);
  const dates = new Map<string, string>();
  let before = '0';
  while (read.fault === undefined && read.end < text.length) {
    const kind = text.charAt(read.end);
    const fields = OPTIONAL_FIELDS[kind];
    if (!fields || kind <= before) return { at: read.end, what: `has an optional field ${kind} that is out of order` };
    const start = read.end + 1;
    read = readFields(text, start, fields);
    if (fields[0]?.isDate) dates.set(kind, text.slice(start, read.end));
    before = kind;
  }
  const [expiration, start] = [dates.get('3'), dates.get('4')];
  if (read.fault === undefined && expiration !== undefined && start !== undefined && expiration < start) {
    return { at: text.indexOf(expiration), what: `has the expiration date ${expiration} before the start date ${start}` };
  }
  return read.fault;
}

/** The fault of a positive offer file coupon (application identifier 8112); undefined if it is valid. */
export function offerFault(text: string): TextFault | undefined {
  const { end, fault } = readFields(text, 0, OFFER);
  return digitsFault(text) ?? fault ?? (end < text.length ? { at: end, what: 'has digits after its serial number' } : undefined);
}

function digitsFault(text: string): TextFault | undefined {
  const at = text.search(/\D/u);
  return at < 0 ? undefined : { at, what: 'must have digits only' };
}

/** Reads consecutive fields; returns where they end, or the first fault. */
function readFields(text: string, start: number, fields: readonly CouponField[]): { end: number; fault?: TextFault } {
  let at = start;
  for (const field of fields) {
    const first = text.charAt(at);
    if (first !== '' && field.allowed?.includes(first) === false) {
      return { end: at, fault: { at, what: `cannot have ${first} in the ${field.what}` } };
    }
    const length = fieldLength(field, Number(first));
    if (at + length > text.length) return { end: at, fault: { at: text.length, what: `ends within the ${field.what}` } };
    const content = text.slice(at, at + length);
    const fault = field.isDate ? dateFault(content, 2000 + Number(content.slice(0, 2)), false) : undefined;
    if (fault) return { end: at, fault: { at: at + fault.at, what: fault.what } };
    at += length;
  }
  return { end: at };
}

function fieldLength({ digits, extra, mayLack }: CouponField, first: number): number {
  if (extra === undefined) return digits ?? 1;
  return mayLack && first === 9 ? 1 : 1 + first + extra;
}
