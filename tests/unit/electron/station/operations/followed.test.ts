import { describe, expect, it } from 'vitest';
import type { StationHandlers } from '#contract/station/index.ts';
import { followed } from '#station/operations/followed.ts';

function open(handlers: unknown) {
  const asked: string[] = [];
  const follower = { soon: (connection: string, printer: string) => asked.push(`${connection} ${printer}`) };
  return { asked, handlers: followed(handlers as StationHandlers, follower) };
}

const on = { connection: 'c1', printer: 'Line 1', idempotencyKey: '0b6e6ed4-5a4e-4f0a-9d3f-000000000000' };

describe('a command of the page', () => {
  it('has its printer asked once it is done', async () => {
    let end = (_answer: { result: 'printing' }): void => undefined;
    const { asked, handlers } = open({ printing: { trigger: () => new Promise((resolve) => (end = resolve)) } });
    const trigger = handlers.printing.trigger(on);
    expect(asked).toEqual([]);
    end({ result: 'printing' });
    await expect(trigger).resolves.toEqual({ result: 'printing' });
    expect(asked).toEqual(['c1 Line 1']);
  });

  it('has it asked after a failure too', async () => {
    const { asked, handlers } = open({ printing: { abort: () => Promise.reject(new Error('no answer')) } });
    await expect(handlers.printing.abort(on)).rejects.toThrow('no answer');
    expect(asked).toEqual(['c1 Line 1']);
  });

  it('has each of several printers asked', async () => {
    const { asked, handlers } = open({ plans: { apply: async () => ({ printers: [] }) } });
    await handlers.plans.apply({ ...on, printers: ['Line 1', 'Line 2'], job: { queue: false }, plan: '[]' });
    expect(asked).toEqual(['c1 Line 1', 'c1 Line 2']);
  });

  it('that names no printer, or only reads, has none asked', async () => {
    const { asked, handlers } = open({ labels: { remove: async () => ({}) }, queue: { list: async () => [] } });
    await handlers.labels.remove({ connection: 'c1', name: 'Food case' });
    await handlers.queue.list(on);
    expect(asked).toEqual([]);
  });
});
