let collator: Intl.Collator | undefined;

/** Puts names in the order that people expect: "Line 2" comes before "Line 10". Made once, when it is first needed: that takes long. */
export function compareNames(one: string, other: string): number {
  collator ??= new Intl.Collator(undefined, { numeric: true });
  return collator.compare(one, other);
}

/** What has names, in their order. */
export function inNameOrder<Named extends { name: string }>(items: readonly Named[]): Named[] {
  return [...items].sort((one, other) => compareNames(one.name, other.name));
}
