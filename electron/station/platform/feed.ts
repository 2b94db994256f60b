/** A state with change events: the snapshot is the state now, the events are the changes after it. */
export interface FeedSource<Event> {
  snapshot(): Event;
  subscribe(listener: (event: Event) => void): () => void;
}

/** Limits of a reader's queue: events, and their characters as JSON. The readers of one source share the event objects. */
const MAX_EVENTS = 1_000;
const MAX_CHARACTERS = 4 * 1024 * 1024;

const sizes = new WeakMap<object, number>();

/** Characters of an event as JSON, computed once for all readers. */
function sizeOf(event: unknown): number {
  if (typeof event !== 'object' || event === null) return JSON.stringify(event)?.length ?? 0;
  const cached = sizes.get(event);
  if (cached !== undefined) return cached;
  const size = JSON.stringify(event).length;
  sizes.set(event, size);
  return size;
}

/**
 * Reads a source as a feed: a snapshot, then every event after it, until the signal aborts. It subscribes before it takes the snapshot, so that
 * no event is lost between the two. A reader whose queue overflows gets a new snapshot instead of the queued events.
 */
export async function* openFeed<Event>(source: FeedSource<Event>, signal: AbortSignal, limit = MAX_EVENTS): AsyncGenerator<Event> {
  let queue: Event[] = [];
  let characters = 0;
  let needsSnapshot = true;
  let resume: (() => void) | undefined;
  const wake = (): void => resume?.();
  const unsubscribe = source.subscribe((event) => {
    if (needsSnapshot) return wake();
    queue.push(event);
    characters += sizeOf(event);
    if (queue.length > limit || characters > MAX_CHARACTERS) {
      queue = [];
      characters = 0;
      needsSnapshot = true;
    }
    wake();
  });
  signal.addEventListener('abort', wake, { once: true });
  try {
    while (!signal.aborted) {
      if (needsSnapshot) {
        needsSnapshot = false;
        yield source.snapshot();
      } else if (queue.length > 0) {
        const event = queue.shift() as Event;
        characters -= sizeOf(event);
        yield event;
      } else {
        await new Promise<void>((resolve) => (resume = resolve));
        resume = undefined;
      }
    }
  } finally {
    unsubscribe();
    signal.removeEventListener('abort', wake);
  }
}
