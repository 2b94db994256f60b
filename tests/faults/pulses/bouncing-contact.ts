import type { Random } from '#support/random.ts';

/** Milliseconds for which the contact bounces after each change: less than the controller waits. */
const BOUNCING = 12;
/** How long the controller waits for a level that holds, in milliseconds. */
export const DEBOUNCE = 20;
/** Milliseconds for which each level holds at least, from the third time that it is read after it has bounced: then the controller has taken it before. */
const HOLD = 2 * DEBOUNCE;
const READINGS = 3;

/** A photocell whose contact bounces when a product comes and when it leaves. It goes on as it is read, so that no product is too short to be seen. */
export class BouncingContact {
  /** Products that have come, and how often the contact has changed because of a bounce. */
  products = 0;
  bounces = 0;
  readonly #random: Random;
  #isCovered = false;
  #level = false;
  #changedAt = -Infinity;
  /** How often the level has been read since it bounced, and since when it counts as read. */
  #readings = 0;
  #heldSince = Infinity;

  constructor(random: Random) {
    this.#random = random;
  }

  get isCovered(): boolean {
    return this.#isCovered;
  }

  /** The level that the next reading gets, at a time in monotonic milliseconds. `mayChange`: whether a product may come or leave now. */
  next(now: number, mayChange: boolean): boolean {
    if (now - this.#changedAt < BOUNCING) return this.#bounce();
    this.#level = this.#isCovered;
    this.#readings += 1;
    if (this.#readings === READINGS) this.#heldSince = now;
    if (mayChange && now - this.#heldSince >= HOLD) this.#change(now);
    return this.#level;
  }

  #change(now: number): void {
    this.#isCovered = !this.#isCovered;
    this.#changedAt = now;
    this.#readings = 0;
    this.#heldSince = Infinity;
    this.#level = this.#isCovered;
    if (this.#isCovered) this.products += 1;
  }

  #bounce(): boolean {
    const level = this.#random.fraction() < 0.5;
    if (level !== this.#level) this.bounces += 1;
    this.#level = level;
    return level;
  }
}
