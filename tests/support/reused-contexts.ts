import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test';

/** What a page can leave behind for a later page of the same browser context, beside cookies. */
const STORED = 'local_storage,indexeddb,cache_storage,service_workers';

interface IdleContext {
  context: BrowserContext;
  close: BrowserContext['close'];
  /** Where its pages were. */
  origins: Set<string>;
}

/**
 * Hands out contexts that behave like new ones, but keep the loaded and compiled code of the page: a new context loads and compiles it again,
 * which takes longer than most tests. `context.close()` clears everything else and keeps the context for the next `take` with equal options.
 */
export class ReusedContexts {
  readonly #create: Browser['newContext'];
  readonly #idle = new Map<string, IdleContext[]>();

  /** `create` makes a new context. */
  constructor(create: Browser['newContext']) {
    this.#create = create;
  }

  async take(options?: BrowserContextOptions): Promise<BrowserContext> {
    const key = JSON.stringify(options ?? {});
    const taken = this.#idle.get(key)?.pop() ?? (await this.#new(options));
    const { context, close, origins } = taken;
    context.close = async () => {
      try {
        await clear(context, origins);
      } catch {
        // It was closed meanwhile, or its browser was: there is nothing to reuse.
        await close();
        return;
      }
      this.#idle.set(key, [...(this.#idle.get(key) ?? []), taken]);
    };
    return context;
  }

  /** Closes the contexts that nobody uses. */
  async end(): Promise<void> {
    const all = [...this.#idle.values()].flat();
    this.#idle.clear();
    await Promise.all(all.map(({ close }) => close()));
  }

  async #new(options?: BrowserContextOptions): Promise<IdleContext> {
    const context = await this.#create(options);
    return { context, close: context.close.bind(context), origins: watchOrigins(context) };
  }
}

async function clear(context: BrowserContext, origins: ReadonlySet<string>): Promise<void> {
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  const page = context.pages()[0] ?? (await context.newPage());
  const session = await context.newCDPSession(page);
  for (const origin of origins) await session.send('Storage.clearDataForOrigin', { origin, storageTypes: STORED });
  await Promise.all(context.pages().map((page) => page.close()));
  await Promise.all([context.clearCookies(), context.clearPermissions(), context.setOffline(false)]);
}

/** The origins of the pages that are opened in a context from now on. */
function watchOrigins(context: BrowserContext): Set<string> {
  const origins = new Set<string>();
  context.on('page', (page) =>
    page.on('framenavigated', (frame) => {
      const { protocol, origin } = new URL(frame.url());
      if (protocol.startsWith('http')) origins.add(origin);
    }),
  );
  return origins;
}
