const PRESSES = ['click', 'keydown'] as const;

/**
 * Returns the time of the press that is being handled, or the current time if none is, both as `performance.now()` shows them. A page that was blocked
 * handles a press late; the event still says when it happened.
 */
export function watchPresses(page: EventTarget): () => number {
  let handled: number | undefined;
  const begin = (event: Event): void => {
    handled = event.timeStamp;
    setTimeout(() => {
      if (handled === event.timeStamp) handled = undefined;
    });
  };
  for (const press of PRESSES) page.addEventListener(press, begin, { capture: true });
  return () => handled ?? performance.now();
}
