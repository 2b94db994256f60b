import { gs1Identifiers } from '#rendering/barcodes/gs1/gs1-elements.ts';
import { gs1Title } from './gs1-titles.ts';

/** The identifiers that production lines print most, in order of use, with the keys of their texts; all others follow by number. */
const COMMON = [
  ['01', 'item'],
  ['10', 'batch'],
  ['17', 'expiry'],
  ['15', 'bestBefore'],
  ['11', 'produced'],
  ['13', 'packed'],
  ['21', 'serial'],
  ['00', 'shippingUnit'],
  ['02', 'contents'],
  ['37', 'count'],
  ['30', 'pieces'],
  ['3103', 'netWeight'],
  ['3303', 'grossWeight'],
  ['240', 'additional'],
  ['241', 'customerPart'],
  ['400', 'order'],
  ['410', 'shipTo'],
  ['91', 'internal'],
] as const;
export type CommonIdentifier = (typeof COMMON)[number][1];

const ids = [...new Set([...COMMON.map(([id]) => id), ...gs1Identifiers()])];

/** The key of the texts of a common identifier. */
export function commonIdentifier(id: string): CommonIdentifier | undefined {
  return COMMON.find(([common]) => common === id)?.[1];
}

/** Finds identifiers by the start of their number, with or without brackets, or by words of their title or meaning. */
export function searchIdentifiers(sought: string, wordsOf: (id: string) => string): string[] {
  const query = sought.trim().toLowerCase().replace(/[()]/gu, '');
  if (/^\d+$/u.test(query)) return ids.filter((id) => id.startsWith(query));
  const words = query.split(/\s+/u);
  return ids.filter((id) => {
    const text = `${gs1Title(id)} ${wordsOf(id)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
