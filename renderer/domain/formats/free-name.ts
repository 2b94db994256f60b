/** A name that is not taken: the wanted one, or the first free one with a number after it. */
export function freeName(wanted: string, taken: readonly { name: string }[]): string {
  const names = new Set(taken.map(({ name }) => name));
  let free = wanted;
  for (let number = 2; names.has(free); number += 1) free = `${wanted} ${number}`;
  return free;
}
