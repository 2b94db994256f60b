import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CLEARANCE_CHECKS, type Changeover, type ChangeoverCounts } from '#contract/station/changeovers.ts';
import type { FleetPrinter } from '#contract/station/fleet.ts';
import { ProblemError } from '#contract/problem.ts';
import { Changeovers, storedChangeoversSchema } from '#station/changeovers/changeovers.ts';
import { StoredSetting } from '#station/platform/stored-setting.ts';
import { openStationDatabase } from '#storage/database/station-database.ts';
import type { StationDatabase } from '#storage/database/station-schema.ts';
import { aJob, aPrinter, aStatus } from '#support/fleet.ts';

const A = { connection: 'c1', printer: 'A' };
const B = { connection: 'c2', printer: 'B' };
const PRINTS = { reserved: 0, sent: 0, printed: 412, 'handed-over': 0, void: 0, unknown: 0 };
const AGREED: ChangeoverCounts = { prints: PRINTS, counted: 500, explained: 500 };
const checks = [...CLEARANCE_CHECKS];

let db: StationDatabase;
let ids = 0;
let fleet: Map<string, FleetPrinter>;
let counts: Map<string, ChangeoverCounts>;
let isApproved: boolean;

beforeEach(() => {
  db = openStationDatabase(':memory:');
  ids = 0;
  isApproved = true;
  counts = new Map([
    ['A', AGREED],
    ['B', AGREED],
  ]);
  fleet = new Map();
  for (const { connection, printer: name } of [A, B]) load(connection, name, `old ${name}`);
});

afterEach(() => db.destroy());

function load(connection: string, name: string, id: string | undefined): void {
  const job = id === undefined ? null : aJob({ id, label: id });
  fleet.set(name, aPrinter({ connection, name, status: aStatus({ job }) }));
}

/** The changeovers of a station that has just started. */
async function started(): Promise<Changeovers> {
  const changeovers = new Changeovers({
    store: new StoredSetting(db, 'changeovers', storedChangeoversSchema),
    lines: { get: (id) => ({ id, name: 'Filling', printers: id === 'empty' ? [] : [A, B], controllerLines: [] }) },
    fleet: { find: (_connection, name) => fleet.get(name) },
    controllers: {
      unload: async ({ connection, printer }) => load(connection, printer, undefined),
      counts: async ({ printer }) => {
        const found = counts.get(printer);
        if (found) return found;
        throw new ProblemError('controller-unreachable');
      },
      isApproved: async () => isApproved,
    },
    now: () => 1_000,
    newId: () => `x${(ids += 1)}`,
    report: (error) => expect.fail(String(error)),
  });
  await changeovers.start();
  return changeovers;
}

function of(changeovers: Changeovers): Changeover[] {
  const event = changeovers.feedOf('l1').snapshot();
  return event.changeovers;
}

async function atClearance(changeovers: Changeovers): Promise<string> {
  const { id } = await changeovers.begin('l1');
  for (const on of [A, B]) await changeovers.endJob({ changeover: id, ...on, idempotencyKey: 'k' });
  await changeovers.confirmCounts(id);
  return id;
}

describe('a changeover', () => {
  it('notes the jobs that run, ends them, and reads their counts', async () => {
    const changeovers = await started();
    const { id } = await changeovers.begin('l1');
    await changeovers.endJob({ changeover: id, ...A, idempotencyKey: 'k' });
    expect(of(changeovers)[0]?.printers).toEqual([
      {
        ...A,
        before: { id: 'old A', name: 'old A', asked: 1000 },
        isEnded: true,
        counts: AGREED,
        isLeftOut: false,
        after: null,
        firstPrint: null,
      },
      {
        ...B,
        before: { id: 'old B', name: 'old B', asked: 1000 },
        isEnded: false,
        counts: null,
        isLeftOut: false,
        after: null,
        firstPrint: null,
      },
    ]);
    await expect(changeovers.confirmCounts(id)).rejects.toMatchObject({
      slug: 'in-use',
      message: expect.stringContaining('"B"') as string,
    });
  });

  it.each([
    ['an unknown print', { ...AGREED, prints: { ...PRINTS, unknown: 1 } }],
    ['a print that is not settled', { ...AGREED, prints: { ...PRINTS, sent: 1 } }],
    ['a count of the device that the ledger does not explain', { ...AGREED, counted: 501 }],
  ])('does not go on with %s before it is resolved', async (_title, differing) => {
    counts.set('A', differing);
    const changeovers = await started();
    const { id } = await changeovers.begin('l1');
    for (const on of [A, B]) await changeovers.endJob({ changeover: id, ...on, idempotencyKey: 'k' });
    await expect(changeovers.confirmCounts(id)).rejects.toMatchObject({ slug: 'in-use' });
    counts.set('A', AGREED);
    await changeovers.count({ changeover: id, ...A });
    await changeovers.confirmCounts(id);
    expect(of(changeovers)[0]?.stage).toBe('clearance');
  });

  it('stays at an ended job whose counts cannot be read, and goes on without the printer', async () => {
    counts.delete('B');
    const changeovers = await started();
    const { id } = await changeovers.begin('l1');
    await changeovers.endJob({ changeover: id, ...A, idempotencyKey: 'k' });
    await expect(changeovers.endJob({ changeover: id, ...B, idempotencyKey: 'k' })).rejects.toMatchObject({
      slug: 'controller-unreachable',
    });
    expect(of(changeovers)[0]?.printers[1]).toMatchObject({ isEnded: true, counts: null });
    await changeovers.leaveOut({ changeover: id, ...B });
    await changeovers.confirmCounts(id);
    expect(of(changeovers)[0]?.stage).toBe('clearance');
  });

  it('goes on at its step after a restart, to the end', async () => {
    const id = await atClearance(await started());
    const restarted = await started();
    await restarted.confirmClearance(id, { by: 'Ana', checks });
    await expect(restarted.confirmJobs(id)).rejects.toMatchObject({ slug: 'nothing-selected' });
    load('c1', 'A', 'new A');
    await restarted.confirmJobs(id);
    const again = await started();
    await expect(again.finish(id)).rejects.toMatchObject({ slug: 'in-use' });
    await again.checkFirstPrint({ changeover: id, ...A, print: 1 });
    await again.finish(id);
    expect(of(await started())).toMatchObject([
      {
        ...{ stage: 'finished', endedAt: 1_000, clearance: { at: 1_000, by: 'Ana', checks } },
        printers: [{ after: { id: 'new A' }, firstPrint: 'approved' }, { after: null }],
      },
    ]);
  });

  it('goes back to the loading of jobs after a stopped first print', async () => {
    const changeovers = await started();
    const id = await atClearance(changeovers);
    await changeovers.confirmClearance(id, { by: 'Ana', checks });
    for (const { connection, printer } of [A, B]) load(connection, printer, `new ${printer}`);
    await changeovers.confirmJobs(id);
    await changeovers.checkFirstPrint({ changeover: id, ...A, print: 1 });
    isApproved = false;
    await changeovers.checkFirstPrint({ changeover: id, ...B, print: 2 });
    await expect(changeovers.finish(id)).rejects.toMatchObject({ slug: 'in-use' });
    await changeovers.selectAgain(id);
    load('c2', 'B', 'newer B');
    await changeovers.confirmJobs(id);
    expect(of(changeovers)[0]?.printers.map(({ after, firstPrint }) => [after?.id, firstPrint])).toEqual([
      ['new A', 'approved'],
      ['newer B', null],
    ]);
  });

  it('is the only one of its line until it is over, and needs printers', async () => {
    const changeovers = await started();
    const { id } = await changeovers.begin('l1');
    await expect(changeovers.begin('l1')).rejects.toMatchObject({ slug: 'in-use' });
    await expect(changeovers.begin('empty')).rejects.toMatchObject({ slug: 'invalid-input' });
    await changeovers.cancel(id);
    await expect(changeovers.cancel(id)).rejects.toMatchObject({ slug: 'changed-meanwhile' });
    await changeovers.begin('l1');
    expect(of(changeovers).map(({ stage }) => stage)).toEqual(['end', 'cancelled']);
  });

  it('refuses the command of another step', async () => {
    const changeovers = await started();
    const id = await atClearance(changeovers);
    const late = { slug: 'changed-meanwhile' };
    await expect(changeovers.confirmCounts(id)).rejects.toMatchObject(late);
    await expect(changeovers.endJob({ changeover: id, ...A, idempotencyKey: 'k' })).rejects.toMatchObject(late);
    await expect(changeovers.confirmJobs(id)).rejects.toMatchObject(late);
    await expect(changeovers.finish('x9')).rejects.toMatchObject({ slug: 'not-found' });
  });

  it('is recorded with the newest fifty of its line, and deleted with the line', async () => {
    const changeovers = await started();
    for (let n = 0; n < 52; n += 1) await changeovers.cancel((await changeovers.begin('l1')).id);
    expect([of(changeovers).length, of(changeovers)[0]?.id]).toEqual([50, 'x52']);
    await changeovers.forgetLine('l1');
    expect(of(await started())).toEqual([]);
  });
});
