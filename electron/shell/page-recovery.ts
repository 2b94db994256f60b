import type { WebContents } from 'electron';
import { isPageUrl, PAGE_URL } from './page-address.ts';

/** Milliseconds before the page is loaded again; the last one repeats. */
const LOAD_DELAYS = [250, 1000, 2000, 4000, 8000];
/** The delays start over after the page has run for so many milliseconds. */
const HEALTHY_AFTER = 60_000;
/** Milliseconds until an unresponsive page is killed. */
const HANG_LIMIT = 3000;
/** Chromium's `ERR_ABORTED`: another navigation replaced this one. */
const ABORTED = -3;

type RecoverablePage = Pick<WebContents, 'on' | 'loadURL' | 'forcefullyCrashRenderer' | 'isDestroyed'>;

/**
 * Loads the page again, with the view that it showed, after it has crashed, hung or failed to load. Station and printers are not affected.
 */
export class PageRecovery {
  readonly #page: RecoverablePage;
  readonly #report: (line: string) => void;
  /** The address of the last view. */
  #view = PAGE_URL;
  #failures = 0;
  #load: NodeJS.Timeout | undefined;
  #healthy: NodeJS.Timeout | undefined;
  #hang: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(page: RecoverablePage, report: (line: string) => void) {
    this.#page = page;
    this.#report = report;
  }

  start(): void {
    this.#page.on('did-navigate', (_event, url) => this.#showed(url));
    this.#page.on('did-navigate-in-page', (_event, url, isMainFrame) => isMainFrame && this.#showed(url));
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
    for (const timer of [this.#load, this.#healthy, this.#hang]) clearTimeout(timer);
  }

  /** A hanging page cannot be loaded again. Killing it causes `render-process-gone`. */
  kill(reason: string): void {
    if (this.#isStopped || this.#load || this.#page.isDestroyed()) return;
    this.#report(reason);
    this.#page.forcefullyCrashRenderer();
  }

  /** An error page of Chromium has another address, and is no view. */
  #showed(url: string): void {
    if (isPageUrl(url)) this.#view = url;
  }

  #fail(reason: string): void {
    clearTimeout(this.#hang);
    clearTimeout(this.#healthy);
    if (this.#isStopped || this.#load) return;
    const delay = LOAD_DELAYS[Math.min(this.#failures, LOAD_DELAYS.length - 1)] ?? 0;
    this.#failures += 1;
    this.#report(`${reason} Loading it again in ${delay} ms.`);
    this.#load = setTimeout(() => {
      this.#load = undefined;
      // A failed load emits `did-fail-load`.
      if (!this.#page.isDestroyed()) void this.#page.loadURL(this.#view).catch(() => undefined);
    }, delay);
  }

  #loaded(): void {
    clearTimeout(this.#healthy);
    this.#healthy = setTimeout(() => (this.#failures = 0), HEALTHY_AFTER);
  }

  #hung(): void {
    clearTimeout(this.#hang);
    this.#hang = setTimeout(() => this.kill('The page does not respond.'), HANG_LIMIT);
  }
}
