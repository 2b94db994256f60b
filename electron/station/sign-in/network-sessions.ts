import type { CallingScreen } from '../people/callers.ts';
import type { Clock } from '../platform/system-clock.ts';
import { hashOf, newSecret } from './secrets.ts';

const MINUTE = 60_000;
/** A replaced secret is valid for this long, for requests that were sent with it meanwhile. */
const OVERLAP = MINUTE;
/** Beyond this number the oldest session ends. */
const MAX_SESSIONS = 500;

/** The session of a browser on another computer. */
export interface NetworkSession {
  readonly caller: CallingScreen;
  /** Monotonic time of the sign-in. */
  readonly openedAt: number;
  /** Undefined for a person. */
  readonly wallScreen: string | undefined;
}

interface OpenSession extends NetworkSession {
  hash: string;
  readonly listeners: Set<() => void>;
}

/** The sessions of browsers on other computers, by the hashes of their secrets. They are not stored: after a restart of the station people sign in again. */
export class NetworkSessions {
  readonly #clock: Pick<Clock, 'elapsed' | 'after'>;
  readonly #sessions = new Map<string, OpenSession>();
  readonly #byHash = new Map<string, OpenSession>();
  readonly #overlaps = new Set<() => void>();

  constructor(clock: Pick<Clock, 'elapsed' | 'after'>) {
    this.#clock = clock;
  }

  /** Ends all sessions. */
  stop(): void {
    for (const screen of this.#sessions.keys()) this.end(screen);
    for (const cancel of this.#overlaps) cancel();
  }

  get list(): readonly NetworkSession[] {
    return [...this.#sessions.values()];
  }

  /** Opens a session and returns its secret. */
  open(caller: CallingScreen, wallScreen?: string): string {
    const secret = newSecret();
    const session = { caller, openedAt: this.#clock.elapsed(), wallScreen, hash: hashOf(secret), listeners: new Set<() => void>() };
    this.#sessions.set(caller.screen, session);
    this.#byHash.set(session.hash, session);
    for (const oldest of this.#sessions.keys()) {
      if (this.#sessions.size <= MAX_SESSIONS) break;
      this.end(oldest);
    }
    return secret;
  }

  /** The session that one of the secrets belongs to; undefined when none does. */
  find(secrets: readonly string[]): NetworkSession | undefined {
    for (const secret of secrets) {
      const session = this.#byHash.get(hashOf(secret));
      if (session) return session;
    }
    return undefined;
  }

  /** Replaces the secret of a session, and returns the new one; undefined when the session has ended. */
  renew({ caller }: NetworkSession): string | undefined {
    const session = this.#sessions.get(caller.screen);
    if (!session) return undefined;
    const former = session.hash;
    const secret = newSecret();
    session.hash = hashOf(secret);
    this.#byHash.set(session.hash, session);
    const cancel = this.#clock.after(OVERLAP, () => {
      this.#byHash.delete(former);
      this.#overlaps.delete(cancel);
    });
    this.#overlaps.add(cancel);
    return secret;
  }

  /** Calls once when the session ends. Returns the function that ends the subscription. */
  onEnd({ caller }: NetworkSession, listener: () => void): () => void {
    const session = this.#sessions.get(caller.screen);
    session?.listeners.add(listener);
    if (!session) listener();
    return () => session?.listeners.delete(listener);
  }

  /** Ends the session of a screen, if it has one. */
  end(screen: string): void {
    const session = this.#sessions.get(screen);
    if (!session) return;
    this.#sessions.delete(screen);
    for (const [hash, other] of this.#byHash) if (other === session) this.#byHash.delete(hash);
    for (const listener of session.listeners) listener();
  }
}
