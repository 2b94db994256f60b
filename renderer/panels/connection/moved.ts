/** The list with one of its items a place earlier (-1) or later (1); undefined where there is no such place. */
export function moved<Item>(list: readonly Item[], item: Item, by: -1 | 1): Item[] | undefined {
  const from = list.indexOf(item);
  const other = list[from + by];
  if (from === -1 || from + by < 0 || other === undefined) return undefined;
  const next = [...list];
  next[from] = other;
  next[from + by] = item;
  return next;
}
