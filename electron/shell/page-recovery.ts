import type { WebContents } from 'electron';

/** Waits before a reload: quick at first, never so long that a page stays away for ten seconds. */
const RELOAD_DELAYS = [250, 1000, 2000, 4000, 8000];
/** A page that ran so long was healthy: its next failure starts at the first delay again. */
const HEALTHY_AFTER = 60_000;
/** A page that does not answer gets so long to come back by itself. */
const HANG_LIMIT = 3000;
const ABORTED = -3;

type RecoverablePage = Pick<WebContents, 'on' | 'reload' | 'forcefullyCrashRenderer' | 'isDestroyed'>;

/** Brings the page back after it crashed, hung or failed to load. The station and its printers do not notice. */
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
    this.#report(`${reason} It is loaded again in ${delay} ms.`);
    this.#reload = setTimeout(() => {
      this.#reload = undefined;
      if (!this.#page.isDestroyed()) this.#page.reload();
    }, delay);
  }

  #loaded(): void {
    clearTimeout(this.#healthy);
    this.#healthy = setTimeout(() => (this.#failures = 0), HEALTHY_AFTER);
  }

  /** A renderer that hangs cannot be reloaded; ending it leads to `render-process-gone`. */
  #hung(): void {
    clearTimeout(this.#hang);
    this.#hang = setTimeout(() => {
      if (!this.#page.isDestroyed()) this.#page.forcefullyCrashRenderer();
    }, HANG_LIMIT);
  }
}
