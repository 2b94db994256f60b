/** Something that can be watched: what it is now, and what happens to it from now on. */
export interface FeedSource<Event> {
  snapshot(): Event;
  subscribe(listener: (event: Event) => void): () => void;
}

const QUEUE_LIMIT = 1_000;

/**
 * Reads a source as a feed: a snapshot first, then every event after it, until the signal aborts. The listener is attached before
 * the snapshot is taken, so nothing falls between. A reader that falls too far behind gets a new snapshot in place of what it missed.
 */
export async function* openFeed<Event>(source: FeedSource<Event>, signal: AbortSignal, limit = QUEUE_LIMIT): AsyncGenerator<Event> {
  let queue: Event[] = [];
  let isBehind = true;
  let wake: (() => void) | undefined;
  const stir = (): void => wake?.();
  const unsubscribe = source.subscribe((event) => {
    if (isBehind) return stir();
    queue.push(event);
    if (queue.length > limit) {
      queue = [];
      isBehind = true;
    }
    stir();
  });
  signal.addEventListener('abort', stir, { once: true });
  try {
    while (!signal.aborted) {
      if (isBehind) {
        isBehind = false;
        yield source.snapshot();
      } else if (queue.length > 0) {
        yield queue.shift() as Event;
      } else {
        await new Promise<void>((resolve) => (wake = resolve));
        wake = undefined;
      }
    }
  } finally {
    unsubscribe();
    signal.removeEventListener('abort', stir);
  }
}
