import { describe, expect, it } from 'vitest';
import { Events } from '#controller/events/events.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';

const MAX_KEPT = 4_096;

function someEvents() {
  const errors: string[] = [];
  const log = { info: () => undefined, warn: () => undefined, error: (message: string) => void errors.push(message) };
  return { events: new Events({ now: () => 7, log }), errors };
}

describe('the events', () => {
  it('are numbered from 1 within a run, in the order of publication', () => {
    const { events } = someEvents();
    events.publish({ type: 'label:changed', name: 'a' });
    events.publish({ type: 'queue:changed', printer: 'Line 1' });
    expect([events.find(0), events.find(1), events.find(2), events.find(3), events.next]).toEqual([
      undefined,
      { number: 1, at: 7, event: { type: 'label:changed', name: 'a' } },
      { number: 2, at: 7, event: { type: 'queue:changed', printer: 'Line 1' } },
      undefined,
      3,
    ]);
  });

  it('are stored up to a limit', () => {
    const { events } = someEvents();
    for (let count = 0; count < MAX_KEPT + 10; count += 1) events.publish({ type: 'settings:changed' });
    expect([events.first, events.find(10), events.find(11)?.number]).toEqual([11, undefined, 11]);
  });

  it('of a transaction are published once it is durable, and not if it is rolled back', async () => {
    const { events } = someEvents();
    const db = openControllerDatabase(':memory:');
    await inTransaction(db, async (trx) => {
      events.publish({ type: 'label:changed', name: 'kept' }, trx);
      expect(events.next).toBe(1);
    });
    const failing = inTransaction(db, async (trx) => {
      events.publish({ type: 'label:changed', name: 'taken back' }, trx);
      throw new Error('taken back');
    });
    await expect(failing).rejects.toThrow('taken back');
    expect([events.find(1)?.event, events.next]).toEqual([{ type: 'label:changed', name: 'kept' }, 2]);
    await db.destroy();
  });

  it('call listeners after every event until they unsubscribe', () => {
    const { events } = someEvents();
    const seen: number[] = [];
    const stop = events.subscribe(() => seen.push(events.next - 1));
    events.publish({ type: 'settings:changed' });
    events.publish({ type: 'settings:changed' });
    stop();
    events.publish({ type: 'settings:changed' });
    expect(seen).toEqual([1, 2]);
  });

  it('reach the other listeners when one fails, which is logged', () => {
    const { events, errors } = someEvents();
    const seen: number[] = [];
    events.subscribe(() => {
      throw new Error('broken');
    });
    events.subscribe(() => seen.push(events.next));
    events.publish({ type: 'settings:changed' });
    expect([seen, errors]).toEqual([[2], ['an event listener failed']]);
  });
});
