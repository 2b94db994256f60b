import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StationClient } from '#contract/station/index.ts';
import { openConnectedStation, type ConnectedStation } from '#support/connected-station.ts';
import { textLabel } from '#support/open-service.ts';

const EVE = { name: 'Eve', role: 'engineer', lines: null, isEnabled: true, secret: '482915' } as const;
const QUINN = { name: 'Quinn', role: 'quality', lines: null, isEnabled: true, secret: '739164' } as const;
const ADA = { name: 'Ada', role: 'administrator', lines: null, isEnabled: true, secret: 'correct horse' } as const;
const SAM = { name: 'Sam', role: 'supervisor', lines: null, isEnabled: true, secret: 'battery staple' } as const;
const name = 'Carton';

let place: ConnectedStation;
/** The screen of the author, and that of the reviewer. */
let author: StationClient;
let reviewer: StationClient;
let connection: string;

beforeAll(async () => {
  place = await openConnectedStation({ virtualPrinters: 1 });
  ({ client: author, connection } = await place.connect('WebSocket', new Set()));
  ({ client: reviewer } = await place.connect('MessagePort', new Set()));
});
afterAll(() => place.close());

const save = (text: string, expected: string | null) => {
  const label = { ...textLabel(text) };
  return author.labels.put({ connection, name, label, expected: expected === null ? null : { ...textLabel(expected) } });
};
const submit = (revision: number) => author.labels.submitForReview({ connection, name, revision, comment: '' });
const decide = (client: StationClient, revision: number, signature: { decision: 'approve' | 'reject' | 'withdraw'; secret: string }) =>
  client.labels.decide({ connection, name, revision, comment: 'Checked.', ...signature });
const versions = async () => (await author.labels.versions({ connection, name, query: {} })).versions;
const logged = async () => (await author.eventLog.list({ limit: 100 })).entries.filter(({ subject }) => subject === 'labels.decide');

describe('the approval of labels at a station', () => {
  it('needs a person: without people a draft can be submitted and nothing decided', async () => {
    await save('one', null);
    await expect(submit(1)).resolves.toEqual({ state: 'in-review', jobs: [] });
    await expect(decide(reviewer, 1, { decision: 'approve', secret: '739164' })).rejects.toMatchObject({
      slug: 'person-required',
      message: 'A signature needs a person who is signed in. Add people to this station first.',
    });
    expect((await versions())[0]).toMatchObject({ approval: 'in-review', decisions: [{ decision: 'submit' }] });
  });

  it('is signed by another person with the PIN again, and the version carries the name', async () => {
    await author.people.add(ADA);
    for (const person of [EVE, QUINN, SAM]) await author.people.add(person);
    await author.people.signIn(EVE);
    await reviewer.people.signIn(QUINN);
    await save('two', 'one');
    await submit(2);
    await expect(decide(reviewer, 2, { decision: 'approve', secret: QUINN.secret })).resolves.toEqual({ state: 'approved', jobs: [] });
    expect((await versions())[0]).toMatchObject({
      ...{ revision: 2, author: 'Eve', approval: 'approved' },
      decisions: [
        { meaning: 'authored', by: 'Eve' },
        { meaning: 'approved', by: 'Quinn', comment: 'Checked.' },
      ],
    });
    await expect
      .poll(logged)
      .toContainEqual(expect.objectContaining({ event: 'command-done', person: 'Quinn', detail: 'Carton · approve' }));
  });

  it('is not decided with a wrong PIN, which is counted as a guess and logged with the person', async () => {
    await save('three', 'two');
    await submit(3);
    await expect(decide(reviewer, 3, { decision: 'approve', secret: '000001' })).rejects.toMatchObject({ slug: 'wrong-sign-in' });
    expect((await versions())[0]).toMatchObject({ approval: 'in-review', decisions: [{ decision: 'submit' }] });
    await expect.poll(logged).toContainEqual(expect.objectContaining({ event: 'command-failed', person: 'Quinn' }));
    expect(JSON.stringify(await logged())).not.toContain('000001');
    // The limit counts an attempt before its slow test: all of them are sent at once, the right one last.
    const guesses = ['000002', '000003', '000004', '000005', QUINN.secret].map((secret) =>
      decide(reviewer, 3, { decision: 'approve', secret }),
    );
    const outcomes = await Promise.allSettled(guesses);
    expect(outcomes.at(-1)).toMatchObject({ status: 'rejected', reason: { slug: 'too-many-requests' } });
    expect((await versions())[0]?.approval).toBe('in-review');
  });

  it('needs the permission, which engineers and supervisors do not have', async () => {
    await expect(decide(author, 3, { decision: 'approve', secret: EVE.secret })).rejects.toMatchObject({ slug: 'not-permitted' });
    await reviewer.people.signIn(SAM);
    await expect(decide(reviewer, 3, { decision: 'reject', secret: SAM.secret })).rejects.toMatchObject({ slug: 'not-permitted' });
    const rule = { approvedLabelsOnly: 'all' as const, printers: [] };
    await expect(author.settings.putApproval({ connection, rule })).rejects.toMatchObject({ slug: 'not-permitted' });
  });

  it('does not let an author approve who has the permission', async () => {
    await author.people.signIn(ADA);
    await save('four', 'three');
    await submit(4);
    await expect(decide(author, 4, { decision: 'approve', secret: ADA.secret })).rejects.toMatchObject({ slug: 'same-person' });
    await author.settings.putApproval({ connection, rule: { approvedLabelsOnly: 'all', printers: [] } });
    await author.printing.select({ connection, printer: 'Line 1', job: { labelName: name }, idempotencyKey: crypto.randomUUID() });
    await expect(author.labels.list({ connection })).resolves.toMatchObject([
      { name, summary: { approval: 'in-review', approvedRevision: 2 } },
    ]);
    await expect(decide(author, 2, { decision: 'withdraw', secret: ADA.secret })).resolves.toMatchObject({
      state: 'withdrawn',
      jobs: [{ printer: 'Line 1', isStarted: false }],
    });
  });
});
