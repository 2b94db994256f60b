import { AsyncLocalStorage } from 'node:async_hooks';
import type { StoredPerson } from './people-store.ts';

/** Who makes the call that is being served. */
export interface CallingScreen {
  /** Identifies the screen: of a browser by its session, or `desktop` for the window of the desktop app. */
  screen: string;
  /** At this computer, at another one after a person has signed in, or a wall screen, which only reads. */
  place: 'local' | 'network' | 'wall';
  /** IP address of another computer; undefined for screens of this one. */
  address?: string | undefined;
}

/** The window of the desktop app. */
export const DESKTOP: CallingScreen = { screen: 'desktop', place: 'local' };

const current = new AsyncLocalStorage<CallingScreen>();

/** Serves a call of a screen: `currentCaller` has it until the promise of `serve` settles. */
export function serveFor<Result>(caller: CallingScreen, serve: () => Result): Result {
  return current.run(caller, serve);
}

/** The caller of the call that is being served; undefined for the station's own work. */
export function currentCaller(): CallingScreen | undefined {
  return current.getStore();
}

const confirmed = new AsyncLocalStorage<StoredPerson>();

/** Serves a call that a second person has confirmed: `currentSecondPerson` has them until the promise of `serve` settles. */
export function serveConfirmed<Result>(second: StoredPerson, serve: () => Result): Result {
  return confirmed.run(second, serve);
}

/** The second person who has confirmed the call that is being served; undefined without one. */
export function currentSecondPerson(): StoredPerson | undefined {
  return confirmed.getStore();
}
