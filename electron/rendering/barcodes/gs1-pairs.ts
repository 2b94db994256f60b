import { gs1MissingPartners, gs1Rivals } from './gs1-elements.ts';

/** Identifiers that the codes of a label carry; undefined when only a print's values tell. */
export type CarriedIdentifiers = ReadonlySet<string> | undefined;

/**
 * What is wrong with an identifier beside the others of its code, as a sentence. What must stand beside it may stand in another code of the
 * label too, as a pallet spreads its element strings over several; what must not is looked for in its own code only, because a label may
 * carry the codes of several things.
 */
export function gs1PairFault(id: string, own: readonly string[], carried: CarriedIdentifiers): string | undefined {
  const [rival] = gs1Rivals(id, own);
  if (rival !== undefined) return `The application identifier (${id}) must not stand together with (${rival})`;
  const missing = carried ? gs1MissingPartners(id, [...own, ...carried]) : [];
  if (missing.length === 0) return undefined;
  const groups = missing.map((group) => group.map((partner) => `(${partner})`).join(' with '));
  const list = [groups.slice(0, -1).join(', '), groups.at(-1)].filter((part) => part !== '').join(' or ');
  return `The application identifier (${id}) needs ${list} on the same label`;
}
