import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StationClient } from '#contract/station/index.ts';
import { ManualClock } from '#support/manual-clock.ts';
import { openNetworkStation, type NetworkStation } from '#support/network-station.ts';

const ADA = { name: 'Ada', secret: '482915' };
const BEN = { name: 'Ben', secret: 'correct horse' };
const MINUTE = 60_000;

let clock: ManualClock;
let place: NetworkStation;

beforeEach(async () => {
  clock = new ManualClock(Date.now());
  place = await openNetworkStation(clock);
});

afterEach(() => place.close());

async function addPeople(): Promise<{ ada: string; ben: string }> {
  const person = { lines: null, isEnabled: true };
  const { id: ada } = await place.local(({ people }) => people.add({ ...ADA, ...person, role: 'administrator' }));
  const { id: ben } = await place.local(({ people }) => people.add({ ...BEN, ...person, role: 'operator' }));
  return { ada, ben };
}

/** The first event of a feed. */
async function first<Event>(feed: (signal: AbortSignal) => AsyncIterable<Event>): Promise<Event> {
  const stop = new AbortController();
  for await (const event of feed(stop.signal)) {
    stop.abort();
    return event;
  }
  throw new Error('the feed ended');
}

const screenOf = async (client: StationClient) => (await first((signal) => client.people.watchScreen({}, signal))).screen;
const codeOf = async (): Promise<string> =>
  (await first((signal) => place.local(({ network }) => network.watch({}, signal)))).firstPersonCode ?? '';

describe('E8 the page on another computer', () => {
  it('shows nothing without a sign-in, and says how to sign in', async () => {
    await addPeople();
    const browser = place.browser();
    const session = await browser.fetch('/session');
    expect([session.status, session.headers.get('strobe-sign-in')]).toEqual([401, 'person']);
    for (const path of ['/event-log.csv', '/languages/it.json', '/controllers/c/api/v3/labels/a/simulation']) {
      await expect(browser.fetch(path).then(({ status }) => status)).resolves.toBe(401);
    }
    await expect(browser.connect()).rejects.toThrow('refused');
  });

  it('signs a person in with a session cookie of this host over TLS only, which a script cannot read', async () => {
    await addPeople();
    const answer = await place.browser().fetch('/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(ADA),
    });
    const { port } = new URL(place.url);
    expect(answer.headers.get('set-cookie')).toMatch(
      new RegExp(`^__Host-strobe-session-${port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict; Secure$`),
    );
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000');
  });

  it('permits what the role of the person permits', async () => {
    await addPeople();
    const browser = place.browser();
    await expect(browser.signIn(BEN)).resolves.toEqual({ status: 204, slug: undefined });
    const { client } = await browser.connect();
    await expect(screenOf(client)).resolves.toMatchObject({ person: { name: 'Ben' }, place: 'network', isLocked: false });
    await expect(client.people.remove({ id: 'x' })).rejects.toMatchObject({ slug: 'not-permitted' });
  });

  it('makes the first administrator with the code that the station shows, once', async () => {
    const code = await codeOf();
    const browser = place.browser();
    const answer = await browser.fetch('/session');
    expect([code, answer.headers.get('strobe-sign-in')]).toEqual([expect.stringMatching(/^[2-9A-Z]{5}-[2-9A-Z]{5}$/), 'first-person']);
    await expect(browser.signIn({ code: 'AAAAA-AAAAA', ...ADA })).resolves.toEqual({ status: 401, slug: 'wrong-sign-in' });
    await expect(browser.signIn({ code: code.toLowerCase(), ...ADA })).resolves.toEqual({ status: 204, slug: undefined });
    const { client } = await browser.connect();
    await expect(screenOf(client)).resolves.toMatchObject({ person: { name: 'Ada', role: 'administrator' } });
    await expect(place.browser().signIn({ code, name: 'Eve', secret: '739462' })).resolves.toMatchObject({ slug: 'wrong-sign-in' });
    await expect(codeOf()).resolves.toBe('');
  });

  it('refuses the ways to sign in of the computer itself', async () => {
    await addPeople();
    await expect(place.browser().signIn({ token: 'x' })).resolves.toEqual({ status: 400, slug: 'invalid-input' });
    const browser = place.browser();
    await browser.signIn(ADA);
    const { client } = await browser.connect();
    await expect(client.people.signIn(BEN)).rejects.toMatchObject({ slug: 'not-permitted' });
    await expect(client.people.signInWithBadge({ badge: 'B1' })).rejects.toMatchObject({ slug: 'not-permitted' });
  });
});

describe('a session at another computer', () => {
  it('has a new secret after each sign-in and each connection, and the former one is valid for a minute', async () => {
    await addPeople();
    const browser = place.browser();
    await browser.signIn(BEN);
    const bens = browser.cookie;
    await browser.signIn(ADA);
    const adas = browser.cookie;
    expect(adas).not.toBe(bens);
    browser.cookie = bens;
    await expect(browser.connect()).rejects.toThrow('refused');
    browser.cookie = adas;
    await browser.connect();
    await expect(browser.fetch('/session').then(({ status }) => status)).resolves.toBe(204);
    await clock.advance(MINUTE);
    await expect(browser.fetch('/session').then(({ status }) => status)).resolves.toBe(401);
  });

  it.each([
    ['the person signs out', async (client: StationClient) => client.people.signOut({})],
    [
      'an administrator signs the person out everywhere',
      async (_client: StationClient, ben: string) => place.local(({ people }) => people.signOutEverywhere({ id: ben })),
    ],
    ['the person is removed', async (_client: StationClient, ben: string) => place.local(({ people }) => people.remove({ id: ben }))],
    ['the time without a press is over', async () => clock.advance(61 * MINUTE)],
  ])('ends with its connection when %s', async (_name, end) => {
    const { ben } = await addPeople();
    const browser = place.browser();
    await browser.signIn(BEN);
    const { client, closed } = await browser.connect();
    await screenOf(client);
    await end(client, ben);
    await closed;
    await expect(browser.connect()).rejects.toThrow('refused');
  });

  it('ends after the longest time although the person is active, and is locked before when not', async () => {
    await addPeople();
    const browser = place.browser();
    await browser.signIn(BEN);
    const { client, closed } = await browser.connect();
    await clock.advance(11 * MINUTE);
    await expect(screenOf(client)).resolves.toMatchObject({ isLocked: true });
    for (let passed = 0; passed < 12 * 60; passed += 30) {
      await client.people.stayActive({}).catch(() => undefined);
      await clock.advance(30 * MINUTE);
    }
    await closed;
  });

  it('of a person who changes the own PIN stays, and the others end', async () => {
    await addPeople();
    const [one, two] = [place.browser(), place.browser()];
    for (const browser of [one, two]) await browser.signIn(BEN);
    const [kept, ended] = [await one.connect(), await two.connect()];
    await kept.client.people.changeOwnSecret({ secret: BEN.secret, newSecret: 'battery staple' });
    await ended.closed;
    await expect(screenOf(kept.client)).resolves.toMatchObject({ person: { name: 'Ben' } });
  });
});

describe('guesses from other computers', () => {
  it('wait longer and longer, and the person at the computer itself never does', async () => {
    await addPeople();
    const browser = place.browser();
    const slugs: (string | undefined)[] = [];
    for (let count = 0; count < 8; count += 1) slugs.push((await browser.signIn({ ...BEN, secret: `wrong ${count}` })).slug);
    expect(slugs).toEqual([...Array(5).fill('wrong-sign-in'), ...Array(3).fill('too-many-requests')]);
    await expect(browser.signIn(BEN)).resolves.toMatchObject({ slug: 'too-many-requests' });
    await expect(place.local(({ people }) => people.signIn(BEN))).resolves.toEqual({});
    await clock.advance(1_000);
    await expect(browser.signIn(BEN)).resolves.toMatchObject({ status: 204 });
  });
});

describe('a wall screen', () => {
  it('reads, changes nothing, and is closed when it is removed', async () => {
    await addPeople();
    const { path } = await place.local(({ wallScreens }) => wallScreens.add({ name: 'Hall 1' }));
    const token = path.replace('/wall/', '');
    const browser = place.browser();
    await expect(browser.signIn({ wall: 'x' })).resolves.toMatchObject({ slug: 'wrong-sign-in' });
    await expect(browser.signIn({ wall: token })).resolves.toMatchObject({ status: 204 });
    const { client, closed } = await browser.connect();
    await expect(first((signal) => client.alarms.watch({}, signal))).resolves.toMatchObject({ type: 'snapshot' });
    await expect(screenOf(client)).resolves.toMatchObject({ person: null, place: 'wall' });
    await expect(client.people.lock({})).rejects.toMatchObject({ slug: 'not-permitted' });
    const { screens } = await first((signal) => place.local(({ wallScreens }) => wallScreens.watch({}, signal)));
    expect(screens).toMatchObject([{ name: 'Hall 1', lastSeen: clock.now() }]);
    await place.local(({ wallScreens }) => wallScreens.remove({ id: screens[0]?.id ?? '' }));
    await closed;
    await expect(place.browser().signIn({ wall: token })).resolves.toMatchObject({ slug: 'wrong-sign-in' });
  });
});
