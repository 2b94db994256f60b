/**
 * Loads parts of the page that will be needed soon, one after the other, each when the page has nothing else to do: at their first use they
 * are there at once.
 */
export async function loadAhead(...parts: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const load of parts) {
    await idle();
    // What cannot be loaded now is asked for again when it is used.
    await load().catch(() => undefined);
  }
}

/** Some browsers do not tell when they are idle: there the next turn has to do. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve());
    else setTimeout(resolve, 0);
  });
}
