import { setTimeout as wait } from 'node:timers/promises';
import type { Locator, Page } from 'playwright';
import type { Random } from '#support/random.ts';
import type { Typed } from './loss.ts';

/** Milliseconds between what is typed. */
const QUICK = { least: 5, most: 250 };
/** One pause in so many is long: what was typed before it must be safe although nothing follows. */
const PAUSES = 12;
const LONG = { least: 500, most: 4_000 };

interface Listener {
  tellTyped: (at: number, text: string) => Promise<void>;
}

/** Writes at the end of a label's text until its browser is gone. */
export class Typist {
  /** As the page itself tells it: its moments are those in which the texts were there. */
  readonly typed: Typed[] = [];
  readonly #random: Random;
  readonly #begun = Promise.withResolvers<Typed>();

  constructor(random: Random) {
    this.#random = random;
  }

  /** Resolves with the first text. */
  get begun(): Promise<Typed> {
    return this.#begun.promise;
  }

  /** To be called before the page is opened. */
  async listen(page: Page): Promise<void> {
    await page.exposeFunction('tellTyped', (at: number, text: string) => {
      const typed = { at, text };
      this.typed.push(typed);
      this.#begun.resolve(typed);
    });
    await page.addInitScript(() => {
      document.addEventListener('input', ({ target }) => {
        if (target instanceof HTMLTextAreaElement) void (globalThis as unknown as Listener).tellTyped(Date.now(), target.value);
      });
    });
  }

  /** Ends when the browser is gone. `mark` tells this text from all others. */
  async write(area: Locator, mark: string): Promise<void> {
    try {
      await area.press('Control+End');
      await area.pressSequentially(` ${mark}`);
      for (let number = 1; ; number += 1) {
        await area.pressSequentially(` ${number}`);
        await wait(this.#pause());
      }
    } catch (error) {
      // So it has to end, unless it never began.
      if (this.typed.length === 0) throw error;
    }
  }

  #pause(): number {
    const { least, most } = this.#random.whole(1, PAUSES) === 1 ? LONG : QUICK;
    return this.#random.whole(least, most);
  }
}
