/** A name that nothing has yet: the wanted one, or else the first with a number behind it. */
export function freeName(wanted: string, taken: readonly { name: string }[]): string {
  const names = new Set(taken.map(({ name }) => name));
  let free = wanted;
  for (let number = 2; names.has(free); number += 1) free = `${wanted} ${number}`;
  return free;
}
