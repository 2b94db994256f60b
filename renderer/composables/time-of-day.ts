/** Minutes after midnight as a clock shows them, such as 06:00. */
export function timeText(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/** The minutes after midnight that a person typed as 6:00 or 06:00; undefined when it is no time of the day. */
export function readTime(text: string): number | undefined {
  const [, hours, minutes] = /^\s*(\d{1,2}):(\d{2})\s*$/u.exec(text) ?? [];
  if (hours === undefined || minutes === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return Number(hours) * 60 + Number(minutes);
}
