import { randomInt } from 'node:crypto';
import { ProblemError } from '#contract/problem.ts';
import { CODE_CHARACTERS, type SignInWay } from '#contract/station/sign-in.ts';
import type { SignInRequest } from '#contract/station/sign-in-request.ts';
import { serveFor } from '../people/callers.ts';
import type { People } from '../people/people.ts';
import type { StoredPerson } from '../people/people-store.ts';
import type { Screens, SignInEvent } from '../people/screens.ts';
import type { Clock } from '../platform/system-clock.ts';
import { NetworkGuessLimits } from './network-guess-limits.ts';
import { NetworkSessions, type NetworkSession } from './network-sessions.ts';
import { hashOf, isSameHash } from './secrets.ts';
import { TokenBucket } from './token-bucket.ts';
import type { WallScreens } from './wall-screens.ts';

/** Wrong codes and tokens of all computers. */
const WRONG_CODES = { size: 10, perSecond: 1 / 60 };
const WRONG_TOKENS = { size: 30, perSecond: 1 };
/** Attempts of other computers that wait while one is tested. One test takes about a tenth of a second. */
const MAX_WAITING = 8;
const CODE_LENGTH = 10;
const REFUSAL = 'The name, PIN or password is wrong.';
const CHECK_INTERVAL = 15_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export interface NetworkSignInOptions {
  people: People;
  screens: Screens;
  wallScreens: WallScreens;
  clock: Clock;
  newId: () => string;
  log: (event: SignInEvent) => void;
}

/** The browser that signs in. */
export interface Browser {
  /** The secrets of its cookies. */
  held: readonly string[];
  /** IP address of its computer. */
  address: string;
}

/**
 * Signs people in at browsers on other computers. Attempts are limited (see `NetworkGuessLimits`) and tested one after the other, so that an attempt at
 * a screen of the station's computer never waits for more than one of them. A session ends when the person signs out, after the times of the rules, and
 * when the station stops.
 */
export class NetworkSignIn {
  /** The cookie lasts until the browser is closed. */
  readonly cookieSeconds = undefined;
  readonly #options: NetworkSignInOptions;
  readonly #limits: NetworkGuessLimits;
  readonly #sessions: NetworkSessions;
  readonly #wrongCodes: TokenBucket;
  readonly #wrongTokens: TokenBucket;
  readonly #unsubscribe: (() => void)[] = [];
  readonly #code = Array.from({ length: CODE_LENGTH }, () => CODE_CHARACTERS[randomInt(CODE_CHARACTERS.length)]).join('');
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();
  #cancelCheck: (() => void) | undefined;

  constructor(options: NetworkSignInOptions) {
    this.#options = options;
    this.#limits = new NetworkGuessLimits(options.clock);
    this.#sessions = new NetworkSessions(options.clock);
    this.#wrongCodes = new TokenBucket({ ...WRONG_CODES, clock: options.clock });
    this.#wrongTokens = new TokenBucket({ ...WRONG_TOKENS, clock: options.clock });
  }

  start(): void {
    const { screens, wallScreens } = this.#options;
    this.#unsubscribe.push(
      screens.subscribe(() => this.#endSignedOut()),
      wallScreens.onRemoved((id) => this.#endWall(id)),
    );
    this.#checkTimes();
  }

  stop(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#cancelCheck?.();
    this.#sessions.stop();
  }

  /** What a browser without a session does. */
  get way(): SignInWay {
    return this.#options.people.areKept ? 'person' : 'first-person';
  }

  /** The code with which the first administrator signs in, in groups of five characters; null when people are kept. */
  get firstPersonCode(): string | null {
    return this.#options.people.areKept ? null : this.#code.replace(/(.{5})(?=.)/g, '$1-');
  }

  /** Opens a session and returns its secret. Throws `wrong-sign-in`, `too-many-requests`, and `invalid-input` for another way to sign in. */
  async signIn(request: SignInRequest, browser: Browser): Promise<string> {
    if ('wall' in request) return this.#openWall(request.wall, browser);
    if ('code' in request) return this.#openFirst(request, browser);
    if ('name' in request) return this.#openPerson(request, browser);
    throw new ProblemError('invalid-input', { detail: 'A start address is for browsers on the computer of the station.' });
  }

  find(secrets: readonly string[]): NetworkSession | undefined {
    return this.#sessions.find(secrets);
  }

  /** Replaces the secret of a session; undefined when it has ended. */
  renew(session: NetworkSession): string | undefined {
    return this.#sessions.renew(session);
  }

  onEnd(session: NetworkSession, listener: () => void): () => void {
    return this.#sessions.onEnd(session, listener);
  }

  serveFor<Result>({ caller }: NetworkSession, call: () => Result): Result {
    return serveFor(caller, call);
  }

  /**
   * Tests the name and PIN or password of another person at a computer, within the limits of the sign-in there. It signs in no one. Throws
   * `wrong-sign-in` and `too-many-requests`.
   */
  async verifyOther(address: string, { name, secret }: { name: string; secret: string }): Promise<StoredPerson> {
    const person = await this.#test(address, { name, secret });
    if (!person) throw new ProblemError('wrong-sign-in', { detail: REFUSAL });
    return person;
  }

  async #openPerson({ name, secret }: { name: string; secret: string }, browser: Browser): Promise<string> {
    const { address } = browser;
    const person = await this.#test(address, { name, secret });
    if (!person) {
      this.#options.log({ operation: 'signIn', person: name, address, refusal: REFUSAL });
      throw new ProblemError('wrong-sign-in', { detail: REFUSAL });
    }
    return this.#enter(person, browser);
  }

  /** The person with this name and PIN or password; undefined when there is none. Throws `too-many-requests`. */
  async #test(address: string, { name, secret }: { name: string; secret: string }): Promise<StoredPerson | undefined> {
    if (this.#waiting >= MAX_WAITING || !this.#limits.admit({ address, name })) throw tooMany();
    const person = await this.#oneAtATime(() => this.#options.people.verify(name, secret));
    if (person) this.#limits.succeeded({ address, name });
    return person;
  }

  async #openFirst({ code, name, secret }: { code: string; name: string; secret: string }, browser: Browser): Promise<string> {
    const { people } = this.#options;
    const typed = code.toUpperCase().replaceAll(/[\s-]/g, '');
    if (people.areKept || !isSameHash(hashOf(typed), hashOf(this.#code))) {
      if (!this.#wrongCodes.take()) throw tooMany();
      throw new ProblemError('wrong-sign-in', { detail: 'The code is wrong, or there are people already.' });
    }
    return this.#enter(await people.addFirst({ name, secret }), browser);
  }

  #openWall(token: string, { address }: Browser): string {
    const id = this.#options.wallScreens.find(token);
    if (id === undefined) {
      if (!this.#wrongTokens.take()) throw tooMany();
      throw new ProblemError('wrong-sign-in', { detail: 'This wall screen was removed, or its address is wrong.' });
    }
    return this.#sessions.open({ screen: this.#options.newId(), place: 'wall', address }, id);
  }

  /** Each sign-in has a new session, so that a secret that was known before gives nothing. */
  #enter(person: StoredPerson, { held, address }: Browser): string {
    const { screens, newId } = this.#options;
    const former = this.#sessions.find(held);
    if (former) this.#end(former);
    const screen = newId();
    const secret = this.#sessions.open({ screen, place: 'network', address });
    screens.enter(screen, person, address);
    return secret;
  }

  #end({ caller }: NetworkSession): void {
    this.#sessions.end(caller.screen);
    this.#options.screens.signOut(caller.screen);
  }

  /** Ends the sessions whose person has signed out, was removed or has lost rights. */
  #endSignedOut(): void {
    for (const { caller, wallScreen } of this.#sessions.list) {
      if (wallScreen === undefined && !this.#options.screens.personAt(caller.screen)) this.#sessions.end(caller.screen);
    }
  }

  #endWall(id: string): void {
    for (const { caller, wallScreen } of this.#sessions.list) if (wallScreen === id) this.#sessions.end(caller.screen);
  }

  #checkTimes(): void {
    const { clock, people, screens } = this.#options;
    const { signOutAfterMinutes, signOutAfterHours } = people.rules;
    const now = clock.elapsed();
    for (const session of this.#sessions.list) {
      if (session.wallScreen !== undefined) continue;
      const isIdle = now - screens.activeAt(session.caller.screen) >= signOutAfterMinutes * MINUTE;
      if (isIdle || now - session.openedAt >= signOutAfterHours * HOUR) this.#end(session);
    }
    this.#cancelCheck = clock.after(CHECK_INTERVAL, () => this.#checkTimes());
  }

  #oneAtATime<Result>(task: () => Promise<Result>): Promise<Result> {
    this.#waiting += 1;
    const result = this.#last.then(task).finally(() => (this.#waiting -= 1));
    this.#last = result.catch(() => undefined);
    return result;
  }
}

function tooMany(): ProblemError {
  return new ProblemError('too-many-requests', {
    detail: 'Too many attempts were made. Try again later, or sign in at the computer of the station.',
  });
}
