import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StationClient } from '#contract/station/index.ts';
import type { ScreenSignIn } from '#contract/station/people.ts';
import { openConnectedStation, type ConnectedStation } from '#support/connected-station.ts';
import { operationsOf } from '#support/recording-client.ts';

const ADA = { name: 'Ada', role: 'administrator', lines: null, isEnabled: true, secret: '482915' } as const;
const BEN = { name: 'Ben', role: 'operator', lines: null, isEnabled: true, secret: 'correct horse' } as const;
/** Tested in `two-person.test.ts`. */
const OF_TWO_PERSONS = new Set(['people.putTwoPersonRule', 'people.secondPersons', 'people.confirm']);

let place: ConnectedStation;
/** Two screens: a browser and the window of the desktop app. */
let browser: StationClient;
let desktop: StationClient;
let connection: string;
const called = new Set<string>();
const printer = 'Line 1';

beforeAll(async () => {
  place = await openConnectedStation({ virtualPrinters: 2 });
  ({ client: browser, connection } = await place.connect('WebSocket', called));
  ({ client: desktop } = await place.connect('MessagePort', called));
});

afterAll(() => place.close());

/** The sign-in of a screen as it is now. */
async function screenOf(client: StationClient): Promise<ScreenSignIn> {
  const stop = new AbortController();
  for await (const { screen } of client.people.watchScreen({}, stop.signal)) {
    stop.abort();
    return screen;
  }
  throw new Error('the feed ended');
}

async function peopleOf(client: StationClient) {
  const stop = new AbortController();
  for await (const event of client.people.watch({}, stop.signal)) {
    stop.abort();
    return event;
  }
  throw new Error('the feed ended');
}

const trigger = (client: StationClient) => client.printing.trigger({ connection, printer, idempotencyKey: crypto.randomUUID() });
const abort = (client: StationClient) => client.printing.abort({ connection, printer, idempotencyKey: crypto.randomUUID() });
const entriesOf = async (operation: string) =>
  (await browser.eventLog.list({ limit: 100 })).entries.filter(({ subject }) => subject === operation);

/** The outcomes of an operation in the event log, newest first, which is written in the background. */
const personsOf = async (operation: string) => (await entriesOf(operation)).map(({ event, person }) => [event, person]);

describe('E8 the people of a station', () => {
  it('are not needed at first: everybody at a screen may do everything', async () => {
    await expect(screenOf(browser)).resolves.toEqual({
      ...{ needsSignIn: false, person: null, isLocked: false, names: [], lockAfterMinutes: 10, badgePrefix: '' },
      place: 'local',
    });
    await expect(abort(browser)).resolves.toEqual({});
  });

  it('begin with one who may manage people, and who is signed in at once', async () => {
    await expect(browser.people.add(BEN)).rejects.toMatchObject({ slug: 'invalid-input', context: { errors: [{ pointer: '/role' }] } });
    await expect(browser.people.add({ ...ADA, secret: '123456' })).rejects.toMatchObject({
      slug: 'invalid-input',
      context: { errors: [{ pointer: '/secret', detail: 'must not be a sequence of digits' }] },
    });
    await browser.people.add(ADA);
    await expect(screenOf(browser)).resolves.toMatchObject({
      needsSignIn: true,
      person: { name: 'Ada', role: 'administrator' },
      names: ['Ada'],
    });
    await expect(screenOf(desktop)).resolves.toMatchObject({ needsSignIn: true, person: null });
  });

  it('sign in with a name in any case and a PIN or password, and a wrong one is refused and logged', async () => {
    await browser.people.add(BEN);
    await expect(browser.people.add({ ...BEN, name: 'BEN' })).rejects.toMatchObject({ slug: 'name-taken' });
    await expect(desktop.people.signIn({ name: 'Ben', secret: 'wrong horse' })).rejects.toMatchObject({ slug: 'wrong-sign-in' });
    await expect(desktop.people.signIn({ name: 'Zoe', secret: 'wrong horse' })).rejects.toMatchObject({ slug: 'wrong-sign-in' });
    await desktop.people.signIn({ name: 'ben', secret: BEN.secret });
    await expect(screenOf(desktop)).resolves.toMatchObject({ person: { name: 'Ben', permissions: ['report', 'print'] } });
    await expect.poll(() => personsOf('people.signIn')).toContainEqual(['command-failed', 'Zoe']);
    expect(JSON.stringify(await entriesOf('people.signIn'))).not.toContain('horse');
  });

  it('do what their role permits; a refusal names the permission, and both are logged with the person', async () => {
    await expect(trigger(desktop)).rejects.toMatchObject({ slug: 'nothing-selected' });
    const variable = { value: '1', description: '', userEdit: true, pinned: false };
    await expect(desktop.variables.put({ connection, name: 'V', variable, expected: null })).rejects.toMatchObject({
      slug: 'not-permitted',
      message: 'The role of Ben does not include the permission "data".',
    });
    await browser.variables.put({ connection, name: 'V', variable, expected: null });
    await expect
      .poll(() => personsOf('variables.put'))
      .toEqual([
        ['command-done', 'Ada'],
        ['command-failed', 'Ben'],
      ]);
  });

  it('are written to the versions of labels by their names', async () => {
    const label = { format: 3, width: 40, height: 15, objs: [] };
    await browser.labels.put({ connection, name: 'By Ada', label, expected: null });
    const { versions } = await browser.labels.versions({ connection, name: 'By Ada', query: {} });
    expect(versions.map(({ author }) => author)).toEqual(['Ada']);
  });

  it('H5 a changed role holds at once', async () => {
    await browser.people.putRole({ role: 'operator', permissions: ['report'] });
    await expect(trigger(desktop)).rejects.toMatchObject({ slug: 'not-permitted' });
    await expect(abort(desktop)).resolves.toEqual({});
    await browser.people.putRole({ role: 'operator', permissions: ['report', 'print'] });
    await expect(browser.people.putRole({ role: 'administrator', permissions: [] })).rejects.toMatchObject({ slug: 'last-administrator' });
  });

  it('are limited to lines', async () => {
    const { id } = (await peopleOf(browser)).people.find(({ name }) => name === 'Ben')!;
    const line = await browser.lines.add({ name: 'Packing', printers: [{ connection, printer: 'Line 2' }] });
    const { secret: _secret, ...ben } = BEN;
    await browser.people.change({ ...ben, id, lines: [line.id] });
    await expect(screenOf(desktop)).resolves.toMatchObject({ person: null });
    await desktop.people.signIn(BEN);
    await expect(trigger(desktop)).rejects.toMatchObject({ slug: 'not-permitted', message: 'Ben may work on other lines only.' });
    const other = { connection, printer: 'Line 2', idempotencyKey: crypto.randomUUID() };
    await expect(desktop.printing.trigger(other)).rejects.toMatchObject({ slug: 'nothing-selected' });
  });

  it('H26 a locked screen shows and aborts, and changes nothing else', async () => {
    await desktop.people.lock({});
    await expect(screenOf(desktop)).resolves.toMatchObject({ person: { name: 'Ben' }, isLocked: true });
    await expect(trigger(desktop)).rejects.toMatchObject({ slug: 'screen-locked' });
    await expect(desktop.people.stayActive({})).resolves.toEqual({});
    await expect(trigger(desktop)).rejects.toMatchObject({ slug: 'screen-locked' });
    await expect(abort(desktop)).resolves.toEqual({});
    await expect(desktop.variables.list({ connection })).resolves.toHaveLength(1);
    await desktop.people.signIn(ADA);
    await expect(screenOf(desktop)).resolves.toMatchObject({ person: { name: 'Ada' }, isLocked: false });
  });

  it('change their own PIN with the old one, which ends their sign-ins at other screens', async () => {
    await expect(desktop.people.changeOwnSecret({ secret: '000000', newSecret: '739164' })).rejects.toMatchObject({
      slug: 'wrong-sign-in',
    });
    await desktop.people.changeOwnSecret({ secret: ADA.secret, newSecret: '739164' });
    await desktop.people.signOut({});
    await expect(desktop.people.signIn(ADA)).rejects.toMatchObject({ slug: 'wrong-sign-in' });
    await expect(screenOf(browser)).resolves.toMatchObject({ person: null });
    for (const client of [desktop, browser]) await client.people.signIn({ name: 'Ada', secret: '739164' });
  });

  it('sign in with a badge that starts with the prefix of badges', async () => {
    const { id } = (await peopleOf(browser)).people.find(({ name }) => name === 'Ben')!;
    const { secret: _secret, ...ben } = BEN;
    await browser.people.putRules({ lockAfterMinutes: 5, badgePrefix: 'B-' });
    await expect(browser.people.change({ ...ben, id, badge: '4006381333931' })).rejects.toMatchObject({ slug: 'invalid-input' });
    await browser.people.change({ ...ben, id, badge: 'B-77' });
    await expect(desktop.people.signInWithBadge({ badge: 'B-78' })).rejects.toMatchObject({ slug: 'wrong-sign-in' });
    await desktop.people.signInWithBadge({ badge: 'B-77' });
    await expect(screenOf(desktop)).resolves.toMatchObject({ person: { name: 'Ben' }, lockAfterMinutes: 5, badgePrefix: 'B-' });
    await expect(peopleOf(browser)).resolves.toMatchObject({ people: [{ name: 'Ada' }, { name: 'Ben', hasBadge: true }] });
  });

  it('H5 are signed out everywhere, and wait after five wrong attempts at one screen only', async () => {
    const { id } = (await peopleOf(browser)).people.find(({ name }) => name === 'Ben')!;
    await browser.people.signOutEverywhere({ id });
    await expect(screenOf(desktop)).resolves.toMatchObject({ person: null });
    const attempts = Array.from({ length: 7 }, () => desktop.people.signIn({ name: 'Ben', secret: 'wrong horse' }));
    const slugs = (await Promise.allSettled(attempts)).map((result) =>
      result.status === 'rejected' ? (result.reason as { slug: string }).slug : 'signed in',
    );
    expect(slugs.filter((slug) => slug === 'too-many-requests')).toHaveLength(2);
    await expect(browser.people.signIn(BEN)).resolves.toEqual({});
  });

  it('are removed; the last one who manages people stays while there are others', async () => {
    await browser.people.signIn({ name: 'Ada', secret: '739164' });
    const { people } = await peopleOf(browser);
    const [ada, ben] = ['Ada', 'Ben'].map((name) => people.find((person) => person.name === name)!.id);
    await expect(browser.people.remove({ id: ada! })).rejects.toMatchObject({ slug: 'last-administrator' });
    await browser.people.remove({ id: ben! });
    await browser.people.remove({ id: ada! });
    await expect(screenOf(browser)).resolves.toMatchObject({ needsSignIn: false, person: null });
    await expect(trigger(desktop)).rejects.toMatchObject({ slug: 'nothing-selected' });
  });

  it('every operation was called', () => {
    const operations = operationsOf((noun) => noun === 'people').filter((name) => !OF_TWO_PERSONS.has(name));
    expect([...called].filter((name) => name.startsWith('people.')).sort()).toEqual(operations);
  });
});
