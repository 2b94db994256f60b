import { createHmac, randomBytes } from 'node:crypto';
import { ProblemError } from '#contract/problem.ts';
import {
  MAX_PEOPLE,
  type PeopleEvent,
  type Person,
  type PersonContent,
  type RolePermissions,
  type SignInRules,
} from '#contract/station/people.ts';
import { DEFAULT_PERMISSIONS, ROLES, type Permission, type Role } from '#contract/station/permissions.ts';
import { TWO_PERSON_KINDS, type TwoPersonKind } from '#contract/station/two-person.ts';
import { Emitter } from '../platform/emitter.ts';
import type { FeedSource } from '../platform/feed.ts';
import type { StoredSetting } from '../platform/stored-setting.ts';
import { checkSecret } from './check-secret.ts';
import { foldedName, type PeopleStore, type StoredPerson } from './people-store.ts';
import { hashSecret, isOutdated, isSecretOf } from './secret-hash.ts';

/** `badgeKey`: key of the badges' hashes, in base64url. Badges have few characters, so that a hash without a key could be searched for. */
export type StoredRules = SignInRules & { badgeKey: string };

export interface PeopleOptions {
  store: Pick<PeopleStore, 'list' | 'save' | 'remove' | 'permissions' | 'savePermissions'>;
  rules: Pick<StoredSetting<StoredRules>, 'read' | 'save'>;
  twoPersonRule: Pick<StoredSetting<TwoPersonKind[]>, 'read' | 'save'>;
  newId: () => string;
  /** Logs an unexpected error. */
  report: (error: unknown) => void;
}

/** A changed person. A field that is left out stays; `badge: null` removes the badge. */
export interface PersonChange extends PersonContent {
  secret?: string | undefined;
  badge?: string | null | undefined;
}

export interface NewPerson extends PersonContent {
  secret: string;
  badge?: string | undefined;
}

const DEFAULT_RULES: SignInRules = { lockAfterMinutes: 10, badgePrefix: '', signOutAfterMinutes: 60, signOutAfterHours: 12 };
const KEY_BYTES = 32;

/**
 * The people of the station and the permissions of their roles. PINs, passwords and badges are kept as hashes. Every change is stored before it
 * takes effect.
 */
export class People {
  readonly #options: PeopleOptions;
  /** Emits the id of a person whose sign-ins have to end, or undefined when only what is shown has changed. */
  readonly #emitter: Emitter<string | undefined>;
  readonly #people = new Map<string, StoredPerson>();
  #permissions = new Map<Role, Permission[]>();
  #rules: StoredRules = { ...DEFAULT_RULES, badgeKey: '' };
  #twoPersonKinds: readonly TwoPersonKind[] = [];
  #last: Promise<unknown> = Promise.resolve();
  /** A hash that belongs to no secret, so that an unknown name takes as long as a wrong PIN. */
  #decoy: Promise<string> | undefined;

  constructor(options: PeopleOptions) {
    this.#options = options;
    this.#emitter = new Emitter(options.report);
  }

  async start(): Promise<void> {
    for (const person of await this.#options.store.list()) this.#people.set(person.id, person);
    this.#permissions = await this.#options.store.permissions();
    this.#rules = (await this.#options.rules.read()) ?? this.#rules;
    this.#twoPersonKinds = (await this.#options.twoPersonRule.read()) ?? [];
  }

  /** Resolves when all changes are stored. */
  async stop(): Promise<void> {
    await this.#last;
  }

  /** Whether people are kept, so that commands need a person. */
  get areKept(): boolean {
    return this.#people.size > 0;
  }

  get rules(): SignInRules {
    const { badgeKey: _secret, ...rules } = this.#rules;
    return rules;
  }

  /** The kinds of action that need a second person. */
  get twoPersonKinds(): readonly TwoPersonKind[] {
    return this.#twoPersonKinds;
  }

  /** The enabled person with this id. */
  find(id: string): StoredPerson | undefined {
    const person = this.#people.get(id);
    return person?.isEnabled ? person : undefined;
  }

  permissionsOf(role: Role): readonly Permission[] {
    return this.#permissions.get(role) ?? DEFAULT_PERMISSIONS[role];
  }

  /** Those who can sign in. */
  get enabled(): StoredPerson[] {
    return [...this.#people.values()].filter(({ isEnabled }) => isEnabled);
  }

  /** Names of those who can sign in. */
  get names(): string[] {
    return this.enabled.map(({ name }) => name);
  }

  subscribe(listener: (ended: string | undefined) => void): () => void {
    return this.#emitter.subscribe(listener);
  }

  get feed(): FeedSource<PeopleEvent> {
    const snapshot = (): PeopleEvent => ({
      type: 'snapshot',
      people: [...this.#people.values()].map(shown),
      roles: ROLES.map((role) => ({ role, permissions: [...this.permissionsOf(role)] })),
      rules: this.rules,
      twoPersonKinds: [...this.#twoPersonKinds],
    });
    return { snapshot, subscribe: (listener) => this.#emitter.subscribe(() => listener(snapshot())) };
  }

  /** The enabled person with this name and PIN or password; undefined when there is none. One attempt is tested at a time. */
  verify(name: string, secret: string): Promise<StoredPerson | undefined> {
    return this.#inTurn(async () => {
      const person = this.#named(name);
      this.#decoy ??= hashSecret(randomBytes(KEY_BYTES).toString('hex'));
      const isRight = await isSecretOf(person?.secretHash ?? (await this.#decoy), secret);
      if (!person?.isEnabled || !isRight) return undefined;
      if (isOutdated(person.secretHash)) await this.#save({ ...person, secretHash: await hashSecret(secret) });
      return person;
    });
  }

  /** The enabled person with this badge; undefined when there is none, or when badges are not used. */
  withBadge(badge: string): StoredPerson | undefined {
    if (!this.#isBadge(badge)) return undefined;
    const hash = this.#badgeHash(badge);
    return [...this.#people.values()].find(({ badgeHash, isEnabled }) => isEnabled && badgeHash === hash);
  }

  /** Throws `name-taken`, and `invalid-input` for a weak PIN or a first person who may not manage people. */
  add(person: NewPerson): Promise<StoredPerson> {
    return this.#inTurn(() => this.#add(person));
  }

  /** Adds the first administrator. Throws `not-permitted` when people are kept already, and as `add`. */
  addFirst({ name, secret }: { name: string; secret: string }): Promise<StoredPerson> {
    return this.#inTurn(() => {
      if (this.areKept) throw new ProblemError('not-permitted', { detail: 'There is an administrator already, who can add people.' });
      return this.#add({ name, secret, role: 'administrator', lines: null, isEnabled: true });
    });
  }

  /** Throws `not-found`, `name-taken`, `invalid-input` and `last-administrator`. The person's sign-ins end, since they may have lost rights. */
  change(id: string, { secret, badge, ...content }: PersonChange): Promise<void> {
    return this.#inTurn(async () => {
      const person = this.#get(id);
      this.#checkName(content.name, id);
      if (!this.#mayManage(content)) this.#checkOthersManage(id);
      if (secret !== undefined) await checkSecret(secret, { name: content.name, pointer: '/secret' });
      const secretHash = secret === undefined ? person.secretHash : await hashSecret(secret);
      const badgeHash = badge ? this.#newBadge(badge, id) : badge === null ? null : person.badgeHash;
      await this.#save({ ...person, ...content, secretHash, badgeHash });
      this.#emitter.emit(id);
    });
  }

  /** Replaces a person's own PIN or password. Throws `invalid-input` for a weak one. */
  changeSecret(id: string, secret: string): Promise<void> {
    return this.#inTurn(async () => {
      const person = this.#get(id);
      await checkSecret(secret, { name: person.name, pointer: '/newSecret' });
      await this.#save({ ...person, secretHash: await hashSecret(secret) });
    });
  }

  /** Throws `not-found`, and `last-administrator` when none of the others may manage people. */
  remove(id: string): Promise<void> {
    return this.#inTurn(async () => {
      this.#get(id);
      if (this.#people.size > 1) this.#checkOthersManage(id);
      await this.#options.store.remove(id);
      this.#people.delete(id);
      this.#emitter.emit(id);
    });
  }

  /** Takes effect at once for everybody with the role. Throws `last-administrator`. */
  putRole({ role, permissions }: RolePermissions): Promise<void> {
    return this.#inTurn(async () => {
      const managers = [...this.#people.values()].filter((person) => person.isEnabled && person.role !== role && this.#mayManage(person));
      if (this.areKept && !permissions.includes('people') && managers.length === 0) throw lastAdministrator();
      const unique = [...new Set(permissions)];
      await this.#options.store.savePermissions(role, unique);
      this.#permissions.set(role, unique);
      this.#emitter.emit(undefined);
    });
  }

  putRules(rules: SignInRules): Promise<void> {
    return this.#inTurn(async () => {
      await this.#saveRules({ ...rules, badgeKey: this.#rules.badgeKey || randomBytes(KEY_BYTES).toString('base64url') });
      this.#emitter.emit(undefined);
    });
  }

  /** Says which kinds of action need a second person. Throws `person-required` on a station without people. */
  putTwoPersonRule(kinds: readonly TwoPersonKind[]): Promise<void> {
    return this.#inTurn(async () => {
      if (!this.areKept) throw new ProblemError('person-required', { detail: 'Add people first: without them there is no second person.' });
      const chosen = TWO_PERSON_KINDS.filter((kind) => kinds.includes(kind));
      await this.#options.twoPersonRule.save(chosen);
      this.#twoPersonKinds = chosen;
      this.#emitter.emit(undefined);
    });
  }

  async #add({ secret, badge, ...content }: NewPerson): Promise<StoredPerson> {
    if (this.#people.size >= MAX_PEOPLE) throw invalid('/name', `must be one of at most ${MAX_PEOPLE} people`);
    if (this.#people.size === 0 && !this.#mayManage(content)) throw invalid('/role', 'of the first person must permit to manage people');
    this.#checkName(content.name);
    await checkSecret(secret, { name: content.name, pointer: '/secret' });
    const badgeHash = badge ? this.#newBadge(badge) : null;
    const person = { id: this.#options.newId(), ...content, secretHash: await hashSecret(secret), badgeHash };
    await this.#save(person);
    this.#emitter.emit(undefined);
    return person;
  }

  async #saveRules(rules: StoredRules): Promise<void> {
    await this.#options.rules.save(rules);
    this.#rules = rules;
  }

  async #save(person: StoredPerson): Promise<void> {
    await this.#options.store.save(person);
    this.#people.set(person.id, person);
  }

  #get(id: string): StoredPerson {
    const person = this.#people.get(id);
    if (!person) throw new ProblemError('not-found', { detail: 'This person does not exist (any more).' });
    return person;
  }

  #named(name: string): StoredPerson | undefined {
    const folded = foldedName(name.trim());
    return [...this.#people.values()].find((person) => foldedName(person.name) === folded);
  }

  #checkName(name: string, own?: string): void {
    const other = this.#named(name);
    if (other && other.id !== own) throw new ProblemError('name-taken', { detail: `There is already a person named "${other.name}".` });
  }

  #mayManage({ role, isEnabled }: Pick<PersonContent, 'role' | 'isEnabled'>): boolean {
    return isEnabled && this.permissionsOf(role).includes('people');
  }

  #checkOthersManage(id: string): void {
    if (![...this.#people.values()].some((other) => other.id !== id && this.#mayManage(other))) throw lastAdministrator();
  }

  #isBadge(text: string): boolean {
    const { badgePrefix, badgeKey } = this.#rules;
    return badgePrefix !== '' && badgeKey !== '' && text.startsWith(badgePrefix) && text.length > badgePrefix.length;
  }

  /** The hash of a badge for a person. Throws `invalid-input` for a text that is no badge, or is another person's. */
  #newBadge(badge: string, own?: string): string {
    if (!this.#isBadge(badge)) throw invalid('/badge', `must start with the prefix of badges, "${this.#rules.badgePrefix}"`);
    const hash = this.#badgeHash(badge);
    const other = [...this.#people.values()].find((person) => person.badgeHash === hash);
    if (other && other.id !== own) throw invalid('/badge', `is the badge of ${other.name}`);
    return hash;
  }

  #badgeHash(badge: string): string {
    return createHmac('sha256', this.#rules.badgeKey).update(badge).digest('base64url');
  }

  /** Changes and attempts run one after the other: each hash takes 32 MiB, and a change is checked against the one before. */
  #inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => undefined);
    return result;
  }
}

function shown({ id, name, role, lines, isEnabled, badgeHash }: StoredPerson): Person {
  return { id, name, role, lines: lines && [...lines], isEnabled, hasBadge: badgeHash !== null };
}

function invalid(pointer: string, detail: string): ProblemError {
  return new ProblemError('invalid-input', { errors: [{ pointer, detail }] });
}

function lastAdministrator(): ProblemError {
  return new ProblemError('last-administrator', { detail: 'Without this person or permission, people could not be managed any more.' });
}
