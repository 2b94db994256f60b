/** Whether two documents are equal as JSON. Parts that are the same object are skipped. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((entry, index) => isSameJson(entry, other[index]));
  }
  if (!isHolder(one) || !isHolder(other)) return false;
  const [entries, others] = [Object.entries(one), Object.entries(other)];
  return (
    entries.length === others.length &&
    entries.every(([key, value], index) => key === others[index]?.[0] && isSameJson(value, others[index][1]))
  );
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
