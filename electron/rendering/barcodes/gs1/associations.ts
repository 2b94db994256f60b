import { gs1MissingAssociations, gs1InvalidPairs } from './gs1-elements.ts';

/** Identifiers in all codes of a label; undefined if they depend on the values of a print. */
export type CarriedIdentifiers = ReadonlySet<string> | undefined;

/**
 * The violated association of an identifier, as a sentence; undefined if there is none. A required identifier may be in another code of the
 * label, since a pallet label distributes element strings over several codes. An excluded one is searched only in the same code, since a
 * label may describe several items.
 */
export function gs1AssociationFault(id: string, own: readonly string[], carried: CarriedIdentifiers): string | undefined {
  const [rival] = gs1InvalidPairs(id, own);
  if (rival !== undefined) return `The application identifier (${id}) must not be combined with (${rival})`;
  const missing = carried ? gs1MissingAssociations(id, [...own, ...carried]) : [];
  if (missing.length === 0) return undefined;
  const groups = missing.map((group) => group.map((partner) => `(${partner})`).join(' with '));
  const list = [groups.slice(0, -1).join(', '), groups.at(-1)].filter((part) => part !== '').join(' or ');
  return `The application identifier (${id}) needs ${list} on the same label`;
}
