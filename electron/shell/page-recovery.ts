import type { WebContents } from 'electron';

/** Milliseconds before a reload; the last one repeats. */
const RELOAD_DELAYS = [250, 1000, 2000, 4000, 8000];
/** The delays start over after the page has run for so many milliseconds. */
const HEALTHY_AFTER = 60_000;
/** Milliseconds until an unresponsive page is killed. */
const HANG_LIMIT = 3000;
/** Chromium's `ERR_ABORTED`: another navigation replaced this one. */
const ABORTED = -3;

type RecoverablePage = Pick<WebContents, 'on' | 'reload' | 'forcefullyCrashRenderer' | 'isDestroyed'>;

/** Reloads the page after it has crashed, hung or failed to load. Station and printers are not affected. */
export class PageRecovery {
  readonly #page: RecoverablePage;
  readonly #report: (line: string) => void;
  #failures = 0;
  #reload: NodeJS.Timeout | undefined;
  #healthy: NodeJS.Timeout | undefined;
  #hang: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(page: RecoverablePage, report: (line: string) => void) {
    this.#page = page;
    this.#report = report;
  }

  start(): void {
    this.#page.on('render-process-gone', (_event, { reason }) => this.#fail(`The page ended (${reason}).`));
    this.#page.on('did-fail-load', (_event, ...[code, description, , isMainFrame]) => {
      if (isMainFrame && code !== ABORTED) this.#fail(`The page did not load (${description || code}).`);
    });
    this.#page.on('did-finish-load', () => this.#loaded());
    this.#page.on('unresponsive', () => this.#hung());
    this.#page.on('responsive', () => clearTimeout(this.#hang));
  }

  stop(): void {
    this.#isStopped = true;
    for (const timer of [this.#reload, this.#healthy, this.#hang]) clearTimeout(timer);
  }

  #fail(reason: string): void {
    clearTimeout(this.#hang);
    clearTimeout(this.#healthy);
    if (this.#isStopped || this.#reload) return;
    const delay = RELOAD_DELAYS[Math.min(this.#failures, RELOAD_DELAYS.length - 1)] ?? 0;
    this.#failures += 1;
    this.#report(`${reason} Reloading in ${delay} ms.`);
    this.#reload = setTimeout(() => {
      this.#reload = undefined;
      if (!this.#page.isDestroyed()) this.#page.reload();
    }, delay);
  }

  #loaded(): void {
    clearTimeout(this.#healthy);
    this.#healthy = setTimeout(() => (this.#failures = 0), HEALTHY_AFTER);
  }

  /** A hanging renderer cannot be reloaded. Killing it causes `render-process-gone`. */
  #hung(): void {
    clearTimeout(this.#hang);
    this.#hang = setTimeout(() => {
      if (!this.#page.isDestroyed()) this.#page.forcefullyCrashRenderer();
    }, HANG_LIMIT);
  }
}
