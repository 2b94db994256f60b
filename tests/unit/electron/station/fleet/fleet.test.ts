import { beforeEach, describe, expect, it } from 'vitest';
import type { FleetEvent } from '#contract/station/fleet.ts';
import { Fleet } from '#station/fleet/fleet.ts';
import { readStatus } from '#station/connections/read-status.ts';
import { STARTED } from '#support/fake-controller.ts';
import { ManualClock } from '#support/manual-clock.ts';

const properties = { id: 'Line 1', type: 'Virtual' };
const status = readStatus(STARTED);
const counters = { triggers: 3, triggerBounces: 0, printedLabels: 3 };
const missed = { kind: 'missed', reason: 'Nothing answers.', isUnreachable: true } as const;

let clock: ManualClock;
let fleet: Fleet;
let events: FleetEvent[];

beforeEach(() => {
  clock = new ManualClock(5_000_000);
  fleet = new Fleet(clock);
  events = [];
  fleet.start();
  fleet.list('c', [['Line 1', properties]]);
  fleet.subscribe((event) => events.push(event));
});

const answer = (): void => fleet.polled('c', 'Line 1', { kind: 'answered' });
const answerFully = (): void => fleet.polled('c', 'Line 1', { kind: 'answered', status, counters });
const printer = {
  connection: 'c',
  name: 'Line 1',
  properties,
  status,
  counters,
  lastContact: 5_000_000,
  missedPolls: 0,
  stale: false,
  reason: null,
};

describe('the fleet', () => {
  it('knows nothing of a printer that was not polled yet', () => {
    const unseen = { ...printer, status: null, counters: null, lastContact: null };
    expect(fleet.snapshot()).toEqual({ type: 'snapshot', printers: [unseen], now: 5_000_000 });
  });

  it('tells what a poll changed', () => {
    answerFully();
    expect(events).toEqual([{ type: 'changed', printer }]);
  });

  it('calls values stale at once when their controller is lost, and live again with the next answer', () => {
    answerFully();
    events.length = 0;
    fleet.lose('c', 'The controller stopped.');
    fleet.lose('c', 'The controller stopped.');
    expect(events).toEqual([{ type: 'changed', printer: { ...printer, stale: true, reason: 'The controller stopped.' } }]);
    events.length = 0;
    answer();
    expect(events).toEqual([{ type: 'changed', printer }]);
  });

  it('tells unchanged answers once per second and connection', () => {
    answerFully();
    events.length = 0;
    answer();
    clock.advance(400);
    answer();
    clock.advance(600);
    expect(events).toEqual([{ type: 'answered', connection: 'c', at: 5_000_400 }]);
    clock.advance(1_000);
    expect(events).toHaveLength(1);
  });

  it('does not let one printer speak for another that is silent', () => {
    fleet.list('c', [
      ['Line 1', properties],
      ['Line 2', { id: 'Line 2', type: 'Virtual' }],
    ]);
    answerFully();
    fleet.polled('c', 'Line 2', missed);
    events.length = 0;
    answer();
    clock.advance(1_000);
    expect(events).toEqual([{ type: 'changed', printer }]);
  });

  it('keeps the last values of a silent printer and calls them stale after three missed polls', () => {
    answerFully();
    events.length = 0;
    for (let n = 0; n < 5; n += 1) fleet.polled('c', 'Line 1', missed);
    const told = events.map((event) => (event.type === 'changed' ? [event.printer.missedPolls, event.printer.stale] : event));
    expect(told).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ]);
    expect(fleet.snapshot()).toMatchObject({ printers: [{ ...printer, missedPolls: 5, stale: true, reason: 'Nothing answers.' }] });
  });

  it('calls values stale after 5 s even when polls hang', () => {
    answerFully();
    events.length = 0;
    clock.advance(5_000);
    expect(events).toEqual([]);
    clock.advance(1_000);
    expect(events).toEqual([{ type: 'changed', printer: { ...printer, stale: true } }]);
  });

  it.each([
    ['forward', 5_000_000 + 3_600_000],
    ['back', 5_000_000 - 3_600_000],
  ])('C6 stays live when the clock is set %s, and is told anew with moments of the new time', (_, now) => {
    answerFully();
    events.length = 0;
    clock.set(now);
    clock.advance(1_000);
    expect(events).toEqual([{ type: 'snapshot', printers: [{ ...printer, lastContact: now }], now: now + 1_000 }]);
  });

  it('C6 tells the new time before the first answer after the clock was set', () => {
    answerFully();
    events.length = 0;
    clock.set(9_000_000);
    fleet.polled('c', 'Line 1', { kind: 'answered', status: { ...status, state: 'HEATING' } });
    const answered = { ...printer, status: { ...status, state: 'HEATING' }, lastContact: 9_000_000 };
    expect(events).toEqual([
      { type: 'snapshot', printers: [{ ...printer, lastContact: 9_000_000 }], now: 9_000_000 },
      { type: 'changed', printer: answered },
    ]);
  });

  it('C6 calls values stale after 5 s of silence however often the clock is set', () => {
    answerFully();
    for (let second = 1; second <= 6; second += 1) {
      clock.set(5_000_000 - second * 60_000);
      clock.advance(1_000);
    }
    expect(fleet.snapshot()).toMatchObject({ printers: [{ stale: true }] });
  });

  it('C6 tells nothing anew when a clock is corrected by less than a second', () => {
    answerFully();
    events.length = 0;
    clock.set(5_000_500);
    clock.advance(1_000);
    expect(events).toEqual([]);
  });

  it('is live again with the first answer', () => {
    answerFully();
    for (let n = 0; n < 5; n += 1) fleet.polled('c', 'Line 1', missed);
    answerFully();
    expect(events.at(-1)).toEqual({ type: 'changed', printer });
  });

  it('drops a printer that its controller does not list any more', () => {
    fleet.list('c', [['Line 9', { id: 'Line 9', type: 'Virtual' }]]);
    answerFully();
    expect(events.map((event) => event.type)).toEqual(['removed', 'changed']);
    expect(fleet.snapshot()).toMatchObject({ printers: [{ name: 'Line 9' }] });
  });

  it('keeps what it knows of a printer whose properties changed', () => {
    answerFully();
    events.length = 0;
    fleet.list('c', [['Line 1', { ...properties, dpi: 600 }]]);
    expect(events).toEqual([{ type: 'changed', printer: { ...printer, properties: { ...properties, dpi: 600 } } }]);
  });

  it('forgets the printers of a connection that is removed', () => {
    answerFully();
    answer();
    fleet.remove('c');
    clock.advance(1_000);
    expect(events.slice(1)).toEqual([{ type: 'removed', connection: 'c', name: 'Line 1' }]);
    expect(fleet.snapshot()).toMatchObject({ printers: [] });
  });

  it('E14 takes a printer called __proto__ for any other', () => {
    fleet.list('c', [['__proto__', { id: '__proto__', type: 'Virtual' }]]);
    expect(fleet.snapshot()).toMatchObject({ printers: [{ name: '__proto__' }] });
  });
});
