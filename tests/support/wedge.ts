import type { CDPSession, Page } from '@playwright/test';

const sessions = new WeakMap<Page, Promise<CDPSession>>();
const PAUSE = 0.03;

/**
 * Scans as a keyboard wedge does: real keys, 30 ms a character by the clock of their events however busy the machine is, and Enter.
 * FNC1 comes as Ctrl and `]`.
 */
export async function scan(page: Page, code: string, end = 'Enter'): Promise<void> {
  const opened = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, opened);
  const session = await opened;
  // The scanner has just ended: its events lie behind whatever is pressed next.
  const began = Date.now() / 1_000 - code.length * PAUSE;
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

function codeOf(key: string): string {
  return key === 'Enter' || key === 'Tab' ? key : '';
}

function virtualKey(key: string): number {
  if (key === 'Enter') return 13;
  if (key === 'Tab') return 9;
  return key === '\x1d' ? 221 : (key.toUpperCase().codePointAt(0) ?? 0);
}
