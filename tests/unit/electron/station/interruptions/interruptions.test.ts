import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Connection, ConnectionsEvent } from '#contract/station/connections.ts';
import type { FleetEvent, FleetPrinter } from '#contract/station/fleet.ts';
import { Interruptions, storedInterruptionsSchema } from '#station/interruptions/interruptions.ts';
import { Emitter } from '#station/platform/emitter.ts';
import { StoredSetting } from '#station/platform/stored-setting.ts';
import { openStationDatabase } from '#storage/database/station-database.ts';
import type { StationDatabase } from '#storage/database/station-schema.ts';
import { aConnection, aJob, aPrinter, aStatus } from '#support/fleet.ts';

const report = (error: unknown): void => expect.fail(String(error));
const A = { connection: 'c1', printer: 'A' };
const running: Interruptions[] = [];
let db: StationDatabase;
let now: number;
let connections: Map<string, Connection>;
let printers: Map<string, FleetPrinter>;
let connectionEvents: Emitter<ConnectionsEvent>;
let fleetEvents: Emitter<FleetEvent>;

beforeEach(() => {
  db = openStationDatabase(':memory:');
  now = 1_000;
  connections = new Map();
  printers = new Map();
});

afterEach(async () => {
  for (const interruptions of running.splice(0)) await interruptions.stop();
  await db.destroy();
});

async function started(): Promise<Interruptions> {
  connectionEvents = new Emitter(report);
  fleetEvents = new Emitter(report);
  const interruptions = new Interruptions({
    store: new StoredSetting(db, 'interruptions', storedInterruptionsSchema),
    now: () => now,
    connections: {
      snapshot: () => ({ type: 'snapshot', connections: [...connections.values()] }),
      subscribe: (listener) => connectionEvents.subscribe(listener),
    },
    fleet: {
      snapshot: () => ({ type: 'snapshot', printers: [...printers.values()], now }),
      subscribe: (listener) => fleetEvents.subscribe(listener),
    },
    report,
  });
  await interruptions.start();
  running.push(interruptions);
  return interruptions;
}

function answers(startedAt: string, parts: Partial<Connection> = {}): void {
  const connection = aConnection({ startedAt, ...parts });
  connections.set(connection.id, connection);
  connectionEvents.emit({ type: 'changed', connection });
}

function polled(status = aStatus({ job: aJob({ printed: 7, started: 8 }) })): void {
  now += 100;
  const printer = aPrinter({ name: 'A', status, lastContact: now });
  printers.set('A', printer);
  fleetEvents.emit({ type: 'changed', printer });
}

const listOf = (interruptions: Interruptions) => {
  const { interruptions: list } = interruptions.snapshot();
  return list;
};
const JOB = { id: 'j1', name: 'Best before', printed: 7, asked: 1000 };

describe('an interrupted job', () => {
  it('is one that is on the printer when its controller has restarted', async () => {
    const interruptions = await started();
    answers('07:00');
    polled();
    expect(listOf(interruptions)).toEqual([]);
    now = 5_000;
    answers('08:00');
    polled();
    expect(listOf(interruptions)).toEqual([{ ...A, at: 5_000, lastContact: 1_100, job: JOB }]);
  });

  it('is noticed also when the station has lost its power too', async () => {
    const before = await started();
    answers('07:00');
    polled();
    await before.stop();
    connections.clear();
    printers.clear();
    const after = await started();
    now = 5_000;
    answers('08:00');
    polled();
    expect(listOf(after)).toEqual([{ ...A, at: 5_000, lastContact: null, job: JOB }]);
    await after.stop();
    expect(listOf(await started())).toHaveLength(1);
  });

  it('is not one of a controller that went on while the network was gone, nor one without prints', async () => {
    const interruptions = await started();
    answers('07:00');
    polled();
    answers('07:00', { state: 'lost' });
    answers('07:00');
    polled();
    answers('08:00');
    polled(aStatus({ job: aJob({ printed: 0, started: 0 }) }));
    polled();
    expect(listOf(interruptions)).toEqual([]);
  });

  it('is one whose printer answers the same as before: only the time of its answer is new', async () => {
    const interruptions = await started();
    answers('07:00');
    polled();
    now = 5_000;
    answers('08:00');
    fleetEvents.emit({ type: 'answered', connection: 'c1', at: 4_900 });
    expect(listOf(interruptions)).toEqual([]);
    printers.set('A', { ...printers.get('A')!, lastContact: 5_100 });
    fleetEvents.emit({ type: 'answered', connection: 'c1', at: 5_100 });
    expect(listOf(interruptions)).toHaveLength(1);
  });

  it('is over when a person continues it, also after a restart of the station', async () => {
    const interruptions = await started();
    answers('07:00');
    answers('08:00');
    polled();
    await interruptions.resume(A);
    polled();
    await interruptions.stop();
    const after = await started();
    answers('08:00');
    polled();
    expect(listOf(after)).toEqual([]);
    await expect(after.resume(A)).rejects.toMatchObject({ slug: 'not-found' });
  });

  it.each([
    ['its job has left the printer', () => polled(aStatus())],
    ['its printer is gone', () => fleetEvents.emit({ type: 'removed', connection: 'c1', name: 'A' })],
    ['its controller was removed', () => connectionEvents.emit({ type: 'removed', id: 'c1' })],
  ])('is over when %s', async (_title, end) => {
    const interruptions = await started();
    answers('07:00');
    answers('08:00');
    polled();
    expect(listOf(interruptions)).toHaveLength(1);
    end();
    expect(listOf(interruptions)).toEqual([]);
  });
});
