/** Tells every listener of every event, in order. A listener that is added while an event is told hears the next one. */
export class Announcer<Event> {
  readonly #listeners = new Set<(event: Event) => void>();

  subscribe(listener: (event: Event) => void): () => void {
    // Each subscription is one of its own, even of the same function.
    const own = (event: Event): void => listener(event);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  announce(event: Event): void {
    for (const listener of [...this.#listeners]) listener(event);
  }
}
