import { test as base, type Browser, type BrowserContext } from '@playwright/test';
import { signInBrowser } from './running-stations.ts';

export { expect } from '@playwright/test';
export type { Browser, BrowserContext, Locator, Page } from '@playwright/test';

/** Playwright tests whose browsers are signed in to every station that the test starts. */
export const test = base.extend<object, { browser: Browser }>({
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => signedIn(await newContext(options));
      // Like Playwright's own fixture, with a signed-in context.
      browser.newPage = async (options) => {
        const context = await browser.newContext(options);
        const page = await context.newPage();
        const close = page.close.bind(page);
        // Awaited, so that no test starts while the last context is closing.
        page.close = async (options) => {
          await close(options);
          await context.close();
        };
        return page;
      };
      await use(browser);
    },
    { scope: 'worker' },
  ],
});

async function signedIn(context: BrowserContext): Promise<BrowserContext> {
  const forget = await signInBrowser((cookie) => context.addCookies([cookie]));
  context.once('close', forget);
  return context;
}
