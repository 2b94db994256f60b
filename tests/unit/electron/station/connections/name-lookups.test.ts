import dns, { type LookupAddress } from 'node:dns';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ControllerClient } from '#station/connections/controller-client.ts';
import { NameLookups } from '#station/connections/name-lookups.ts';

const FOUND: LookupAddress[] = [
  { address: '10.0.0.7', family: 4 },
  { address: 'fd00::7', family: 6 },
];

interface Asked {
  name: string;
  answer: (addresses: LookupAddress[]) => void;
  fail: (error: Error) => void;
}

describe('names of controllers', () => {
  let asked: Asked[];
  let now: number;
  let names: NameLookups;
  beforeEach(() => {
    asked = [];
    now = 0;
    const resolve = (name: string) => new Promise<LookupAddress[]>((answer, fail) => asked.push({ name, answer, fail }));
    names = new NameLookups({ resolve, elapsed: () => now });
  });

  const look = (name: string, all = true) =>
    new Promise<unknown[]>((resolve) => names.lookup(name, { all }, (...answer: unknown[]) => resolve(answer)));
  const moment = () => new Promise((resolve) => void setImmediate(resolve));
  /** All running look-ups fail after this time. */
  async function fail(milliseconds: number): Promise<void> {
    now += milliseconds;
    for (const { fail: refuse } of asked.splice(0)) refuse(new Error('EAI_AGAIN'));
    await moment();
  }

  it('resolve to all their addresses, or to the first one', async () => {
    const answers = Promise.all([look('hall-1'), look('hall-1', false)]);
    asked[0]?.answer(FOUND);
    await expect(answers).resolves.toEqual([
      [null, FOUND],
      [null, '10.0.0.7', 4],
    ]);
  });

  it("that are unknown reject with the system's error", async () => {
    const answer = look('hall-1');
    await fail(10);
    await expect(answer).resolves.toEqual([new Error('EAI_AGAIN'), '']);
  });

  it('D11 have one look-up at a time', async () => {
    const answers = Promise.all([look('hall-1'), look('hall-1'), look('hall-2')]);
    expect(asked.map(({ name }) => name)).toEqual(['hall-1', 'hall-2']);
    await fail(10);
    await answers;
    void look('hall-1');
    expect(asked.map(({ name }) => name)).toEqual(['hall-1']);
  });

  it('D11 that are slow are looked up one after the other, and do not delay others', async () => {
    for (const name of ['dead-1', 'dead-2', 'dead-3']) void look(name);
    await fail(10_000);
    for (const name of ['dead-1', 'dead-2', 'dead-3', 'hall-1']) void look(name);
    await moment();
    expect(asked.map(({ name }) => name)).toEqual(['hall-1', 'dead-1']);
    await fail(10_000);
    expect(asked.map(({ name }) => name)).toEqual(['dead-2']);
  });

  it('D11 are looked up at once after they have been answered again', async () => {
    for (const name of ['dead-1', 'dead-2']) void look(name);
    await fail(10_000);
    void look('dead-2');
    await moment();
    asked.shift()?.answer(FOUND);
    await moment();
    for (const name of ['dead-1', 'dead-2']) void look(name);
    await moment();
    expect(asked.map(({ name }) => name)).toEqual(['dead-2', 'dead-1']);
  });
});

it('D11 a client looks up a name once for concurrent requests', async () => {
  const system = vi.spyOn(dns, 'lookup').mockImplementation(() => undefined as never);
  onTestFinished(() => system.mockRestore());
  const client = new ControllerClient('https://hall-9.invalid');
  const asks = (['GET', 'POST', 'GET'] as const).map((method) => client.request({ method, path: '/healthz', limit: 50 }));
  const all = await Promise.allSettled(asks);
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(system).toHaveBeenCalledOnce();
});
