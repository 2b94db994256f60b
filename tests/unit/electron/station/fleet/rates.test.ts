import { beforeEach, describe, expect, it } from 'vitest';
import type { FleetEvent } from '#contract/station/fleet.ts';
import { Fleet } from '#station/fleet/fleet.ts';
import { ManualClock } from '#support/manual-clock.ts';

const MINUTE = 60_000;
let clock: ManualClock;
let fleet: Fleet;
let minutes: (number | null)[];

beforeEach(() => {
  clock = new ManualClock();
  fleet = new Fleet({ clock, report: (error) => expect.fail(String(error)) });
  fleet.start();
  fleet.list('c', [['Line 1', { id: 'Line 1', type: 'Virtual' }]]);
  minutes = [];
  fleet.subscribe((event) => {
    if (event.type === 'minute') minutes.push(...event.rates.map(({ perMinute }) => perMinute));
  });
});

/** A minute in which the printer answers, with this count at its end. */
function minute(printedLabels: number): void {
  clock.advance(MINUTE - 1_000);
  fleet.polled('c', 'Line 1', { kind: 'answered', counters: { triggers: 0, triggerBounces: 0, printedLabels } });
  clock.advance(1_000);
}

const kept = (): unknown => (fleet.snapshot() as Extract<FleetEvent, { type: 'snapshot' }>).rates;

describe('the rates of the fleet', () => {
  it('are emitted once a minute, from the second recorded minute on', () => {
    for (const count of [100, 160, 160, 400]) minute(count);
    expect(minutes).toEqual([null, 60, 0, 240]);
    expect(kept()).toEqual([{ connection: 'c', name: 'Line 1', perMinute: [null, 60, 0, 240] }]);
  });

  it('are null, not zero, for a minute without contact at its start or end', () => {
    minute(100);
    minute(160);
    clock.advance(MINUTE);
    minute(900);
    minute(930);
    expect(minutes).toEqual([null, 60, null, null, 30]);
  });

  it('are null for a minute in which the count was reset', () => {
    for (const count of [100, 20, 30]) minute(count);
    expect(minutes).toEqual([null, null, 10]);
  });

  it('keep the last half hour', () => {
    for (let count = 1; count <= 40; count += 1) minute(count * count);
    const [rates] = kept() as { perMinute: number[] }[];
    expect([rates?.perMinute.length, rates?.perMinute[0], rates?.perMinute.at(-1)]).toEqual([30, 21, 79]);
  });

  it('emit a snapshot after a sleep, with null for each of its minutes', () => {
    minute(100);
    minute(160);
    const told: FleetEvent[] = [];
    fleet.subscribe((event) => told.push(event));
    clock.sleep(3 * MINUTE);
    clock.advance(1_000);
    expect(told.filter(({ type }) => type === 'snapshot')).toMatchObject([{ rates: [{ perMinute: [null, 60, null, null, null] }] }]);
  });

  it('are removed with their printer', () => {
    minute(100);
    fleet.remove('c');
    expect(kept()).toBeUndefined();
  });

  it('are removed with their connection', () => {
    minute(100);
    fleet.remove('c');
    expect(kept()).toBeUndefined();
  });
});
