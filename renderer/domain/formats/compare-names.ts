let collator: Intl.Collator | undefined;

/** Compares names in natural order: "Line 2" before "Line 10". The collator is created at first use, because that is slow. */
export function compareNames(one: string, other: string): number {
  collator ??= new Intl.Collator(undefined, { numeric: true });
  return collator.compare(one, other);
}

/** Items in natural order of their names. */
export function inNameOrder<Named extends { name: string }>(items: readonly Named[]): Named[] {
  return [...items].sort((one, other) => compareNames(one.name, other.name));
}
