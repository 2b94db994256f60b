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
let errors: unknown[];

beforeEach(() => {
  clock = new ManualClock(5_000_000);
  errors = [];
  fleet = new Fleet({ clock, report: (error) => errors.push(error) });
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
  it('has no values of a printer before its first poll', () => {
    const unseen = { ...printer, status: null, counters: null, lastContact: null };
    expect(fleet.snapshot()).toEqual({ type: 'snapshot', printers: [unseen], now: 5_000_000 });
  });

  it('emits what a poll has changed', () => {
    answerFully();
    expect(events).toEqual([{ type: 'changed', printer }]);
  });

  it('marks values as stale at once when their controller is lost, until the next answer', () => {
    answerFully();
    events.length = 0;
    fleet.lose('c', 'The controller stopped.');
    fleet.lose('c', 'The controller stopped.');
    expect(events).toEqual([{ type: 'changed', printer: { ...printer, stale: true, reason: 'The controller stopped.' } }]);
    events.length = 0;
    answer();
    expect(events).toEqual([{ type: 'changed', printer }]);
  });

  it('emits unchanged answers once per second and connection', () => {
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

  it('emits single printers while another one of the connection does not answer', () => {
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

  it('keeps the last values of a printer, and marks them as stale after three missed polls', () => {
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

  it('marks values as stale after 5 s even when polls hang', () => {
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
  ])('C6 stays live when the clock is set %s, and emits a snapshot in the new time', (_, now) => {
    answerFully();
    events.length = 0;
    clock.set(now);
    clock.advance(1_000);
    expect(events).toEqual([{ type: 'snapshot', printers: [{ ...printer, lastContact: now }], now: now + 1_000 }]);
  });

  it('C6 emits the new time before the first answer after the clock was set', () => {
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

  it('C6 marks values as stale after 5 s without an answer, however often the clock is set', () => {
    answerFully();
    for (let second = 1; second <= 6; second += 1) {
      clock.set(5_000_000 - second * 60_000);
      clock.advance(1_000);
    }
    expect(fleet.snapshot()).toMatchObject({ printers: [{ stale: true }] });
  });

  it('C6 emits no snapshot when the clock is corrected by less than a second', () => {
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

  it('removes a printer that its controller no longer lists', () => {
    fleet.list('c', [['Line 9', { id: 'Line 9', type: 'Virtual' }]]);
    answerFully();
    expect(events.map((event) => event.type)).toEqual(['removed', 'changed']);
    expect(fleet.snapshot()).toMatchObject({ printers: [{ name: 'Line 9' }] });
  });

  it('keeps the values of a printer whose properties have changed', () => {
    answerFully();
    events.length = 0;
    fleet.list('c', [['Line 1', { ...properties, dpi: 600 }]]);
    expect(events).toEqual([{ type: 'changed', printer: { ...printer, properties: { ...properties, dpi: 600 } } }]);
  });

  it('removes the printers of a connection that was removed', () => {
    answerFully();
    answer();
    fleet.remove('c');
    clock.advance(1_000);
    expect(events.slice(1)).toEqual([{ type: 'removed', connection: 'c', name: 'Line 1' }]);
    expect(fleet.snapshot()).toMatchObject({ printers: [] });
  });

  it('reports an error of a listener, and goes on', () => {
    const failure = new Error('this listener is broken');
    fleet.subscribe((event) => {
      if (event.type === 'answered') throw failure;
    });
    answerFully();
    answer();
    clock.advance(1_000);
    answer();
    clock.advance(1_000);
    expect([errors, events.filter(({ type }) => type === 'answered').length]).toEqual([[failure, failure], 2]);
  });

  it('E14 supports a printer named __proto__', () => {
    fleet.list('c', [['__proto__', { id: '__proto__', type: 'Virtual' }]]);
    expect(fleet.snapshot()).toMatchObject({ printers: [{ name: '__proto__' }] });
  });
});
