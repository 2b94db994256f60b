import { ProblemError } from '#contract/problem.ts';
import type { ScreenSignIn, ScreenEvent, SignedInPerson } from '#contract/station/people.ts';
import { Emitter } from '../platform/emitter.ts';
import type { FeedSource } from '../platform/feed.ts';
import type { Clock } from '../platform/system-clock.ts';
import { GuessLimits } from './guess-limits.ts';
import type { People } from './people.ts';
import type { CallingScreen } from './callers.ts';
import { foldedName, type StoredPerson } from './people-store.ts';

export interface ScreensOptions {
  people: People;
  clock: Clock;
  /** Logs that a person signed in, signed out or was refused, or that a screen was locked. */
  log: (event: SignInEvent) => void;
  /** Logs an unexpected error. */
  report: (error: unknown) => void;
}

export interface SignInEvent {
  operation: 'signIn' | 'signInWithBadge' | 'signOut' | 'lock';
  person: string;
  /** IP address of the computer, if it is another one. */
  address?: string | undefined;
  /** Why a sign-in was refused; absent if it was not. */
  refusal?: string;
}

interface SignIn {
  personId: string;
  isLocked: boolean;
  /** Monotonic time of the last press. */
  activeAt: number;
  cancelLock?: (() => void) | undefined;
}

const MINUTE = 60_000;
const SECOND = 1_000;

/**
 * Who is signed in at each screen, and which screens are locked. Sign-ins are not stored: after a restart of the station everybody signs in
 * again.
 */
export class Screens {
  readonly #options: ScreensOptions;
  readonly #limits: GuessLimits;
  readonly #signIns = new Map<string, SignIn>();
  /** Emits the screen that has changed, or undefined when all may have. */
  readonly #emitter: Emitter<string | undefined>;
  #unsubscribe: (() => void) | undefined;

  constructor(options: ScreensOptions) {
    this.#options = options;
    this.#limits = new GuessLimits(options.clock);
    this.#emitter = new Emitter(options.report);
  }

  start(): void {
    this.#unsubscribe = this.#options.people.subscribe((ended) => {
      if (ended !== undefined) this.signOutEverywhere(ended);
      else this.#emitter.emit(undefined);
    });
  }

  stop(): void {
    this.#unsubscribe?.();
    for (const { cancelLock } of this.#signIns.values()) cancelLock?.();
  }

  /** The person who is signed in at a screen, also when it is locked. */
  personAt(screen: string): StoredPerson | undefined {
    const signIn = this.#signIns.get(screen);
    return signIn && this.#options.people.find(signIn.personId);
  }

  isLocked(screen: string): boolean {
    return this.#signIns.get(screen)?.isLocked ?? false;
  }

  /** Monotonic time of the last press at a screen; 0 when no person is signed in there. */
  activeAt(screen: string): number {
    return this.#signIns.get(screen)?.activeAt ?? 0;
  }

  /** Calls with the screen that has changed, or undefined when all may have. */
  subscribe(listener: (changed: string | undefined) => void): () => void {
    return this.#emitter.subscribe(listener);
  }

  feedOf({ screen, place }: CallingScreen): FeedSource<ScreenEvent> {
    const snapshot = (): ScreenEvent => ({ type: 'snapshot', screen: { ...this.#shown(screen), place } });
    return {
      snapshot,
      subscribe: (listener) =>
        this.#emitter.subscribe((changed) => {
          if (changed === undefined || changed === screen) listener(snapshot());
        }),
    };
  }

  /** Throws `wrong-sign-in`, or `too-many-requests` while this name has to wait at this screen. */
  async signIn(screen: string, { name, secret }: { name: string; secret: string }): Promise<void> {
    const person = await this.#test(screen, { name, secret });
    if (!person) throw this.#refused({ operation: 'signIn', person: name }, 'The name, PIN or password is wrong.');
    this.#enter(screen, person.id);
    this.#options.log({ operation: 'signIn', person: person.name });
  }

  /** `badge` is the whole text of the badge. Throws as `signIn`. */
  signInWithBadge(screen: string, badge: string): void {
    const key = this.#checkWait(screen, '');
    const person = this.#options.people.withBadge(badge);
    if (!person) {
      this.#limits.wrong(key);
      throw this.#refused({ operation: 'signInWithBadge', person: '' }, 'The badge is not known.');
    }
    this.#limits.right(key);
    this.#enter(screen, person.id);
    this.#options.log({ operation: 'signInWithBadge', person: person.name });
  }

  /** Signs in a person who is known already. `address` is that of another computer. */
  enter(screen: string, person: StoredPerson, address?: string): void {
    this.#enter(screen, person.id);
    this.#options.log({ operation: 'signIn', person: person.name, address });
  }

  signOut(screen: string): void {
    const person = this.personAt(screen);
    this.#leave(screen);
    if (person) this.#options.log({ operation: 'signOut', person: person.name });
  }

  signOutEverywhere(personId: string): void {
    for (const [screen, signIn] of this.#signIns) if (signIn.personId === personId) this.#leave(screen);
    this.#emitter.emit(undefined);
  }

  /** Ends a person's sign-ins at all other screens. */
  signOutElsewhere(personId: string, own: string): void {
    for (const [screen, signIn] of this.#signIns) if (signIn.personId === personId && screen !== own) this.#leave(screen);
  }

  lock(screen: string): void {
    const signIn = this.#signIns.get(screen);
    if (!signIn || signIn.isLocked) return;
    const person = this.personAt(screen);
    signIn.cancelLock?.();
    signIn.isLocked = true;
    this.#emitter.emit(screen);
    if (person) this.#options.log({ operation: 'lock', person: person.name });
  }

  /** A person uses the screen: the time until it is locked starts again. A locked screen stays locked. */
  stayActive(screen: string): void {
    const signIn = this.#signIns.get(screen);
    if (signIn) signIn.activeAt = this.#options.clock.elapsed();
  }

  /** Tests the PIN or password of the person at a screen again, before a change that needs it. Throws as `signIn`. */
  async verifyAgain(screen: string, secret: string): Promise<StoredPerson> {
    const person = this.personAt(screen);
    if (!person) throw new ProblemError('person-required');
    if (!(await this.#test(screen, { name: person.name, secret }))) {
      throw new ProblemError('wrong-sign-in', {
        detail: 'The PIN or password is wrong.',
        errors: [{ pointer: '/secret', detail: 'is wrong' }],
      });
    }
    return person;
  }

  /** Tests the name and PIN or password of another person at a screen, who is not signed in by it. Throws as `signIn`. */
  async verifyOther(screen: string, { name, secret }: { name: string; secret: string }): Promise<StoredPerson> {
    const person = await this.#test(screen, { name, secret });
    if (!person) throw new ProblemError('wrong-sign-in', { detail: 'The name, PIN or password is wrong.' });
    return person;
  }

  /** The person with this name and PIN or password; undefined when there is none. Throws `too-many-requests`. */
  async #test(screen: string, { name, secret }: { name: string; secret: string }): Promise<StoredPerson | undefined> {
    const key = this.#checkWait(screen, name);
    // Counted before the slow test, so that attempts that are sent at once are counted too.
    this.#limits.wrong(key);
    const person = await this.#options.people.verify(name, secret);
    if (person) this.#limits.right(key);
    return person;
  }

  #enter(screen: string, personId: string): void {
    this.#signIns.get(screen)?.cancelLock?.();
    const signIn: SignIn = { personId, isLocked: false, activeAt: this.#options.clock.elapsed() };
    this.#signIns.set(screen, signIn);
    this.#lockWhenIdle(screen, signIn);
    this.#emitter.emit(screen);
  }

  #leave(screen: string): void {
    this.#signIns.get(screen)?.cancelLock?.();
    this.#signIns.delete(screen);
    this.#emitter.emit(screen);
  }

  /** Checks when the time is over whether a person was active meanwhile. The rules may have changed, too. */
  #lockWhenIdle(screen: string, signIn: SignIn): void {
    const { clock, people } = this.#options;
    const limit = people.rules.lockAfterMinutes * MINUTE;
    const left = limit === 0 ? MINUTE : signIn.activeAt + limit - clock.elapsed();
    if (left <= 0) return this.lock(screen);
    signIn.cancelLock = clock.after(Math.min(left, MINUTE), () => this.#lockWhenIdle(screen, signIn));
  }

  /** Returns the key under which a wrong attempt is counted. */
  #checkWait(screen: string, name: string): string {
    const key = JSON.stringify([screen, foldedName(name.trim())]);
    const wait = this.#limits.waitOf(key);
    if (wait > 0) {
      const detail = `Too many wrong attempts. Try again in ${Math.ceil(wait / SECOND)} s.`;
      throw new ProblemError('too-many-requests', { detail });
    }
    return key;
  }

  #refused(event: SignInEvent, detail: string): ProblemError {
    this.#options.log({ ...event, refusal: detail });
    return new ProblemError('wrong-sign-in', { detail });
  }

  #shown(screen: string): Omit<ScreenSignIn, 'place'> {
    const { people } = this.#options;
    const person = this.personAt(screen);
    const { lockAfterMinutes, badgePrefix } = people.rules;
    return {
      needsSignIn: people.areKept,
      person: person ? shownPerson(person, people) : null,
      isLocked: this.isLocked(screen),
      ...{ names: people.names, lockAfterMinutes, badgePrefix },
    };
  }
}

function shownPerson({ id, name, role, lines }: StoredPerson, people: People): SignedInPerson {
  return { id, name, role, lines: lines && [...lines], permissions: [...people.permissionsOf(role)] };
}
