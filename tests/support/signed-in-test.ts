import { test as base, type Browser, type BrowserContext } from '@playwright/test';
import { signInBrowser } from './running-stations.ts';

export { expect } from '@playwright/test';
export type { Browser, BrowserContext, Locator, Page } from '@playwright/test';

/** Tests whose browsers are signed in to every station that the test starts, as the browser of an operator is. */
export const test = base.extend<object, { browser: Browser }>({
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => signedIn(await newContext(options));
      // What Playwright's own does, by way of a context that is signed in.
      browser.newPage = async (options) => {
        const context = await browser.newContext(options);
        const page = await context.newPage();
        const close = page.close.bind(page);
        // Waited for, so that no test begins while its context is being closed.
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
