import { setTimeout as wait } from 'node:timers/promises';
import type { Locator, Page } from 'playwright';
import { openKillableBrowser, type KillableBrowser } from '#support/killable-browser.ts';
import type { Random } from '#support/random.ts';
import type { SignedIn } from '#support/sign-in.ts';
import { lossOf, type Seen } from './loss.ts';
import { Typist } from './typist.ts';

/** Time limit of a page action in milliseconds. */
const PATIENCE = 60_000;
/** Maximum time from the first change to the kill, in milliseconds. */
const LONGEST = 6_000;

export interface LabelPage {
  /** Address of the station. */
  url: string;
  /** Session cookie of a signed-in browser. */
  cookie: SignedIn['cookie'];
  label: string;
  /** Folder of the browser's profile. */
  profile: string;
}

/** Edits a label in a browser that is killed and restarted repeatedly. */
export class Designer {
  readonly #place: LabelPage;
  readonly #random: Random;
  #seen: Seen = { typed: [], killedAt: 0 };

  constructor(place: LabelPage, random: Random) {
    this.#place = place;
    this.#random = random;
  }

  /**
   * Checks how much of the work before the last kill was restored, then edits until the browser is killed. Resolves with the loss in
   * milliseconds.
   */
  async suffer(mark: string): Promise<number> {
    const browser = await openKillableBrowser(this.#place.profile);
    try {
      const typist = new Typist(this.#random);
      await typist.listen(browser.page);
      await openLabel(browser.page, this.#place);
      const offered = await restoreOffered(browser.page);
      const loss = lossOf(this.#seen, offered);
      const decided = offered === undefined ? {} : await this.#decide(browser.page, offered);
      const killedAt = await this.#writeUntilKilled(browser, typist, mark);
      this.#seen = { ...decided, typed: typist.typed, killedAt };
      return loss;
    } finally {
      await browser.kill();
    }
  }

  /** Checks the restored work after the last kill. */
  async lastLoss(): Promise<number> {
    const browser = await openKillableBrowser(this.#place.profile);
    try {
      await openLabel(browser.page, this.#place);
      return lossOf(this.#seen, await restoreOffered(browser.page));
    } finally {
      await browser.kill();
    }
  }

  /** Continues with the restored draft, or reloads the page and discards it. */
  async #decide(page: Page, text: string): Promise<Partial<Seen>> {
    if (this.#random.whole(1, 2) === 1) return { restored: text };
    await page.reload();
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    return { discarded: { at: Date.now(), text } };
  }

  async #writeUntilKilled(browser: KillableBrowser, typist: Typist, mark: string): Promise<number> {
    const writing = typist.write(areaOf(browser.page), mark);
    await Promise.race([typist.started, writing]);
    await wait(this.#random.whole(0, LONGEST));
    const killedAt = await browser.kill();
    await writing;
    return killedAt;
  }
}

function areaOf(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Label document' });
}

async function openLabel(page: Page, { url, cookie, label }: LabelPage): Promise<void> {
  page.setDefaultTimeout(PATIENCE);
  await page.context().addCookies([cookie]);
  await page.goto(url);
  await page.getByRole('article', { name: 'Line 1', exact: true }).waitFor();
  await page.goto(`${url}/labels/${label}?tab=text`);
  await areaOf(page).waitFor();
}

/** The text of the offered draft; undefined if none is offered. */
async function restoreOffered(page: Page): Promise<string | undefined> {
  const restore = page.getByRole('button', { name: 'Restore', exact: true });
  if (!(await restore.isVisible())) return undefined;
  await restore.click();
  return areaOf(page).inputValue();
}
