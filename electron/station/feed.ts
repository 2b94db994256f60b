/** Something that can be watched: what it is now, and what happens to it from now on. */
export interface FeedSource<Event> {
  snapshot(): Event;
  subscribe(listener: (event: Event) => void): () => void;
}

/** Events that wait for a reader at most, and their characters as JSON. Readers of one source share them: what waits of it is in memory once. */
const QUEUE_LIMIT = 1_000;
const MOST_CHARACTERS = 4 * 1024 * 1024;

const sizes = new WeakMap<object, number>();

/** Characters of an event as JSON, counted once for all readers. */
function sizeOf(event: unknown): number {
  if (typeof event !== 'object' || event === null) return JSON.stringify(event)?.length ?? 0;
  const known = sizes.get(event);
  if (known !== undefined) return known;
  const size = JSON.stringify(event).length;
  sizes.set(event, size);
  return size;
}

/**
 * Reads a source as a feed: a snapshot first, then every event after it, until the signal aborts. The listener is attached before
 * the snapshot is taken, so nothing falls between. A reader that falls too far behind gets a new snapshot in place of what it missed.
 */
export async function* openFeed<Event>(source: FeedSource<Event>, signal: AbortSignal, limit = QUEUE_LIMIT): AsyncGenerator<Event> {
  let queue: Event[] = [];
  let characters = 0;
  let isBehind = true;
  let wake: (() => void) | undefined;
  const stir = (): void => wake?.();
  const unsubscribe = source.subscribe((event) => {
    if (isBehind) return stir();
    queue.push(event);
    characters += sizeOf(event);
    if (queue.length > limit || characters > MOST_CHARACTERS) {
      queue = [];
      characters = 0;
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
        const event = queue.shift() as Event;
        characters -= sizeOf(event);
        yield event;
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
