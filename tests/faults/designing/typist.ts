import { setTimeout as wait } from 'node:timers/promises';
import type { Locator, Page } from 'playwright';
import type { Random } from '#support/random.ts';
import type { Typed } from './loss.ts';

/** Milliseconds between typed texts. */
const QUICK = { least: 5, most: 250 };
/** One in this many pauses is long, so that text must be saved without later input. */
const PAUSES = 12;
const LONG = { least: 500, most: 4_000 };

interface Listener {
  tellTyped: (at: number, text: string) => Promise<void>;
}

/** Types at the end of a label's text until its browser is gone. */
export class Typist {
  /** As reported by the page, with the times at which the texts were in the field. */
  readonly typed: Typed[] = [];
  readonly #random: Random;
  readonly #started = Promise.withResolvers<Typed>();

  constructor(random: Random) {
    this.#random = random;
  }

  /** Resolves with the first text. */
  get started(): Promise<Typed> {
    return this.#started.promise;
  }

  /** Call it before the page is opened. */
  async listen(page: Page): Promise<void> {
    await page.exposeFunction('tellTyped', (at: number, text: string) => {
      const typed = { at, text };
      this.typed.push(typed);
      this.#started.resolve(typed);
    });
    await page.addInitScript(() => {
      document.addEventListener('input', ({ target }) => {
        if (target instanceof HTMLTextAreaElement) void (globalThis as unknown as Listener).tellTyped(Date.now(), target.value);
      });
    });
  }

  /** Resolves when the browser is gone. `mark` distinguishes this text from all others. */
  async write(area: Locator, mark: string): Promise<void> {
    try {
      await area.press('Control+End');
      await area.pressSequentially(` ${mark}`);
      for (let number = 1; ; number += 1) {
        await area.pressSequentially(` ${number}`);
        await wait(this.#pause());
      }
    } catch (error) {
      // The end of the browser is expected, unless nothing was typed.
      if (this.typed.length === 0) throw error;
    }
  }

  #pause(): number {
    const { least, most } = this.#random.whole(1, PAUSES) === 1 ? LONG : QUICK;
    return this.#random.whole(least, most);
  }
}
