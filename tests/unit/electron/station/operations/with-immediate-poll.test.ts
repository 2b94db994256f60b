import { describe, expect, it } from 'vitest';
import type { StationHandlers } from '#contract/station/index.ts';
import { withImmediatePoll } from '#station/operations/with-immediate-poll.ts';

function open(handlers: unknown) {
  const asked: string[] = [];
  const follower = { pollNow: (connection: string, printer: string) => asked.push(`${connection} ${printer}`) };
  return { asked, handlers: withImmediatePoll(handlers as StationHandlers, follower) };
}

const on = { connection: 'c1', printer: 'Line 1', idempotencyKey: '0b6e6ed4-5a4e-4f0a-9d3f-000000000000' };

describe('a command of the page', () => {
  it('polls its printer when it has ended', async () => {
    let end = (_answer: { result: 'printing' }): void => undefined;
    const { asked, handlers } = open({ printing: { trigger: () => new Promise((resolve) => (end = resolve)) } });
    const trigger = handlers.printing.trigger(on);
    expect(asked).toEqual([]);
    end({ result: 'printing' });
    await expect(trigger).resolves.toEqual({ result: 'printing' });
    expect(asked).toEqual(['c1 Line 1']);
  });

  it('polls its printer after a failure too', async () => {
    const { asked, handlers } = open({ printing: { abort: () => Promise.reject(new Error('no answer')) } });
    await expect(handlers.printing.abort(on)).rejects.toThrow('no answer');
    expect(asked).toEqual(['c1 Line 1']);
  });

  it('polls each of several printers', async () => {
    const { asked, handlers } = open({ plans: { apply: async () => ({ printers: [] }) } });
    await handlers.plans.apply({ ...on, printers: ['Line 1', 'Line 2'], job: { queue: false }, plan: '[]' });
    expect(asked).toEqual(['c1 Line 1', 'c1 Line 2']);
  });

  it('without a printer polls none, and neither does a query', async () => {
    const { asked, handlers } = open({ labels: { remove: async () => ({}) }, queue: { list: async () => [] } });
    await handlers.labels.remove({ connection: 'c1', name: 'Food case' });
    await handlers.queue.list(on);
    expect(asked).toEqual([]);
  });
});
