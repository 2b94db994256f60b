/** The list with one item moved one place up (-1) or down (1); undefined if it cannot move. */
export function moveItem<Item>(list: readonly Item[], item: Item, by: -1 | 1): Item[] | undefined {
  const from = list.indexOf(item);
  const other = list[from + by];
  if (from === -1 || from + by < 0 || other === undefined) return undefined;
  const next = [...list];
  next[from] = other;
  next[from + by] = item;
  return next;
}
