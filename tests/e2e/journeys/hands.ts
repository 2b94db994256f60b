import { expect, type Locator, type Page } from '@playwright/test';

/** How somebody works with the page. */
export interface Hands {
  press: (target: Locator) => Promise<void>;
  /** One of several that belong together, such as a label among labels. */
  pick: (target: Locator) => Promise<void>;
  pickTab: (tab: Locator) => Promise<void>;
  check: (box: Locator) => Promise<void>;
  /** The option of a list by its words. */
  choose: (list: Locator, option: string) => Promise<void>;
  write: (field: Locator, text: string) => Promise<void>;
}

/** More than the controls of the longest page. */
const STEPS = 150;
/** Slower than a scanner types, in milliseconds between two keys. */
const TYPING = 130;

/** Clicks and keys. */
export function mouse(): Hands {
  return {
    press: (target) => target.click(),
    pick: (target) => target.locator('xpath=..').click(),
    pickTab: (tab) => tab.click(),
    check: (box) => box.click(),
    choose: async (list, option) => {
      await list.selectOption({ label: option });
    },
    write: (field, text) => field.fill(text),
  };
}

/** Taps of a finger, and the keyboard that a touch screen shows for a field. */
export function fingers(): Hands {
  return {
    press: (target) => target.tap(),
    pick: (target) => target.locator('xpath=..').tap(),
    pickTab: (tab) => tab.tap(),
    check: (box) => box.tap(),
    choose: async (list, option) => {
      await list.tap();
      await list.selectOption({ label: option });
    },
    write: async (field, text) => {
      await field.tap();
      await field.fill(text);
    },
  };
}

/** Keys alone: every control is reached by Tab, and on every step of the way it is seen where the focus is. */
export function keys(page: Page): Hands {
  return {
    press: async (target) => {
      await reach(page, target);
      await page.keyboard.press('Enter');
    },
    pick: async (target) => {
      const group = await target.getAttribute('name');
      await reach(page, ...(await page.locator(`input[type=radio][name="${group}"]`).all()));
      for (let step = 0; step < STEPS && !(await target.isChecked()); step += 1) {
        await page.keyboard.press(step === 0 ? 'Space' : 'ArrowDown');
      }
      await expect(target).toBeChecked();
    },
    pickTab: async (tab) => {
      await reach(page, page.getByRole('tab', { selected: true }).first());
      const isChosen = async (): Promise<boolean> => (await tab.getAttribute('aria-selected')) === 'true';
      const onwards = (await page.evaluate(() => document.documentElement.dir)) === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
      for (let step = 0; step < STEPS && !(await isChosen()); step += 1) await page.keyboard.press(onwards);
      await expect(tab).toHaveAttribute('aria-selected', 'true');
    },
    check: async (box) => {
      await reach(page, box);
      await page.keyboard.press('Space');
      await expect(box).toBeChecked();
    },
    choose: async (list, option) => {
      await reach(page, list);
      await page.keyboard.type(option, { delay: TYPING });
      await expect(list.locator('option:checked')).toHaveText(option);
    },
    write: async (field, text) => {
      await reach(page, field);
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(text, { delay: TYPING });
      await expect(field).toHaveValue(text);
    },
  };
}

/** Goes forward with Tab until one of these has the focus. */
async function reach(page: Page, ...targets: readonly Locator[]): Promise<void> {
  await expect(targets[0]!).toBeEnabled();
  for (let step = 0; step < STEPS; step += 1) {
    for (const target of targets) if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
    const unseen = await page.evaluate(unseenFocus);
    if (unseen !== undefined) throw new Error(`the focus is not seen on ${unseen}`);
  }
  throw new Error(`the keyboard does not reach ${targets.map(String).join(' or ')}`);
}

/** What has the focus without showing it: neither it, nor what it stands in, has a mark around it. Nothing is wrong while nothing has it. */
function unseenFocus(): string | undefined {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return undefined;
  const isMarked = (element: Element): boolean => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0;
  };
  for (let element: Element | null = focused, levels = 0; element && levels < 5; element = element.parentElement, levels += 1) {
    if (isMarked(element)) return undefined;
  }
  return `${focused.tagName} ${focused.getAttribute('aria-label') ?? focused.textContent.trim().slice(0, 40)}`;
}
