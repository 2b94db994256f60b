import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { Alarm, AlarmsEvent } from '#contract/station/alarms.ts';
import { AlarmBook } from '#station/alarms/alarm-book.ts';
import { idOf, type Condition } from '#station/alarms/condition.ts';
import { ManualClock } from '#support/manual-clock.ts';

const MINUTE = 60_000;
const INK: Condition = { kind: 'ink-low', connection: 'c1', printer: 'Line 1', subject: 'K', detail: 'Ink supply K is low.' };
const ID = idOf(INK);

function open(clock = new ManualClock()) {
  const told: AlarmsEvent[] = [];
  const facts: string[] = [];
  const book = new AlarmBook({
    clock,
    told: (event) => told.push(event),
    happened: (fact, _alarm, said) => facts.push([fact, said.by, said.reason].filter(Boolean).join(' ')),
  });
  const only = (): Alarm | undefined => book.list()[0];
  /** The world for so long, looked at every half second. */
  const world = (conditions: Condition[], duration: number): void => {
    for (let passed = 0; passed < duration; passed += 500) {
      book.observe('c1', conditions);
      clock.advance(500);
      book.look();
    }
  };
  return { book, clock, told, facts, only, world };
}

describe('an alarm', () => {
  it('H5 comes once, however often the printer says the same', () => {
    const { world, book, told } = open();
    world([INK], 60_000);
    expect(book.list()).toHaveLength(1);
    expect(told).toHaveLength(1);
  });

  it('H5 stays when it is acknowledged, and goes once what it tells is over for 10 s', () => {
    const { world, book, only, facts } = open();
    world([INK], 1_000);
    expect(book.acknowledge([ID], 'Ada')).toBe(1);
    expect(only()).toMatchObject({ isActive: true, acknowledged: { by: 'Ada' } });
    world([], 9_500);
    expect(only()).toMatchObject({ isActive: true });
    world([], 1_000);
    expect(only()).toBeUndefined();
    expect(facts).toEqual(['raised', 'acknowledged Ada', 'cleared']);
  });

  it('H29 stays when it is over until somebody has seen it', () => {
    const { world, book, only, clock } = open();
    world([INK], 1_000);
    world([], 60 * MINUTE);
    expect(only()).toMatchObject({ isActive: false, cleared: 1_000_000 + 11_000, acknowledged: null });
    book.acknowledge([ID], 'Ada');
    expect(only()).toBeUndefined();
    expect(clock.elapsed()).toBeGreaterThan(0);
  });

  it('H29 makes room for another one of its printer and kind when a hundred are over, the oldest first', () => {
    const { world, book } = open();
    const error = (name: number | string): Condition => ({ ...INK, kind: 'printer-warning', subject: `Job ${name} failed`, detail: '' });
    const seen = () => book.list().map(({ subject }) => subject);
    world([INK, { ...error('x'), printer: 'Line 2' }, error('lasting')], 1_000);
    for (let job = 0; job < 200; job += 1) world([error('lasting'), error(job)], 1_000);
    world([error('lasting')], 60_000);
    expect(seen()).toHaveLength(103);
    expect(seen()).toEqual(expect.arrayContaining(['K', 'Job x failed', 'Job lasting failed', 'Job 100 failed', 'Job 199 failed']));
  });

  it('H5 counts a loose contact on the one alarm, and its record stays quiet', () => {
    const { world, only, facts } = open();
    for (let times = 0; times < 20; times += 1) {
      world([INK], 1_000);
      world([], 2_000);
    }
    expect(only()).toMatchObject({ isActive: true, raised: 1_000_000, lastRaised: 1_000_000 + 57_000, repeats: 19 });
    expect(facts).toEqual(['raised']);
  });

  it('has to be seen again when it comes back, as the one that it was, within half an hour', () => {
    const { world, book, only } = open();
    world([INK], 1_000);
    book.acknowledge([ID], 'Ada');
    world([], 29 * MINUTE);
    world([INK], 500);
    expect(only()).toMatchObject({ raised: 1_000_000, repeats: 1, acknowledged: null });
    book.acknowledge([ID], 'Ada');
    world([], 31 * MINUTE);
    world([INK], 500);
    expect(only()).toMatchObject({ repeats: 0 });
  });

  it('is not told when it mends itself within its delay', () => {
    const { world, book } = open();
    const lost: Condition = { kind: 'controller-lost', connection: 'c1', printer: null, subject: '', detail: '' };
    world([lost], 4_500);
    world([], 1_000);
    world([lost], 4_500);
    expect(book.list()).toEqual([]);
    world([lost], 1_000);
    expect(book.list()).toMatchObject([{ kind: 'controller-lost' }]);
  });

  it('is left as it is while nobody can say whether it still holds', () => {
    const { world, book, clock, only } = open();
    world([INK], 1_000);
    book.observe('c1', [], () => true);
    clock.advance(60_000);
    book.look();
    expect(only()).toMatchObject({ isActive: true });
  });

  it('of another connection is left alone', () => {
    const { world, book, clock, only } = open();
    world([INK], 1_000);
    book.observe('c2', []);
    clock.advance(60_000);
    book.look();
    expect(only()).toMatchObject({ isActive: true });
  });

  it('tells all that several say of one matter', () => {
    const { world, only } = open();
    world([INK, { ...INK, detail: 'It is nearly empty.' }, INK], 500);
    expect(only()).toMatchObject({ detail: 'Ink supply K is low.\nIt is nearly empty.' });
  });
});

describe('a shelf', () => {
  const shelf = { minutes: 15, reason: 'cartridge ordered', by: 'Ada' };

  it('H5 holds for its time, is on record, and ends with an alarm that has to be seen again', () => {
    const { world, book, only, facts } = open();
    world([INK], 1_000);
    book.shelve(ID, shelf);
    expect(only()).toMatchObject({ shelved: { by: 'Ada', reason: 'cartridge ordered', until: 1_000_000 + 1_000 + 15 * MINUTE } });
    world([INK], 15 * MINUTE - 500);
    expect(only()?.shelved).not.toBeNull();
    world([INK], 1_000);
    expect(only()).toMatchObject({ shelved: null, isActive: true, acknowledged: null });
    expect(facts).toEqual(['raised', 'shelved Ada cartridge ordered', 'unshelved']);
  });

  it('keeps an alarm quiet that goes and comes back, and counts it', () => {
    const { world, book, only } = open();
    world([INK], 1_000);
    book.shelve(ID, shelf);
    world([], MINUTE);
    world([INK], MINUTE);
    expect(only()).toMatchObject({ repeats: 1, isActive: true, acknowledged: { by: 'Ada' } });
    expect(only()?.shelved).not.toBeNull();
  });

  it('takes the alarm with it when that is over meanwhile', () => {
    const { world, book, only } = open();
    world([INK], 1_000);
    book.shelve(ID, shelf);
    world([], 16 * MINUTE);
    expect(only()).toBeUndefined();
  });

  it('is taken back by a person', () => {
    const { world, book, only, facts } = open();
    world([INK], 1_000);
    book.shelve(ID, shelf);
    book.unshelve(ID, 'Bob');
    book.unshelve(ID, 'Bob');
    expect(only()).toMatchObject({ shelved: null, acknowledged: null });
    expect(facts.at(-1)).toBe('unshelved Bob');
  });

  it('goes by the time that passes, whatever the clock shows', () => {
    const { world, book, only, clock } = open();
    world([INK], 1_000);
    book.shelve(ID, shelf);
    clock.set(clock.now() + 24 * 60 * MINUTE);
    world([INK], MINUTE);
    expect(only()?.shelved).not.toBeNull();
  });

  it('goes on after a restart', () => {
    const { world, book, clock } = open();
    world([INK], 1_000);
    book.shelve(ID, shelf);
    const again = open(clock);
    again.book.restore(book.list());
    again.world([INK], 14 * MINUTE);
    expect(again.only()?.shelved).not.toBeNull();
    again.world([INK], 2 * MINUTE);
    expect(again.only()).toMatchObject({ shelved: null, isActive: true });
  });

  it('cannot be put on what is over', () => {
    const { book } = open();
    expect(() => book.shelve('nothing', shelf)).toThrow('This alarm is over');
    expect(() => book.unshelve('nothing', 'Ada')).toThrow('This alarm is over');
  });
});

describe('whatever happens', () => {
  const matters = ['K', 'C', 'M'].map((subject): Condition => ({ ...INK, subject }));
  const step = fc.oneof(
    fc.record({ what: fc.constant('world' as const), wrong: fc.subarray(matters), seconds: fc.integer({ min: 1, max: 2_000 }) }),
    fc.record({ what: fc.constant('acknowledge' as const), which: fc.nat(2) }),
    fc.record({ what: fc.constant('shelve' as const), which: fc.nat(2), minutes: fc.constantFrom(15, 60) }),
    fc.record({ what: fc.constant('unshelve' as const), which: fc.nat(2) }),
    fc.record({ what: fc.constant('restart' as const) }),
  );

  /** Does what the steps say, and gives `check` what is left after each. */
  function play(steps: (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[], check: (state: Played) => void): void {
    const { clock, ...first } = open();
    let { book, told } = first;
    let wrong: Condition[] = [];
    for (const one of steps) {
      const id = 'which' in one ? idOf(matters[one.which]!) : '';
      const before = new Map(book.list().map((alarm) => [alarm.id, alarm]));
      if (one.what === 'world') {
        wrong = one.wrong;
        for (let second = 0; second < one.seconds; second += 1) {
          book.observe('c1', wrong);
          clock.advance(1_000);
        }
        book.look();
      } else if (one.what === 'acknowledge') book.acknowledge([id], 'Ada');
      else if (one.what === 'shelve' && before.has(id)) book.shelve(id, { minutes: one.minutes, reason: 'later', by: 'Ada' });
      else if (one.what === 'unshelve' && before.has(id)) book.unshelve(id, 'Ada');
      else if (one.what === 'restart') {
        const alarms = book.list();
        ({ book, told } = open(clock));
        book.restore(alarms);
      }
      check({ what: one.what, wrong, alarms: book.list(), before, told });
    }
  }

  interface Played {
    what: string;
    wrong: Condition[];
    alarms: Alarm[];
    before: Map<string, Alarm>;
    told: AlarmsEvent[];
  }

  it('H5 what is wrong has exactly one alarm, and what is listed needs somebody', () => {
    const check = ({ what, wrong, alarms }: Played): void => {
      const ids = alarms.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      if (what === 'world') for (const condition of wrong) expect(ids).toContain(idOf(condition));
      for (const { isActive, acknowledged, shelved, cleared } of alarms) {
        expect(isActive || acknowledged === null || shelved !== null).toBe(true);
        expect(cleared === null).toBe(isActive);
      }
    };
    fc.assert(fc.property(fc.array(step, { maxLength: 20 }), (steps) => play(steps, check)));
  });

  it('H5 only the world makes an alarm active or gone, and its count never falls', () => {
    const check = ({ what, alarms, before }: Played): void => {
      for (const alarm of alarms) {
        const earlier = before.get(alarm.id);
        if (!earlier) continue;
        expect(alarm.repeats).toBeGreaterThanOrEqual(earlier.repeats);
        expect(alarm.raised).toBe(earlier.raised);
        if (what !== 'world') expect([alarm.isActive, alarm.cleared]).toEqual([earlier.isActive, earlier.cleared]);
      }
      const gone = [...before.values()].filter(({ id }) => !alarms.some((alarm) => alarm.id === id));
      for (const { isActive } of gone) if (what !== 'world') expect(isActive).toBe(false);
    };
    fc.assert(fc.property(fc.array(step, { maxLength: 20 }), (steps) => play(steps, check)));
  });

  it('a page that applies what is told sees what the book holds', () => {
    const check = ({ alarms, told }: Played): void => {
      const seen = new Map<string, Alarm>();
      for (const event of told) {
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

  it('D7 is no longer than a person reads, and neither is what it is about', () => {
    const { world, only } = open();
    world([{ ...INK, kind: 'printer-warning', subject: 's'.repeat(100_000), detail: 'd'.repeat(100_000) }], 60_000);
    expect([only()?.subject.length, only()?.detail.length]).toEqual([500, 4_000]);
  });

  it('D7 makes room for a new one when there are 5 000, the one that was over first', () => {
    const { world, book } = open();
    const numbered = Array.from({ length: 5_000 }, (_, place): Condition => ({ ...INK, printer: `Line ${place}` }));
    world(numbered, 2_000);
    world([...numbered.slice(1), { ...INK, printer: 'late' }], 2_000);
    expect([book.list().length, book.list().some(({ printer }) => printer === 'late')]).toEqual([5_000, false]);
    world([...numbered.slice(1), { ...INK, printer: 'late' }], 15_000);
    expect([book.list().length, book.list().some(({ printer }) => printer === 'late')]).toEqual([5_000, true]);
    expect(book.list().some(({ printer }) => printer === 'Line 0')).toBe(false);
  });
});
