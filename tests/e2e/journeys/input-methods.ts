import { expect, type Locator, type Page } from '@playwright/test';

/** A way to operate the page. */
export interface InputMethod {
  press: (target: Locator) => Promise<void>;
  /** Selects one of several related controls, such as a radio button. */
  pick: (target: Locator) => Promise<void>;
  pickTab: (tab: Locator) => Promise<void>;
  check: (box: Locator) => Promise<void>;
  /** Selects the option of a list by its text. */
  choose: (list: Locator, option: string) => Promise<void>;
  write: (field: Locator, text: string) => Promise<void>;
}

/** Maximum number of Tab presses; more than the controls of the longest page. */
const STEPS = 150;
/** Milliseconds between two keys; slower than a scanner. */
const TYPING = 130;

/** Clicks and keys. */
export function mouse(): InputMethod {
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

/** Taps, and the on-screen keyboard of a touch screen. */
export function fingers(): InputMethod {
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

/** Keys only: every control is reached by Tab, and the focus must be visible at every step. */
export function keys(page: Page): InputMethod {
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
      await reach(page, tab.locator('xpath=..').getByRole('tab', { selected: true }));
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

/** Tabs forward until one of the targets has the focus. */
async function reach(page: Page, ...targets: readonly Locator[]): Promise<void> {
  await expect(targets[0]!).toBeEnabled();
  for (let step = 0; step < STEPS; step += 1) {
    for (const target of targets) if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
    const unseen = await page.evaluate(unseenFocus);
    if (unseen !== undefined) throw new Error(`the focus is not visible on ${unseen}`);
  }
  throw new Error(`the keyboard does not reach ${targets.map(String).join(' or ')}`);
}

/** The focused element if neither it nor an ancestor has a visible focus mark; undefined otherwise. */
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
