import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { StationClient } from '#contract/station/index.ts';

const once = () => ({ idempotencyKey: randomUUID() });

/** Queues a print for rework and unloads it again; blocks further prints of its label and lifts the block. */
export async function blockAndRework(
  client: StationClient,
  on: { connection: string; printer: string },
  { label, print }: { label: string; print: number },
): Promise<void> {
  const { connection } = on;
  const queued = await client.prints.rework({ ...on, ...once(), prints: [print], reason: 'creased', supersedeAgain: false });
  expect(queued).toEqual({ id: expect.any(String) as string, position: 0 });
  await expect(client.printing.deselect({ ...on, ...once() })).resolves.toEqual({});
  const block = await client.printBlocks.set({ connection, ...once(), label, reason: 'wrong date' });
  expect(block).toMatchObject({ label, reason: 'wrong date' });
  await expect(client.printBlocks.active({ connection })).resolves.toEqual([block]);
  await expect(client.printBlocks.lift({ connection, ...once(), block: block.id, reason: 'right after all' })).resolves.toEqual({});
  await expect(client.printBlocks.active({ connection })).resolves.toEqual([]);
}
