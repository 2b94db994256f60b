/**
 * A typed event emitter. `emit` calls the listeners in the order of their subscription; an error that one of them throws goes to `report`, and
 * the others still run. A listener that subscribes during an `emit` gets the next event.
 */
export class Emitter<Event> {
  readonly #report: (error: unknown) => void;
  readonly #listeners = new Set<(event: Event) => void>();

  constructor(report: (error: unknown) => void) {
    this.#report = report;
  }

  /** Returns the function that ends the subscription. The same function may subscribe more than once. */
  subscribe(listener: (event: Event) => void): () => void {
    const subscription = (event: Event): void => listener(event);
    this.#listeners.add(subscription);
    return () => this.#listeners.delete(subscription);
  }

  emit(event: Event): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(event);
      } catch (error) {
        this.#report(error);
      }
    }
  }
}
