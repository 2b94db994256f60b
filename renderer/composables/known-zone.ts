/** A zone as this browser knows it; that of this screen where none is told, or one that the browser does not know. */
export function knownZone(timeZone: string | null | undefined): string {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  try {
    return timeZone ? Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone : own;
  } catch {
    return own;
  }
}
