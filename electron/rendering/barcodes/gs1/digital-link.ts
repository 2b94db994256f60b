import { gs1Fault, isGs1Identifier, type ElementString } from './gs1-elements.ts';

/** The default domain of links: the GS1 resolver. */
export const GS1_DOMAIN = 'https://id.gs1.org';

/**
 * Identifiers that can be the primary key of a link, each with the qualifiers that may follow it, in the order of the path. Only one of
 * several lists applies.
 */
const PRIMARY_KEYS: ReadonlyMap<string, readonly (readonly string[])[]> = new Map([
  ['00', [[]]],
  ['01', [['22', '10', '21'], ['235']]],
  ['253', [[]]],
  ['255', [[]]],
  ['401', [[]]],
  ['402', [[]]],
  ['414', [['254'], ['7040']]],
  ['415', [['8020']]],
  ['417', [['7040']]],
  ['8003', [[]]],
  ['8004', [['7040']]],
  ['8006', [['22', '10', '21']]],
  ['8010', [['8011']]],
  ['8013', [[]]],
  ['8017', [['8019']]],
  ['8018', [['8019']]],
]);

/** Identifiers that cannot be a query attribute. */
const PATH_ONLY = new Set('03 21 22 235 254 7040 7041 8011 8014 8019 8020 8040 8041 8042 8043 8200'.split(' '));

/** The fault of a link's identifiers. `id` is the identifier concerned; undefined if one is missing. */
export interface DigitalLinkFault {
  id: string | undefined;
  message: string;
}

/** Why these identifiers cannot form a link; undefined if they can. */
export function digitalLinkFault(ids: readonly string[]): DigitalLinkFault | undefined {
  const path = pathOf(ids);
  if (path.length === 0) {
    const keys = [...PRIMARY_KEYS.keys()].map((id) => `(${id})`);
    return { id: undefined, message: `A Digital Link needs one of the keys ${keys.slice(0, -1).join(', ')} and ${keys.at(-1)}` };
  }
  const id = ids.find((candidate) => PATH_ONLY.has(candidate) && !path.includes(candidate));
  if (id === undefined) return undefined;
  return {
    id,
    message: `The application identifier (${id}) cannot be part of a Digital Link of ${path.map((each) => `(${each})`).join(' with ')}`,
  };
}

/**
 * The GS1 Digital Link of checked element strings: the first possible primary key and its qualifiers form the path, all other identifiers
 * the query in the given order.
 */
export function digitalLink(elements: readonly ElementString[], domain: string): string {
  const path = pathOf(elements.map(({ id }) => id));
  const ofPath = path.flatMap((id) => elements.filter((element) => element.id === id));
  const rest = elements.filter(({ id }) => !path.includes(id));
  const attributes = rest.map(({ id, value }) => `${id}=${encoded(value)}`).join('&');
  const steps = ofPath.map(({ id, value }) => `/${id}/${encoded(value)}`).join('');
  return domain.replace(/\/+$/u, '') + steps + (attributes === '' ? '' : `?${attributes}`);
}

/** A link, cut where the path of its domain, its query and its fragment begin. */
const LINK = /^https?:\/\/[^/?#]+((?:\/[^/?#]*)*)(?:\?([^#]*))?(?:#.*)?$/iu;

/**
 * The element strings in a GS1 Digital Link from a reader, each valid by itself; undefined for any other text. Its domain, the path before the
 * primary key and other attributes are not part of them.
 */
export function readDigitalLink(text: string): ElementString[] | undefined {
  const link = LINK.exec(text);
  if (!link) return undefined;
  const steps = (link[1] ?? '').split('/').slice(1);
  const first = steps.findIndex((step, index) => PRIMARY_KEYS.has(step) && (steps.length - index) % 2 === 0);
  if (first < 0) return undefined;
  const ofPath = Array.from({ length: (steps.length - first) / 2 }, (_, index) => steps.slice(first + 2 * index, first + 2 * index + 2));
  const attributes = (link[2] ?? '').split(/[&;]/u).map((attribute) => attribute.split('='));
  const pairs = [...ofPath, ...attributes.filter(([id = '']) => isGs1Identifier(id))];
  const elements = pairs.map(([id = '', value = '']) => ({ id, value: decoded(value) }));
  return elements.some((element) => gs1Fault(element)) ? undefined : elements;
}

/** An escape that is no UTF-8 stays as it is. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch (error) {
    if (error instanceof URIError) return value;
    throw error;
  }
}

/** The primary key among the identifiers and its qualifiers; empty without a primary key. */
function pathOf(ids: readonly string[]): string[] {
  const key = ids.find((id) => PRIMARY_KEYS.has(id));
  if (key === undefined) return [];
  const lists = PRIMARY_KEYS.get(key) ?? [];
  const isNamed = (list: readonly string[]): boolean => list.some((id) => PATH_ONLY.has(id) && ids.includes(id));
  const qualifiers = lists.find(isNamed) ?? lists[0] ?? [];
  return [key, ...qualifiers.filter((id) => ids.includes(id))];
}

/** Percent-encodes all characters except the unreserved ones of RFC 3986. */
function encoded(value: string): string {
  return encodeURIComponent(value).replace(/[!'()*]/gu, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
