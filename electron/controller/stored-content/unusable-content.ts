import type { UnusableItem } from '#contract/api-v3/health.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import type { Events } from '../events/events.ts';
import type { Log } from '#process/log.ts';
import { TaskQueue } from '../platform/task-queue.ts';
import { CONTENT_CHECKS, type ContentCheck } from './content-checks.ts';

/** How many rows are checked before other work gets a turn. */
const ROWS_PER_TURN = 16;
/** At most this many items are stored. */
const MAX_FOUND = 1_000;
/** At most this many items are named in `/healthz`. */
const MAX_NAMED = 20;
/** Events after which content may have become usable or unusable: it was put, removed or renamed, or a queue has changed. */
const CHANGES = /^(?:label|table|variable|counter|shift-code):(?!wrapped)|^(?:printer-)?settings:|^queue:/;

export interface UnusableContentDeps {
  db: ControllerDatabase;
  events: Events;
  /** Fonts and printers that their modules could not load. */
  loaded: () => UnusableItem[];
  log: Log;
}

/**
 * Stored content that this version cannot use, because of a stricter schema or damage. It is checked in the background, also in safe mode, and again
 * after changes. Nothing is removed.
 */
export class UnusableContent {
  readonly #deps: UnusableContentDeps;
  readonly #found = new Map<string, UnusableItem>();
  readonly #queue = new TaskQueue();
  #unfollow: (() => void) | undefined;
  #next = 1;
  #isStopped = false;
  #isWaiting = false;

  constructor(deps: UnusableContentDeps) {
    this.#deps = deps;
  }

  /** Starts to follow changes. */
  start(): void {
    const { events, log } = this.#deps;
    this.#next = events.next;
    this.#unfollow = events.subscribe(() => this.#changed());
    for (const { kind, name, reason } of this.#deps.loaded()) log.error(`the stored ${kind} "${name}" cannot be used: ${reason}`);
  }

  /** Checks everything in the background. */
  checkAll(): void {
    this.#run(() => this.#lookAtAll());
  }

  /** Resolves when everything stored until now is checked. */
  async idle(): Promise<void> {
    await this.#queue.idle();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#unfollow?.();
    await this.#queue.idle();
  }

  /** Unusable content: the first items by name, and the total, which counts up to 1 000. */
  list(): { named: UnusableItem[]; total: number } {
    const all = [...this.#deps.loaded(), ...this.#found.values()];
    return { named: all.slice(0, MAX_NAMED), total: all.length };
  }

  #run(work: () => Promise<void>): void {
    void this.#queue.run(work).catch((error: unknown) => this.#deps.log.error('the stored content could not be checked', error));
  }

  #changed(): void {
    const { events } = this.#deps;
    let isConcerned = false;
    for (; this.#next < events.next; this.#next += 1) isConcerned ||= CHANGES.test(events.find(this.#next)?.event.type ?? '');
    if (!isConcerned || this.#isWaiting || this.#found.size === 0) return;
    this.#isWaiting = true;
    this.#run(() => this.#recheck());
  }

  async #lookAtAll(): Promise<void> {
    for (const check of CONTENT_CHECKS) {
      let rows = 0;
      for (const row of await check.names(this.#deps.db)) {
        if (this.#isStopped) return;
        await this.#check(check, row);
        rows += 1;
        if (rows % ROWS_PER_TURN === 0) await new Promise((resolve) => void setImmediate(resolve));
      }
    }
  }

  /** Rechecks only known unusable items, because new content is validated when it is put. */
  async #recheck(): Promise<void> {
    this.#isWaiting = false;
    for (const { kind, name } of [...this.#found.values()]) {
      const check = CONTENT_CHECKS.find((known) => known.kind === kind);
      if (check) await this.#check(check, name);
    }
  }

  async #check({ kind, findFault }: ContentCheck, name: string): Promise<void> {
    const { db, log } = this.#deps;
    const key = `${kind} ${name}`;
    const reason = await findFault(db, name);
    if (reason === undefined) {
      this.#found.delete(key);
      return;
    }
    if (!this.#found.has(key) && this.#found.size >= MAX_FOUND) return;
    if (this.#found.get(key)?.reason !== reason) log.error(`the stored ${kind} "${name}" cannot be used: ${reason}`);
    this.#found.set(key, { kind, name, reason });
  }
}

/** The fonts and printers that could not be loaded, in the form of the list. */
export function unusableOf(
  fonts: readonly { family: string; style: string; reason: string }[],
  printers: readonly { name: string; reason: string }[],
): UnusableItem[] {
  return [
    ...fonts.map(({ family, style, reason }) => ({ kind: 'font' as const, name: `${family} ${style}`.trim(), reason })),
    ...printers.map(({ name, reason }) => ({ kind: 'printer' as const, name, reason })),
  ];
}
