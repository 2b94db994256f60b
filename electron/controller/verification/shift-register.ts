/** What is to be done when the line has moved to a place: products move along it in their order, like bits in a shift register. */
export class ShiftRegister<Item> {
  #waiting: { place: number; item: Item }[] = [];

  /** The place of the next item; undefined if none waits. */
  get next(): number | undefined {
    return this.#waiting[0]?.place;
  }

  add(place: number, item: Item): void {
    const after = this.#waiting.findLastIndex((other) => other.place <= place);
    this.#waiting.splice(after + 1, 0, { place, item });
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift();
  }

  /** Removes and returns the items whose place the line has reached, in their order. */
  take(travel: number): Item[] {
    const found = this.#waiting.findIndex(({ place }) => place > travel);
    return this.#waiting.splice(0, found < 0 ? this.#waiting.length : found).map(({ item }) => item);
  }
}

/** More products are not between a printer and the end of its line: the oldest are dropped. */
const MAX_WAITING = 10_000;
