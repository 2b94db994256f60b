import { expect } from 'vitest';
import type { StationClient } from '#contract/station/index.ts';
import { once } from './once.ts';

interface OnPrinter {
  connection: string;
  printer: string;
}

/** Finds a print by its text. Returns its id. */
export async function findPrint(client: StationClient, on: OnPrinter, { label, text }: { label: string; text: string }): Promise<number> {
  await expect(client.prints.list({ ...on, content: 'Nothing', limit: 10 })).resolves.toMatchObject({ prints: [] });
  const { prints } = await client.prints.list({ ...on, content: text, limit: 1 });
  const [found] = prints;
  if (!found) throw new Error(`No print shows "${text}".`);
  const counts = [{ printer: on.printer, state: 'printed', prints: 1 }];
  await expect(client.prints.counts({ ...on, content: text })).resolves.toEqual({ counts, next: null });
  await expect(client.prints.get({ connection: on.connection, print: found.id })).resolves.toMatchObject({ label, texts: [{ text }] });
  return found.id;
}

/** Queues a print for rework and unloads it again; blocks further prints of its label and lifts the block. */
export async function blockAndRework(
  client: StationClient,
  on: OnPrinter,
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
  const [lifted] = await client.printBlocks.lifted({ connection });
  expect(lifted).toMatchObject({ ...block, lifted: { reason: 'right after all', by: block.by } });
}
