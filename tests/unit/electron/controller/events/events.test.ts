import { describe, expect, it } from 'vitest';
import { Events } from '#controller/events/events.ts';
import { openControllerDatabase } from '#storage/controller-database.ts';
import { inTransaction } from '#storage/in-transaction.ts';

const MOST_KEPT = 4_096;

function someEvents() {
  const errors: string[] = [];
  const log = { info: () => undefined, warn: () => undefined, error: (message: string) => void errors.push(message) };
  return { events: new Events({ now: () => 7, log }), errors };
}

describe('the events', () => {
  it('number the facts of a run from 1, in the order in which they were told', () => {
    const { events } = someEvents();
    events.tell({ type: 'label:changed', name: 'a' });
    events.tell({ type: 'queue:changed', printer: 'Line 1' });
    expect([events.find(0), events.find(1), events.find(2), events.find(3), events.next]).toEqual([
      undefined,
      { number: 1, at: 7, fact: { type: 'label:changed', name: 'a' } },
      { number: 2, at: 7, fact: { type: 'queue:changed', printer: 'Line 1' } },
      undefined,
      3,
    ]);
  });

  it('keep the last ones only', () => {
    const { events } = someEvents();
    for (let count = 0; count < MOST_KEPT + 10; count += 1) events.tell({ type: 'settings:changed' });
    expect([events.first, events.find(10), events.find(11)?.number]).toEqual([11, undefined, 11]);
  });

  it('have a fact of a transaction once it is durable, and none of one that was taken back', async () => {
    const { events } = someEvents();
    const db = openControllerDatabase(':memory:');
    await inTransaction(db, async (trx) => {
      events.tell({ type: 'label:changed', name: 'kept' }, trx);
      expect(events.next).toBe(1);
    });
    const failing = inTransaction(db, async (trx) => {
      events.tell({ type: 'label:changed', name: 'taken back' }, trx);
      throw new Error('taken back');
    });
    await expect(failing).rejects.toThrow('taken back');
    expect([events.find(1)?.fact, events.next]).toEqual([{ type: 'label:changed', name: 'kept' }, 2]);
    await db.destroy();
  });

  it('call back after every fact until nobody follows any more', () => {
    const { events } = someEvents();
    const seen: number[] = [];
    const stop = events.follow(() => seen.push(events.next - 1));
    events.tell({ type: 'settings:changed' });
    events.tell({ type: 'settings:changed' });
    stop();
    events.tell({ type: 'settings:changed' });
    expect(seen).toEqual([1, 2]);
  });

  it('go on to the others when a follower fails, and the log says so', () => {
    const { events, errors } = someEvents();
    const seen: number[] = [];
    events.follow(() => {
      throw new Error('broken');
    });
    events.follow(() => seen.push(events.next));
    events.tell({ type: 'settings:changed' });
    expect([seen, errors]).toEqual([[2], ['somebody who follows the events failed']]);
  });
});
