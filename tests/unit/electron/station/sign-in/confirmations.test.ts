import { beforeEach, describe, expect, it } from 'vitest';
import { ProblemError } from '#contract/problem.ts';
import { stationContract } from '#contract/station/index.ts';
import { DEFAULT_PERMISSIONS, type Role } from '#contract/station/permissions.ts';
import type { TwoPersonKind } from '#contract/station/two-person.ts';
import { serveConfirmed, serveFor, type CallingScreen } from '#station/people/callers.ts';
import type { People } from '#station/people/people.ts';
import type { StoredPerson } from '#station/people/people-store.ts';
import { PermissionCheck } from '#station/people/permission-check.ts';
import type { Screens } from '#station/people/screens.ts';
import { CONFIRMATION_TIME, Confirmations } from '#station/sign-in/confirmations.ts';
import { ManualClock } from '#support/manual-clock.ts';

const SCREEN: CallingScreen = { screen: 'one', place: 'local' };
const OTHER_SCREEN: CallingScreen = { screen: 'two', place: 'local' };
const CASE = { operation: 'labels.remove', input: { connection: 'c1', name: 'Case' } };
/** As the handler of the command gets it. */
const RESOLVE = {
  operation: 'prints.resolve',
  input: stationContract.prints.resolve.input.parse({
    connection: 'c1',
    print: 7,
    outcome: 'void',
    reason: 'seen',
    idempotencyKey: '0b6e6ed4-5a4e-4f0a-9d3f-000000000000',
  }),
};
/** The PIN of everybody. */
const PIN = '482915';

const person = (name: string, role: Role, lines: string[] | null = null): StoredPerson => ({
  ...{ id: name.toLowerCase(), name, role, lines },
  ...{ isEnabled: true, secretHash: '', badgeHash: null },
});
const ADA = person('Ada', 'administrator');
const EVE = person('Eve', 'engineer');
const OTTO = person('Otto', 'operator');
const SUE = person('Sue', 'supervisor', ['line-1']);
const TIM = person('Tim', 'supervisor', ['line-2']);

let clock: ManualClock;
let everybody: StoredPerson[];
let kinds: TwoPersonKind[];
/** Who is signed in, by screen. */
let signedIn: Record<string, StoredPerson>;
let permissions: PermissionCheck;
let confirmations: Confirmations;

beforeEach(() => {
  clock = new ManualClock();
  everybody = [ADA, EVE, OTTO, SUE, TIM];
  kinds = ['delete', 'resolve-unknown-prints'];
  signedIn = { one: ADA, two: ADA };
  const people = {
    areKept: true,
    permissionsOf: (role: Role) => DEFAULT_PERMISSIONS[role],
    find: (id: string) => everybody.find((one) => one.id === id),
    withBadge: (badge: string) => everybody.find(({ name }) => `B-${name}` === badge),
    get enabled() {
      return everybody;
    },
    get twoPersonKinds() {
      return kinds;
    },
  } as unknown as People;
  const screens = { personAt: (screen: string) => signedIn[screen], isLocked: () => false } as unknown as Screens;
  permissions = new PermissionCheck({ people, screens, lines: { of: () => Promise.resolve(['line-1']) } });
  const verify = async (_caller: CallingScreen, { name, secret }: { name: string; secret: string }): Promise<StoredPerson> => {
    const found = everybody.find((one) => one.name === name);
    if (!found || secret !== PIN) throw new ProblemError('wrong-sign-in');
    return found;
  };
  confirmations = new Confirmations({ people, screens, permissions, clock, verify });
});

const confirm = (name: string, command: { operation: string; input: unknown } = CASE, caller = SCREEN): Promise<string> =>
  confirmations.confirm(caller, { ...command, by: { name }, secret: PIN });
const redeemed = (token: string, command: { operation: string; input: unknown } = CASE, caller = SCREEN): string | undefined =>
  confirmations.redeem(caller, { ...command, token })?.name;

describe('the confirmation of a second person', () => {
  it('permits the screen to send the command once', async () => {
    const token = await confirm('Eve');
    expect([redeemed(token), redeemed(token)]).toEqual(['Eve', undefined]);
  });

  it.each<[string, (token: string) => string | undefined]>([
    ['another screen', (token) => redeemed(token, CASE, OTHER_SCREEN)],
    ['another input', (token) => redeemed(token, { ...CASE, input: { ...CASE.input, name: 'Crate' } })],
    ['another command', (token) => redeemed(token, { ...CASE, operation: 'tables.remove' })],
  ])('does not permit %s, and is used up by it', async (_name, use) => {
    const token = await confirm('Eve');
    expect([use(token), redeemed(token)]).toEqual([undefined, undefined]);
  });

  it('cannot be made up', async () => {
    await confirm('Eve');
    expect(redeemed('a'.repeat(43))).toBeUndefined();
  });

  it('ends after two minutes', async () => {
    const [early, late] = [await confirm('Eve'), await confirm('Eve')];
    await clock.advance(CONFIRMATION_TIME - 1);
    expect(redeemed(early)).toBe('Eve');
    await clock.advance(1);
    expect(redeemed(late)).toBeUndefined();
  });

  it('ends when another person signs in at the screen, and when the second person may no longer sign in', async () => {
    const [one, other] = [await confirm('Eve'), await confirm('Eve')];
    signedIn['one'] = EVE;
    expect(redeemed(one)).toBeUndefined();
    signedIn['one'] = ADA;
    everybody = [ADA];
    expect(redeemed(other)).toBeUndefined();
  });

  it('is not given for a command of the same person, or of one without the permission or on another line', async () => {
    await expect(confirm('Ada')).rejects.toMatchObject({ slug: 'same-person' });
    await expect(confirm('Otto')).rejects.toMatchObject({
      slug: 'not-permitted',
      message: 'The role of Otto does not include the permission "labels".',
    });
    await expect(confirm('Tim', RESOLVE)).rejects.toMatchObject({ slug: 'not-permitted', message: 'Tim may work on other lines only.' });
    expect(redeemed(await confirm('Sue', RESOLVE), RESOLVE)).toBe('Sue');
  });

  it('needs the PIN or password also of a person who is named by a badge', async () => {
    const by = { badge: 'B-Eve' };
    await expect(confirmations.confirm(SCREEN, { ...CASE, by, secret: '' })).rejects.toMatchObject({ slug: 'wrong-sign-in' });
    await expect(confirmations.confirm(SCREEN, { ...CASE, by: { badge: 'B-Zoe' }, secret: PIN })).rejects.toMatchObject({
      slug: 'wrong-sign-in',
    });
    expect(redeemed(await confirmations.confirm(SCREEN, { ...CASE, by, secret: PIN }))).toBe('Eve');
  });

  it('is refused for a command that needs none, that does not exist or has another input, and without a person at the screen', async () => {
    await expect(confirm('Eve', { operation: 'clock.confirm', input: { connection: 'c1' } })).rejects.toMatchObject({
      slug: 'invalid-input',
    });
    await expect(confirm('Eve', { operation: 'labels.toString', input: {} })).rejects.toMatchObject({ slug: 'invalid-input' });
    await expect(confirm('Eve', { operation: 'labels.remove', input: { name: 'Case' } })).rejects.toMatchObject({ slug: 'invalid-input' });
    await expect(confirm('Eve', CASE, { screen: 'three', place: 'local' })).rejects.toMatchObject({ slug: 'person-required' });
  });

  it('keeps a hundred unused ones, and drops the oldest beyond them', async () => {
    const tokens: string[] = [];
    for (let count = 0; count <= 100; count += 1) tokens.push(await confirm('Eve'));
    expect([tokens[0], tokens[1], tokens.at(-1)].map((token) => redeemed(token ?? ''))).toEqual([undefined, 'Eve', 'Eve']);
  });

  it('can be given by the others who may do the same, on the same line', async () => {
    await expect(confirmations.namesFor(SCREEN, CASE)).resolves.toEqual(['Eve']);
    await expect(confirmations.namesFor(SCREEN, RESOLVE)).resolves.toEqual(['Eve', 'Sue']);
    kinds = [];
    await expect(confirmations.namesFor(SCREEN, CASE)).resolves.toEqual([]);
    await expect(confirmations.namesFor({ screen: 'three', place: 'local' }, CASE)).resolves.toEqual([]);
  });
});

describe('a command of a marked kind', () => {
  const command = { ...CASE, access: 'labels' as const };
  const check = (): Promise<void> => serveFor(SCREEN, () => permissions.check(command));

  it('is refused without a second person, and done with one who may do it', async () => {
    await expect(check()).rejects.toMatchObject({ slug: 'second-person-required' });
    await expect(serveConfirmed(EVE, check)).resolves.toBeUndefined();
    await expect(serveConfirmed(OTTO, check)).rejects.toMatchObject({ slug: 'not-permitted' });
    await expect(serveConfirmed(ADA, check)).rejects.toMatchObject({ slug: 'same-person' });
  });

  it('is refused for its own person first', async () => {
    signedIn['one'] = OTTO;
    await expect(serveConfirmed(EVE, check)).rejects.toMatchObject({
      slug: 'not-permitted',
      message: 'The role of Otto does not include the permission "labels".',
    });
  });
});
