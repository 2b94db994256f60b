import type { CDPSession, Page } from '@playwright/test';

const sessions = new WeakMap<Page, Promise<CDPSession>>();
/** When the last scan ended, by the timestamps of its events. */
const ends = new WeakMap<Page, number>();
const PAUSE = 0.03;
/** In milliseconds. */
const LATER_THAN_A_SCANNER = 300;

/**
 * Types like a scanner with a keyboard wedge: real key events with timestamps 30 ms apart, independent of the machine's load, and Enter.
 * FNC1 is sent as Ctrl and `]`.
 */
export async function scan(page: Page, code: string, end = 'Enter'): Promise<void> {
  const opened = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, opened);
  const session = await opened;
  const began = await beginning(page, (code.length + 1) * PAUSE);
  for (const [index, key] of [...code, end].entries()) {
    const timestamp = began + index * PAUSE;
    const isFnc1 = key === '\x1d';
    const text = key === 'Enter' ? '\r' : key === 'Tab' || isFnc1 ? '' : key;
    const common = {
      key: isFnc1 ? ']' : key,
      code: codeOf(key),
      modifiers: isFnc1 ? 2 : 0,
      windowsVirtualKeyCode: virtualKey(key),
      timestamp,
    };
    await session.send('Input.dispatchKeyEvent', {
      ...common,
      type: text === '' ? 'rawKeyDown' : 'keyDown',
      ...(text === '' ? {} : { text }),
    });
    await session.send('Input.dispatchKeyEvent', { ...common, type: 'keyUp', timestamp: timestamp + PAUSE / 3 });
  }
}

/** Presses Enter like a person after a scan: later than a scanner's second Enter. */
export async function pressEnter(page: Page): Promise<void> {
  await page.evaluate((soonest) => new Promise((resolve) => setTimeout(resolve, soonest)), LATER_THAN_A_SCANNER);
  await page.keyboard.press('Enter');
}

/** Scans do not overlap: the timestamps of a scan end now, and begin after those of the last one. */
async function beginning(page: Page, takes: number): Promise<number> {
  const early = (ends.get(page) ?? 0) + takes - Date.now() / 1_000;
  if (early > 0) await page.evaluate((seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1_000)), early);
  const end = Date.now() / 1_000;
  ends.set(page, end);
  return end - takes;
}

function codeOf(key: string): string {
  return key === 'Enter' || key === 'Tab' ? key : '';
}

function virtualKey(key: string): number {
  if (key === 'Enter') return 13;
  if (key === 'Tab') return 9;
  return key === '\x1d' ? 221 : (key.toUpperCase().codePointAt(0) ?? 0);
}
