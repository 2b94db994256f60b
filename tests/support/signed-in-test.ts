import { test as base, type Browser, type BrowserContext } from '@playwright/test';
import { ReusedContexts } from './reused-contexts.ts';
import { signInBrowser } from './running-stations.ts';

export { expect } from '@playwright/test';
export type { Browser, BrowserContext, Locator, Page } from '@playwright/test';

/** Playwright tests whose browsers are signed in to every station that the test starts. */
export const test = base.extend<object, { browser: Browser }>({
  browser: [
    async ({ browser }, use) => {
      const contexts = new ReusedContexts(browser.newContext.bind(browser));
      browser.newContext = async (options) => signedIn(await contexts.take(options));
      // Like Playwright's own fixture, with a signed-in context.
      browser.newPage = async (options) => {
        const context = await browser.newContext(options);
        const page = await context.newPage();
        const close = page.close.bind(page);
        page.close = async () => {
          // The context closes its page itself.
          page.close = close;
          await context.close();
        };
        return page;
      };
      await use(browser);
      await contexts.end();
    },
    { scope: 'worker' },
  ],
});

async function signedIn(context: BrowserContext): Promise<BrowserContext> {
  const forget = await signInBrowser((cookie) => context.addCookies([cookie]));
  const close = context.close.bind(context);
  context.close = async () => {
    forget();
    await close();
  };
  return context;
}
