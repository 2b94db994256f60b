/** The day of a moment in the time zone of the browser, such as 2026-11-21. */
export function localDay(epochMs: number): string {
  const date = new Date(epochMs);
  return new Date(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())).toISOString().slice(0, 10);
}
