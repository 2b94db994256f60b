import type { UnusableItem } from '#contract/api-v3/health.ts';
import type { ControllerDatabase } from '#storage/controller-schema.ts';
import type { Events } from '../events/events.ts';
import type { Log } from '../engines/log.ts';
import { Serial } from '../serial.ts';
import { CONTENT_CHECKS, type ContentCheck } from './content-checks.ts';

/** Rows that are looked at before other work gets its turn. */
const ROWS_AT_ONCE = 16;
/** Things that are remembered; more are counted. */
const MOST_REMEMBERED = 1_000;
/** Things that are named in `/healthz`. */
const MOST_NAMED = 20;
/** Events that may change what can be used: a thing was put, removed, renamed, or a queue has changed. */
const CHANGES = /^(?:label|table|variable|counter|shift-code):(?!wrapped)|^(?:printer-)?settings:|^queue:/;

export interface UnusableContentDeps {
  db: ControllerDatabase;
  events: Events;
  /** What other modules have found unusable when they loaded it: fonts and printers. */
  loaded: () => UnusableItem[];
  log: Log;
}

/**
 * What is stored and cannot be used by this version, by a stricter check or after damage. It is looked for in the background after the start,
 * in safe mode as well, and looked at again when it was changed. Nothing is removed.
 */
export class UnusableContent {
  readonly #deps: UnusableContentDeps;
  readonly #found = new Map<string, UnusableItem>();
  readonly #queue = new Serial();
  #unfollow: (() => void) | undefined;
  #next = 1;
  #isStopped = false;
  #isWaiting = false;

  constructor(deps: UnusableContentDeps) {
    this.#deps = deps;
  }

  /** Looks at everything in the background, and follows changes. */
  start(): void {
    const { events, log } = this.#deps;
    this.#next = events.next;
    this.#unfollow = events.follow(() => this.#changed());
    for (const { kind, name, reason } of this.#deps.loaded()) log.error(`the stored ${kind} "${name}" cannot be used: ${reason}`);
    this.#run(() => this.#lookAtAll());
  }

  /** Resolves once everything was looked at that is stored or was changed until now. */
  async idle(): Promise<void> {
    await this.#queue.idle();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#unfollow?.();
    await this.#queue.idle();
  }

  /** The things that cannot be used: those that are named, and how many there are. At most 1 000 are counted. */
  list(): { named: UnusableItem[]; total: number } {
    const all = [...this.#deps.loaded(), ...this.#found.values()];
    return { named: all.slice(0, MOST_NAMED), total: all.length };
  }

  #run(work: () => Promise<void>): void {
    void this.#queue.run(work).catch((error: unknown) => this.#deps.log.error('what is stored could not be looked through', error));
  }

  #changed(): void {
    const { events } = this.#deps;
    let isConcerned = false;
    for (; this.#next < events.next; this.#next += 1) isConcerned ||= CHANGES.test(events.find(this.#next)?.fact.type ?? '');
    if (!isConcerned || this.#isWaiting || this.#found.size === 0) return;
    this.#isWaiting = true;
    this.#run(() => this.#lookAgain());
  }

  async #lookAtAll(): Promise<void> {
    for (const check of CONTENT_CHECKS) {
      let rows = 0;
      for (const row of await check.names(this.#deps.db)) {
        if (this.#isStopped) return;
        await this.#look(check, row);
        rows += 1;
        if (rows % ROWS_AT_ONCE === 0) await new Promise((resolve) => void setImmediate(resolve));
      }
    }
  }

  /** Only what was found before: whatever was put since was checked when it was put. */
  async #lookAgain(): Promise<void> {
    this.#isWaiting = false;
    for (const { kind, name } of [...this.#found.values()]) {
      const check = CONTENT_CHECKS.find((known) => known.kind === kind);
      if (check) await this.#look(check, name);
    }
  }

  async #look({ kind, findFault }: ContentCheck, name: string): Promise<void> {
    const { db, log } = this.#deps;
    const key = `${kind} ${name}`;
    const reason = await findFault(db, name);
    if (reason === undefined) {
      this.#found.delete(key);
      return;
    }
    if (!this.#found.has(key) && this.#found.size >= MOST_REMEMBERED) return;
    if (this.#found.get(key)?.reason !== reason) log.error(`the stored ${kind} "${name}" cannot be used: ${reason}`);
    this.#found.set(key, { kind, name, reason });
  }
}

/** What fonts and printers say that they could not load. */
export function unusableOf(
  fonts: readonly { family: string; style: string; reason: string }[],
  printers: readonly { name: string; reason: string }[],
): UnusableItem[] {
  return [
    ...fonts.map(({ family, style, reason }) => ({ kind: 'font' as const, name: `${family} ${style}`.trim(), reason })),
    ...printers.map(({ name, reason }) => ({ kind: 'printer' as const, name, reason })),
  ];
}
