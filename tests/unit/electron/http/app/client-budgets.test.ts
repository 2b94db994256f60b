import { describe, expect, it } from 'vitest';
import { budgetsOf, ClientBudgets } from '#http/app/client-budgets.ts';

const BUDGETS = { requests: { perSecond: 10, burst: 20 }, stops: { perSecond: 1, burst: 3 } };

/** How many requests of a client are admitted at one moment. */
function taken(budgets: ClientBudgets, { client = 'a', kind = 'request', now = 0, tries = 100 }: Partial<Tries> = {}): number {
  let count = 0;
  for (let done = 0; done < tries; done += 1) if (budgets.spend(client, kind, now) === 0) count += 1;
  return count;
}

interface Tries {
  client: string;
  kind: 'request' | 'stop';
  now: number;
  tries: number;
}

describe('E10 the budget of a client', () => {
  it('admits its burst at once, and its rate afterwards', () => {
    const budgets = new ClientBudgets(BUDGETS);
    expect(taken(budgets)).toBe(20);
    expect([1, 2, 3].map((second) => taken(budgets, { now: second * 1_000 }))).toEqual([10, 10, 10]);
  });

  it('is full again after a pause, and never fuller', () => {
    const budgets = new ClientBudgets(BUDGETS);
    taken(budgets);
    expect(taken(budgets, { now: 3_600_000 })).toBe(20);
  });

  it('returns how long to wait', () => {
    const budgets = new ClientBudgets(BUDGETS);
    taken(budgets);
    const wait = budgets.spend('a', 'request', 40);
    expect(wait).toBeCloseTo(60);
    expect(budgets.spend('a', 'request', 40 + wait)).toBe(0);
  });

  it('tells how long to wait without charging anything', () => {
    const budgets = new ClientBudgets(BUDGETS);
    expect([budgets.waitOf('a', 0), budgets.waitOf('a', 0)]).toEqual([0, 0]);
    expect(taken(budgets)).toBe(20);
    expect([budgets.waitOf('a', 40), budgets.waitOf('a', 40), budgets.waitOf('b', 40)]).toEqual([
      expect.closeTo(60),
      expect.closeTo(60),
      0,
    ]);
  });

  it('is not charged for refused requests', () => {
    const budgets = new ClientBudgets(BUDGETS);
    taken(budgets, { tries: 1_000 });
    expect(taken(budgets, { now: 100, tries: 1 })).toBe(1);
  });

  it('is not charged for other clients', () => {
    const budgets = new ClientBudgets(BUDGETS);
    taken(budgets);
    expect(taken(budgets, { client: 'b' })).toBe(20);
  });

  it('reserves some requests for aborts', () => {
    const budgets = new ClientBudgets(BUDGETS);
    taken(budgets);
    expect(taken(budgets, { kind: 'stop' })).toBe(3);
  });

  it('gives aborts the general budget as well', () => {
    expect(taken(new ClientBudgets(BUDGETS), { kind: 'stop' })).toBe(23);
  });

  it('evicts clients beyond its limit', () => {
    const budgets = new ClientBudgets(BUDGETS);
    taken(budgets, { client: 'first' });
    for (let other = 0; other < 5_000; other += 1) budgets.spend(`other ${other}`, 'request', 0);
    expect(taken(budgets, { client: 'first' })).toBe(20);
    expect(taken(budgets, { client: 'other 4999' })).toBe(19);
  });

  it('lets 64 printers be polled ten times and triggered twenty times a second, hour after hour', () => {
    const budgets = new ClientBudgets(budgetsOf());
    for (let second = 0; second < 600; second += 1) {
      expect(taken(budgets, { now: second * 1_000, tries: 64 * 30 })).toBe(64 * 30);
    }
  });
});
