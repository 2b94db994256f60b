import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { counterSchema } from '#contract/api-v3/counter.ts';
import type { StationClient } from '#contract/station/index.ts';
import { TWO_PERSON_KINDS } from '#contract/station/two-person.ts';
import { openConnectedStation, type ConnectedStation } from '#support/connected-station.ts';
import { ManualClock } from '#support/manual-clock.ts';
import { openNetworkStation } from '#support/network-station.ts';
import type { AskSecondPerson } from '#support/rpc-client.ts';
import { onlineAt } from '#support/watch.ts';

const ADA = { name: 'Ada', role: 'administrator', lines: null, isEnabled: true, secret: '482915' } as const;
const EVE = { name: 'Eve', role: 'engineer', lines: null, isEnabled: true, secret: 'correct horse', badge: 'B-77' } as const;
const OTTO = { name: 'Otto', role: 'operator', lines: null, isEnabled: true, secret: '739164' } as const;
const LABEL = { format: 3, width: 40, height: 15, objs: [] };

let place: ConnectedStation;
let client: StationClient;
let connection: string;
/** How a second person answers when a command asks for one; undefined = the command is given up. */
let answer: AskSecondPerson | undefined;
/** The commands that asked for a second person. */
const asked: string[] = [];

beforeAll(async () => {
  place = await openConnectedStation();
  const ask: AskSecondPerson = (command) => {
    asked.push(command.operation);
    return answer?.(command) ?? Promise.resolve(undefined);
  };
  client = await place.station.connect('WebSocket', ask);
  connection = await onlineAt(client, place.service.url);
});

afterAll(() => place.close());

/** Confirms a command as this person. */
const as =
  (by: { name: string } | { badge: string }, secret: string): AskSecondPerson =>
  async ({ operation, input }) =>
    (await client.people.confirm({ operation, input: input as Record<string, unknown>, by, secret })).token;

async function putLabel(name: string): Promise<void> {
  await client.labels.put({ connection, name, label: LABEL, expected: null });
}

async function labelNames(): Promise<string[]> {
  return (await client.labels.list({ connection })).map(({ name }) => name);
}

describe('E8 the two-person rule', () => {
  it('needs people, and is off at first', async () => {
    await expect(client.people.putTwoPersonRule({ kinds: ['delete'] })).rejects.toMatchObject({ slug: 'person-required' });
    await client.people.add(ADA);
    await client.people.putRules({ lockAfterMinutes: 0, badgePrefix: 'B-' });
    await client.people.add(EVE);
    await client.people.add(OTTO);
    await putLabel('Case');
    await expect(client.labels.remove({ connection, name: 'Case' })).resolves.toEqual({});
    expect(asked).toEqual([]);
  });

  it('refuses a command of a marked kind, which changes nothing', async () => {
    await putLabel('Case');
    await client.people.putTwoPersonRule({ kinds: [...TWO_PERSON_KINDS] });
    await expect(client.labels.remove({ connection, name: 'Case' })).rejects.toMatchObject({ slug: 'second-person-required' });
    expect([asked.splice(0), await labelNames()]).toEqual([['labels.remove'], ['Case']]);
  });

  it('offers those who may confirm a command', async () => {
    const names = async (operation: string, input: Record<string, unknown>) =>
      (await client.people.secondPersons({ operation, input })).names;
    await expect(names('labels.remove', { connection, name: 'Case' })).resolves.toEqual(['Eve']);
    await expect(names('labels.rename', { connection, name: 'Case', newName: 'Crate' })).resolves.toEqual([]);
    await expect(names('people.putTwoPersonRule', { kinds: [] })).resolves.toEqual([]);
  });

  it('lets no other person confirm than one who may do the same, with the right PIN or password', async () => {
    const removed = () => client.labels.remove({ connection, name: 'Case' });
    answer = as({ name: 'Ada' }, ADA.secret);
    await expect(removed()).rejects.toMatchObject({ slug: 'same-person' });
    answer = as({ name: 'Otto' }, OTTO.secret);
    await expect(removed()).rejects.toMatchObject({ slug: 'not-permitted' });
    answer = as({ badge: EVE.badge }, 'B-77');
    await expect(removed()).rejects.toMatchObject({ slug: 'wrong-sign-in' });
    answer = async (command) => as({ name: 'Eve' }, EVE.secret)({ ...command, input: { connection, name: 'Crate' } });
    await expect(removed()).rejects.toMatchObject({ slug: 'second-person-required' });
    expect(await labelNames()).toEqual(['Case']);
  });

  it('names both in the event log, the audit log and the audit log of the controller', async () => {
    answer = as({ badge: EVE.badge }, EVE.secret);
    await expect(client.labels.remove({ connection, name: 'Case' })).resolves.toEqual({});
    expect(await labelNames()).toEqual([]);
    const events = async () =>
      (await client.eventLog.list({ limit: 50 })).entries.filter(({ subject }) => subject === 'labels.remove').map(({ person }) => person);
    await expect.poll(events).toContain('Ada + Eve');
    const { entries } = await client.audit.list({ operation: 'labels.remove', limit: 1 });
    expect(entries).toMatchObject([{ person: 'Ada', confirmedBy: 'Eve', outcome: 'done', subject: 'Case' }]);
    const confirmed = await client.audit.list({ operation: 'people.confirm', limit: 1 });
    expect(JSON.stringify(confirmed)).not.toMatch(/horse|B-77/);
    const onController = async () =>
      JSON.stringify((await client.audit.listController({ connection, text: 'confirmed by', limit: 10 })).entries);
    await expect.poll(onController).toContain('Ada, confirmed by Eve');
  });

  it('is for counters that are set back, and not for those that go on', async () => {
    const counter = (value: number) => counterSchema.parse({ value });
    await client.counters.put({ connection, name: 'Box', counter: counter(10), expected: null });
    asked.length = 0;
    await client.counters.put({ connection, name: 'Box', counter: counter(20), expected: counter(10) });
    expect(asked).toEqual([]);
    answer = undefined;
    const back = { connection, name: 'Box', counter: counter(5), expected: counter(20), reason: 'Test' };
    await expect(client.counters.put(back)).rejects.toMatchObject({ slug: 'second-person-required' });
    await expect(client.counters.put({ ...back, expected: counter(5) })).rejects.toMatchObject({ slug: 'changed-meanwhile' });
    answer = as({ name: 'Eve' }, EVE.secret);
    await expect(client.counters.put(back)).resolves.toEqual({ created: false });
  });

  it('is for clocks that are confirmed and prints that are resolved', async () => {
    asked.length = 0;
    answer = undefined;
    await expect(client.clock.confirm({ connection })).rejects.toMatchObject({ slug: 'second-person-required' });
    answer = as({ name: 'Eve' }, EVE.secret);
    await expect(client.clock.confirm({ connection })).resolves.toEqual({});
    const statement = { connection, print: 1, outcome: 'void', reason: 'Seen', idempotencyKey: crypto.randomUUID() } as const;
    await expect(client.prints.resolve(statement)).rejects.toMatchObject({ slug: 'not-found' });
    expect(asked).toEqual(['clock.confirm', 'clock.confirm', 'prints.resolve']);
  });

  it('needs a second person to be required for fewer kinds, and none for more', async () => {
    answer = as({ name: 'Eve' }, EVE.secret);
    await expect(client.people.putTwoPersonRule({ kinds: ['delete'] })).rejects.toMatchObject({ slug: 'not-permitted' });
    await client.people.add({ name: 'Zoe', role: 'administrator', lines: null, isEnabled: true, secret: '915482' });
    answer = as({ name: 'Zoe' }, '915482');
    await expect(client.people.putTwoPersonRule({ kinds: ['delete'] })).resolves.toEqual({});
    asked.length = 0;
    await expect(client.people.putTwoPersonRule({ kinds: ['delete', 'confirm-clock'] })).resolves.toEqual({});
    expect(asked).toEqual([]);
  });
});

describe('E9 wrong PINs of second persons', () => {
  const command = { operation: 'people.putTwoPersonRule', input: { kinds: [] }, by: { name: OTTO.name }, secret: 'wrong horse' };
  const own = { name: OTTO.name, secret: OTTO.secret };
  const SIX = [...Array.from({ length: 5 }, () => 'wrong-sign-in'), 'too-many-requests'];

  /** A station with the rule, whose clock stands still. */
  async function openNetwork() {
    const network = await openNetworkStation(new ManualClock(Date.now()));
    onTestFinished(() => network.close());
    await network.local(({ people }) => people.add(ADA));
    await network.local(({ people }) => people.add({ ...OTTO, role: 'administrator' }));
    await network.local(({ people }) => people.putTwoPersonRule({ kinds: ['delete'] }));
    return network;
  }

  async function sixTimes(guess: () => Promise<unknown>): Promise<unknown[]> {
    const slugs: unknown[] = [];
    for (let count = 0; count < 6; count += 1) slugs.push(await guess().catch(({ slug }: { slug: string }) => slug));
    return slugs;
  }

  it('count as wrong sign-ins at the screen', async () => {
    const network = await openNetwork();
    await expect(sixTimes(() => network.local(({ people }) => people.confirm(command)))).resolves.toEqual(SIX);
    await expect(network.local(({ people }) => people.signIn(own))).rejects.toMatchObject({ slug: 'too-many-requests' });
  });

  it('count as wrong sign-ins of another computer, however often the first person signs in there, and not of this one', async () => {
    const network = await openNetwork();
    const tablet = network.browser();
    const slugs: unknown[] = [];
    for (let count = 0; count < 6; count += 1) {
      await tablet.signIn({ name: ADA.name, secret: ADA.secret });
      const { client: ada } = await tablet.connect();
      slugs.push(await ada.people.confirm(command).catch(({ slug }: { slug: string }) => slug));
    }
    expect(slugs).toEqual(SIX);
    await expect(network.browser().signIn(own)).resolves.toMatchObject({ slug: 'too-many-requests' });
    await expect(network.local(({ people }) => people.signIn(own))).resolves.toEqual({});
  });
});
