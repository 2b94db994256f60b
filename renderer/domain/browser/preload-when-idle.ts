/**
 * Loads parts of the page that will be needed soon, one after the other while the browser is idle, so that they are available at first use.
 */
export async function preloadWhenIdle(...parts: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const load of parts) {
    await idle();
    // A part that cannot be loaded now is loaded again when it is used.
    await load().catch(() => undefined);
  }
}

/** Falls back to a timer in browsers without `requestIdleCallback`. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve());
    else setTimeout(resolve, 0);
  });
}
