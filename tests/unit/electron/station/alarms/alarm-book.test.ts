import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { Alarm, AlarmsEvent } from '#contract/station/alarms.ts';
import { AlarmBook } from '#station/alarms/alarm-book.ts';
import { idOf, type Condition } from '#station/alarms/alarm-condition.ts';
import { ManualClock } from '#support/manual-clock.ts';

const MINUTE = 60_000;
const INK: Condition = { kind: 'ink-low', connection: 'c1', printer: 'Line 1', subject: 'K', detail: 'Ink supply K is low.' };
const ID = idOf(INK);

function open(clock = new ManualClock()) {
  const events: AlarmsEvent[] = [];
  const transitions: string[] = [];
  const book = new AlarmBook({
    clock,
    onChange: (event) => events.push(event),
    onTransition: (transition, _alarm, { by, reason }) => transitions.push([transition, by, reason].filter(Boolean).join(' ')),
  });
  const only = (): Alarm | undefined => book.list()[0];
  /** These conditions hold for `duration` milliseconds, evaluated every half second. */
  const hold = (conditions: Condition[], duration: number): void => {
    for (let passed = 0; passed < duration; passed += 500) {
      book.update('c1', conditions);
      clock.advance(500);
      book.tick();
    }
  };
  return { book, clock, events, transitions, only, hold };
}

describe('an alarm', () => {
  it('H5 is raised once, however often the printer reports the same condition', () => {
    const { hold, book, events } = open();
    hold([INK], 60_000);
    expect(book.list()).toHaveLength(1);
    expect(events).toHaveLength(1);
  });

  it('follows the count of its condition, and is not raised again', () => {
    const { hold, only, transitions } = open();
    const missed: Condition = { ...INK, kind: 'product-missed', count: 1 };
    hold([missed], 1_000);
    hold([{ ...missed, count: 110 }], 1_000);
    expect([only()?.count, transitions]).toEqual([110, ['raised']]);
  });

  it('H5 stays after its acknowledgement, and is removed once its condition has been gone for 10 s', () => {
    const { hold, book, only, transitions } = open();
    hold([INK], 1_000);
    expect(book.acknowledge([ID], 'Ada')).toBe(1);
    expect(only()).toMatchObject({ isActive: true, acknowledged: { by: 'Ada' } });
    hold([], 9_500);
    expect(only()).toMatchObject({ isActive: true });
    hold([], 1_000);
    expect(only()).toBeUndefined();
    expect(transitions).toEqual(['raised', 'acknowledged Ada', 'cleared']);
  });

  it('H29 stays after it has cleared until it is acknowledged', () => {
    const { hold, book, only } = open();
    hold([INK], 1_000);
    hold([], 60 * MINUTE);
    expect(only()).toMatchObject({ isActive: false, cleared: 1_000_000 + 11_000, acknowledged: null });
    book.acknowledge([ID], 'Ada');
    expect(only()).toBeUndefined();
  });

  it('H29 is removed when a hundred later ones of its printer and kind have cleared, the oldest first', () => {
    const { hold, book } = open();
    const error = (name: number | string): Condition => ({ ...INK, kind: 'printer-warning', subject: `Job ${name} failed`, detail: '' });
    const seen = () => book.list().map(({ subject }) => subject);
    hold([INK, { ...error('x'), printer: 'Line 2' }, error('lasting')], 1_000);
    for (let job = 0; job < 200; job += 1) hold([error('lasting'), error(job)], 1_000);
    hold([error('lasting')], 60_000);
    expect(seen()).toHaveLength(103);
    expect(seen()).toEqual(expect.arrayContaining(['K', 'Job x failed', 'Job lasting failed', 'Job 100 failed', 'Job 199 failed']));
  });

  it('H5 counts a condition that flickers, without an entry in the event log', () => {
    const { hold, only, transitions } = open();
    for (let times = 0; times < 20; times += 1) {
      hold([INK], 1_000);
      hold([], 2_000);
    }
    expect(only()).toMatchObject({ isActive: true, raised: 1_000_000, lastRaised: 1_000_000 + 57_000, repeats: 19 });
    expect(transitions).toEqual(['raised']);
  });

  it('has to be acknowledged again when its condition returns, and keeps its count for half an hour', () => {
    const { hold, book, only } = open();
    hold([INK], 1_000);
    book.acknowledge([ID], 'Ada');
    hold([], 29 * MINUTE);
    hold([INK], 500);
    expect(only()).toMatchObject({ raised: 1_000_000, repeats: 1, acknowledged: null });
    book.acknowledge([ID], 'Ada');
    hold([], 31 * MINUTE);
    hold([INK], 500);
    expect(only()).toMatchObject({ repeats: 0 });
  });

  it('is not raised when its condition ends within the on-delay', () => {
    const { hold, book } = open();
    const lost: Condition = { kind: 'controller-lost', connection: 'c1', printer: null, subject: '', detail: '' };
    hold([lost], 4_500);
    hold([], 1_000);
    hold([lost], 4_500);
    expect(book.list()).toEqual([]);
    hold([lost], 1_000);
    expect(book.list()).toMatchObject([{ kind: 'controller-lost' }]);
  });

  it('does not change while its condition is unknown', () => {
    const { hold, book, clock, only } = open();
    hold([INK], 1_000);
    book.update('c1', [], () => true);
    clock.advance(60_000);
    book.tick();
    expect(only()).toMatchObject({ isActive: true });
  });

  it('does not change with the conditions of another connection', () => {
    const { hold, book, clock, only } = open();
    hold([INK], 1_000);
    book.update('c2', []);
    clock.advance(60_000);
    book.tick();
    expect(only()).toMatchObject({ isActive: true });
  });

  it('joins the details of conditions with the same subject', () => {
    const { hold, only } = open();
    hold([INK, { ...INK, detail: 'It is nearly empty.' }, INK], 500);
    expect(only()).toMatchObject({ detail: 'Ink supply K is low.\nIt is nearly empty.' });
  });
});

describe('shelving', () => {
  const shelf = { minutes: 15, reason: 'cartridge ordered', by: 'Ada' };

  it('H5 lasts for its time, is logged, and ends with an alarm that has to be acknowledged again', () => {
    const { hold, book, only, transitions } = open();
    hold([INK], 1_000);
    book.shelve(ID, shelf);
    expect(only()).toMatchObject({ shelved: { by: 'Ada', reason: 'cartridge ordered', until: 1_000_000 + 1_000 + 15 * MINUTE } });
    hold([INK], 15 * MINUTE - 500);
    expect(only()?.shelved).not.toBeNull();
    hold([INK], 1_000);
    expect(only()).toMatchObject({ shelved: null, isActive: true, acknowledged: null });
    expect(transitions).toEqual(['raised', 'shelved Ada cartridge ordered', 'unshelved']);
  });

  it('counts a returning condition without a new acknowledgement', () => {
    const { hold, book, only } = open();
    hold([INK], 1_000);
    book.shelve(ID, shelf);
    hold([], MINUTE);
    hold([INK], MINUTE);
    expect(only()).toMatchObject({ repeats: 1, isActive: true, acknowledged: { by: 'Ada' } });
    expect(only()?.shelved).not.toBeNull();
  });

  it('removes an alarm that has cleared when its time is over', () => {
    const { hold, book, only } = open();
    hold([INK], 1_000);
    book.shelve(ID, shelf);
    hold([], 16 * MINUTE);
    expect(only()).toBeUndefined();
  });

  it('can be ended by a person', () => {
    const { hold, book, only, transitions } = open();
    hold([INK], 1_000);
    book.shelve(ID, shelf);
    book.unshelve(ID, 'Bob');
    book.unshelve(ID, 'Bob');
    expect(only()).toMatchObject({ shelved: null, acknowledged: null });
    expect(transitions.at(-1)).toBe('unshelved Bob');
  });

  it('uses monotonic time when the clock is set', () => {
    const { hold, book, only, clock } = open();
    hold([INK], 1_000);
    book.shelve(ID, shelf);
    clock.set(clock.now() + 24 * 60 * MINUTE);
    hold([INK], MINUTE);
    expect(only()?.shelved).not.toBeNull();
  });

  it('continues after a restart', () => {
    const { hold, book, clock } = open();
    hold([INK], 1_000);
    book.shelve(ID, shelf);
    const again = open(clock);
    again.book.restore(book.list());
    again.hold([INK], 14 * MINUTE);
    expect(again.only()?.shelved).not.toBeNull();
    again.hold([INK], 2 * MINUTE);
    expect(again.only()).toMatchObject({ shelved: null, isActive: true });
  });

  it('is refused for an alarm that no longer exists', () => {
    const { book } = open();
    expect(() => book.shelve('nothing', shelf)).toThrow('This alarm no longer exists');
    expect(() => book.unshelve('nothing', 'Ada')).toThrow('This alarm no longer exists');
  });
});

describe('in every sequence of events', () => {
  const subjects = ['K', 'C', 'M'].map((subject): Condition => ({ ...INK, subject }));
  const step = fc.oneof(
    fc.record({ what: fc.constant('conditions' as const), wrong: fc.subarray(subjects), seconds: fc.integer({ min: 1, max: 2_000 }) }),
    fc.record({ what: fc.constant('acknowledge' as const), which: fc.nat(2) }),
    fc.record({ what: fc.constant('shelve' as const), which: fc.nat(2), minutes: fc.constantFrom(15, 60) }),
    fc.record({ what: fc.constant('unshelve' as const), which: fc.nat(2) }),
    fc.record({ what: fc.constant('restart' as const) }),
  );

  /** Runs the steps, and calls `check` with the state after each. */
  function play(steps: (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[], check: (state: Played) => void): void {
    const { clock, ...first } = open();
    let { book, events } = first;
    let wrong: Condition[] = [];
    for (const one of steps) {
      const id = 'which' in one ? idOf(subjects[one.which]!) : '';
      const before = new Map(book.list().map((alarm) => [alarm.id, alarm]));
      if (one.what === 'conditions') {
        wrong = one.wrong;
        for (let second = 0; second < one.seconds; second += 1) {
          book.update('c1', wrong);
          clock.advance(1_000);
        }
        book.tick();
      } else if (one.what === 'acknowledge') book.acknowledge([id], 'Ada');
      else if (one.what === 'shelve' && before.has(id)) book.shelve(id, { minutes: one.minutes, reason: 'later', by: 'Ada' });
      else if (one.what === 'unshelve' && before.has(id)) book.unshelve(id, 'Ada');
      else if (one.what === 'restart') {
        const alarms = book.list();
        ({ book, events } = open(clock));
        book.restore(alarms);
      }
      check({ what: one.what, wrong, alarms: book.list(), before, events });
    }
  }

  interface Played {
    what: string;
    wrong: Condition[];
    alarms: Alarm[];
    before: Map<string, Alarm>;
    events: AlarmsEvent[];
  }

  it('H5 each condition has exactly one alarm, and each listed alarm is active, unacknowledged or shelved', () => {
    const check = ({ what, wrong, alarms }: Played): void => {
      const ids = alarms.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      if (what === 'conditions') for (const condition of wrong) expect(ids).toContain(idOf(condition));
      for (const { isActive, acknowledged, shelved, cleared } of alarms) {
        expect(isActive || acknowledged === null || shelved !== null).toBe(true);
        expect(cleared === null).toBe(isActive);
      }
    };
    fc.assert(fc.property(fc.array(step, { maxLength: 20 }), (steps) => play(steps, check)));
  });

  it('H5 only conditions make an alarm active or cleared, and its count never decreases', () => {
    const check = ({ what, alarms, before }: Played): void => {
      for (const alarm of alarms) {
        const earlier = before.get(alarm.id);
        if (!earlier) continue;
        expect(alarm.repeats).toBeGreaterThanOrEqual(earlier.repeats);
        expect(alarm.raised).toBe(earlier.raised);
        if (what !== 'conditions') expect([alarm.isActive, alarm.cleared]).toEqual([earlier.isActive, earlier.cleared]);
      }
      const gone = [...before.values()].filter(({ id }) => !alarms.some((alarm) => alarm.id === id));
      for (const { isActive } of gone) if (what !== 'conditions') expect(isActive).toBe(false);
    };
    fc.assert(fc.property(fc.array(step, { maxLength: 20 }), (steps) => play(steps, check)));
  });

  it('the emitted events produce the same list as the alarm book', () => {
    const check = ({ alarms, events }: Played): void => {
      const seen = new Map<string, Alarm>();
      for (const event of events) {
        if (event.type === 'changed') seen.set(event.alarm.id, event.alarm);
        if (event.type === 'removed') seen.delete(event.id);
      }
      expect(seen).toEqual(new Map(alarms.map((alarm) => [alarm.id, alarm])));
    };
    const steps = fc.array(
      step.filter(({ what }) => what !== 'restart'),
      { maxLength: 20 },
    );
    fc.assert(fc.property(steps, (all) => play(all, check)));
  });

  it('D7 subject and detail of an alarm are cut to their limits', () => {
    const { hold, only } = open();
    hold([{ ...INK, kind: 'printer-warning', subject: 's'.repeat(100_000), detail: 'd'.repeat(100_000) }], 60_000);
    expect([only()?.subject.length, only()?.detail.length]).toEqual([500, 4_000]);
  });

  it('D7 a new alarm replaces the one that cleared first when there are 5 000', () => {
    const { hold, book } = open();
    const numbered = Array.from({ length: 5_000 }, (_, place): Condition => ({ ...INK, printer: `Line ${place}` }));
    hold(numbered, 2_000);
    hold([...numbered.slice(1), { ...INK, printer: 'late' }], 2_000);
    expect([book.list().length, book.list().some(({ printer }) => printer === 'late')]).toEqual([5_000, false]);
    hold([...numbered.slice(1), { ...INK, printer: 'late' }], 15_000);
    expect([book.list().length, book.list().some(({ printer }) => printer === 'late')]).toEqual([5_000, true]);
    expect(book.list().some(({ printer }) => printer === 'Line 0')).toBe(false);
  });
});
