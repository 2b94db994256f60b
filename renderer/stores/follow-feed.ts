/** Applies every event of a feed until the returned function is called. The link reopens feeds; each one starts with a snapshot. */
export function followFeed<Event>(open: (signal: AbortSignal) => AsyncIterable<Event>, apply: (event: Event) => void): () => void {
  const stop = new AbortController();
  void (async () => {
    for await (const event of open(stop.signal)) {
      if (stop.signal.aborted) return;
      apply(event);
    }
  })();
  return () => {
    stop.abort();
  };
}
