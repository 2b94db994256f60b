import { z } from 'zod';
import { ProblemError } from '#contract/problem.ts';
import { MAX_WALL_SCREENS, type WallScreensEvent } from '#contract/station/wall-screens.ts';
import { Emitter } from '../platform/emitter.ts';
import type { FeedSource } from '../platform/feed.ts';
import type { StoredSetting } from '../platform/stored-setting.ts';
import { hashOf, newSecret } from './secrets.ts';

export const storedWallScreensSchema = z.array(z.object({ id: z.string(), name: z.string(), created: z.number(), hash: z.string() }));
type StoredWallScreen = z.infer<typeof storedWallScreensSchema>[number];

export interface WallScreensOptions {
  store: Pick<StoredSetting<StoredWallScreen[]>, 'read' | 'save'>;
  /** Milliseconds since the epoch. */
  now: () => number;
  newId: () => string;
  /** Logs an unexpected error. */
  report: (error: unknown) => void;
}

/** The screens that show the wall view by a token in their address. Tokens are stored as hashes. */
export class WallScreens implements FeedSource<WallScreensEvent> {
  readonly #options: WallScreensOptions;
  readonly #emitter: Emitter<WallScreensEvent>;
  readonly #removals: Emitter<string>;
  readonly #lastSeen = new Map<string, number>();
  #screens: readonly StoredWallScreen[] = [];
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: WallScreensOptions) {
    this.#options = options;
    this.#emitter = new Emitter(options.report);
    this.#removals = new Emitter(options.report);
  }

  async start(): Promise<void> {
    this.#screens = (await this.#options.store.read()) ?? [];
  }

  /** Resolves when all changes are stored. */
  async stop(): Promise<void> {
    await this.#last;
  }

  snapshot(): WallScreensEvent {
    const screens = this.#screens.map(({ id, name, created }) => ({ id, name, created, lastSeen: this.#lastSeen.get(id) ?? null }));
    return { type: 'snapshot', screens };
  }

  subscribe(listener: (event: WallScreensEvent) => void): () => void {
    return this.#emitter.subscribe(listener);
  }

  /** Calls with the id of each screen that is removed. */
  onRemoved(listener: (id: string) => void): () => void {
    return this.#removals.subscribe(listener);
  }

  /** Adds a screen and returns its token, which is not stored. Throws `name-taken`, and `invalid-input` beyond the limit. */
  add(name: string): Promise<string> {
    return this.#inTurn(async () => {
      const detail = `There is already a wall screen named "${name}".`;
      if (this.#screens.some((screen) => screen.name === name)) throw new ProblemError('name-taken', { detail });
      if (this.#screens.length >= MAX_WALL_SCREENS) {
        const errors = [{ pointer: '/name', detail: `must be one of at most ${MAX_WALL_SCREENS} wall screens` }];
        throw new ProblemError('invalid-input', { errors });
      }
      const token = newSecret();
      const { newId, now } = this.#options;
      await this.#save([...this.#screens, { id: newId(), name, created: Math.round(now()), hash: hashOf(token) }]);
      return token;
    });
  }

  /** Ends the screen's sessions. Throws `not-found`. */
  remove(id: string): Promise<void> {
    return this.#inTurn(async () => {
      if (!this.#screens.some((screen) => screen.id === id)) {
        throw new ProblemError('not-found', { detail: 'This wall screen does not exist (any more).' });
      }
      await this.#save(this.#screens.filter((screen) => screen.id !== id));
      this.#removals.emit(id);
    });
  }

  /** The id of the screen with this token; undefined when there is none. */
  find(token: string): string | undefined {
    const hash = hashOf(token);
    const id = this.#screens.find((screen) => screen.hash === hash)?.id;
    if (id === undefined) return undefined;
    this.#lastSeen.set(id, Math.round(this.#options.now()));
    this.#emitter.emit(this.snapshot());
    return id;
  }

  async #save(screens: readonly StoredWallScreen[]): Promise<void> {
    await this.#options.store.save([...screens]);
    this.#screens = screens;
    this.#emitter.emit(this.snapshot());
  }

  #inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
