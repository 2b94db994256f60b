/** The time zone if this browser supports it; otherwise, or if it is undefined, the time zone of this screen. */
export function supportedTimeZone(timeZone: string | null | undefined): string {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  try {
    return timeZone ? Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone : own;
  } catch {
    return own;
  }
}
