/** Minutes after midnight as a time such as 06:00. */
export function timeText(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/** Reads 6:00 or 06:00 as minutes after midnight; undefined if it is not a time of day. */
export function readTime(text: string): number | undefined {
  const [, hours, minutes] = /^\s*(\d{1,2}):(\d{2})\s*$/u.exec(text) ?? [];
  if (hours === undefined || minutes === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return Number(hours) * 60 + Number(minutes);
}
