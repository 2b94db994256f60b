import type { VerifiedPrint } from '../engines/site.ts';
import type { PassedProduct } from './reader-station.ts';

/** How far the times of this process and of the controller may differ, in milliseconds: the commit of a print and the reading of a result take some time. */
export const DOUBT = 60;
/** So long a result waits in the controller for a print that it may belong to, in milliseconds. */
export const HOLD = 500;

/** A result that the controller gave to no print. */
export interface UnmatchedResult {
  /** When it was recorded, in milliseconds since the epoch. */
  at: number;
  reason: string;
  text: string | null;
}

/** What is known of the prints and results of one printer. */
export interface VerificationEvidence {
  prints: readonly VerifiedPrint[];
  /** By serial. */
  passed: ReadonlyMap<string, PassedProduct>;
  unmatched: readonly UnmatchedResult[];
  /** Milliseconds from the record of a print to its result, and how much earlier or later a result belongs to it, as the reader is configured. */
  delay: number;
  window: number;
}

/**
 * Whether a print may have another verdict than its product, because this machine was busy. There must be a proof in the recorded times, measured
 * by the window of the reader: its result came outside of its window or was read outside of it, or came as near to another print, or that of
 * another product as near to this one.
 */
export function isExplained(print: VerifiedPrint, evidence: VerificationEvidence): boolean {
  const product = evidence.passed.get(print.serial);
  if (!product) return false;
  return (
    distance(product.at, print, evidence) > evidence.window - DOUBT ||
    wasReadOutside(print, product, evidence) ||
    wasReadLate(print, product, evidence) ||
    isConfusable(print, product, evidence)
  );
}

/** Milliseconds between a time and the moment at which the result of a print is expected. */
function distance(at: number, { settled }: VerifiedPrint, { delay }: VerificationEvidence): number {
  return Math.abs(at - settled - delay);
}

/** Its result is recorded as unmatched, and was read outside of the window of the print. */
function wasReadOutside(print: VerifiedPrint, product: PassedProduct, evidence: VerificationEvidence): boolean {
  const { unmatched, window } = evidence;
  return unmatched
    .filter((result) => result.reason === 'early-or-late' && mayBeOf(result, { serial: print.serial, product, window }))
    .some(({ at }) => distance(at - HOLD, print, evidence) > window - DOUBT);
}

/** Whether the result may be that of the product with this serial number. One without its serial number is known by its time only: it is at most two windows late. */
function mayBeOf(
  result: UnmatchedResult,
  { serial, product, window }: { serial: string; product: PassedProduct; window: number },
): boolean {
  const { at, fate } = product;
  if (result.at < at) return false;
  if (fate === 'right' || fate === 'doubled') return result.text === serial;
  return fate !== 'lost' && result.at <= at + HOLD + 2 * window;
}

/** The controller read its result, or the one that this print has got, so long after it was sent that it belongs to another print. */
function wasReadLate({ id, serial, read, verified }: VerifiedPrint, product: PassedProduct, evidence: VerificationEvidence): boolean {
  const { prints, passed, unmatched } = evidence;
  const isLate = (readAt: number | null, sentAt: number): boolean => readAt !== null && readAt - sentAt > DOUBT;
  const owner = read === null || read === serial ? undefined : passed.get(read);
  return (
    (owner !== undefined && isLate(verified, owner.at)) ||
    prints.some((other) => other.id !== id && other.read === serial && isLate(other.verified, product.at)) ||
    unmatched.some(({ reason, text, at }) => reason === 'doubled' && text === serial && isLate(at, product.at))
  );
}

/** Its result came as near to the moment of another print, or the result of another product as near to the moment of this one. */
function isConfusable(print: VerifiedPrint, product: PassedProduct, evidence: VerificationEvidence): boolean {
  const { prints, passed, window } = evidence;
  const isAsNear = (at: number, own: VerifiedPrint, other: VerifiedPrint): boolean => {
    const toOther = distance(at, other, evidence);
    return toOther <= window + DOUBT && toOther <= distance(at, own, evidence) + 2 * DOUBT;
  };
  return prints.some((other) => {
    if (other.id === print.id) return false;
    const others = passed.get(other.serial);
    return isAsNear(product.at, print, other) || (others !== undefined && isAsNear(others.at, other, print));
  });
}
