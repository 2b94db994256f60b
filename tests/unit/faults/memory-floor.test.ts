import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LiveMemoryProbe, type LiveMemory } from '#support/live-memory.ts';
import { ownChild } from '#support/own-children.ts';
import { MemoryFloor } from '../../faults/fuzz/memory-floor.ts';

const AMOUNT = 4_000;
const MEBIBYTE = 1024 * 1024;

/** What a run that reads these says is wrong. */
async function faultOf(read: (done: number) => Partial<LiveMemory> | Promise<LiveMemory>): Promise<string | undefined> {
  let done = 0;
  const memory = new MemoryFloor(AMOUNT, async () => ({ threads: [], resident: 0, ...(await read(done)) }));
  for (done = 1; done <= AMOUNT; done += 1) if (memory.isDue(done)) await memory.look(done);
  return memory.judge().fault;
}

const main = (heap: number, external = 0) => [{ id: 0, heap, external }];

describe('the memory of a run', () => {
  it('is judged by its lowest reading, whatever requests in progress hold', async () => {
    expect(await faultOf((done) => ({ threads: main(40 * MEBIBYTE + (done % 3) * 20 * MEBIBYTE) }))).toBeUndefined();
  });

  it('is not judged by what was needed to become warm', async () => {
    expect(await faultOf((done) => ({ threads: main(done < AMOUNT / 2 ? 0 : 40 * MEBIBYTE) }))).toBeUndefined();
  });

  it('is not judged by threads that come and go', async () => {
    const worker = { id: 1, heap: 20 * MEBIBYTE, external: 0 };
    expect(await faultOf((done) => ({ threads: done < 0.7 * AMOUNT ? main(1) : [...main(1), worker] }))).toBeUndefined();
  });

  it.each([
    ['heap', (done: number) => ({ threads: main(done * 2_048) })],
    ['buffers', (done: number) => ({ threads: main(0, done * 2_048) })],
    ['threads', (done: number) => ({ threads: Array.from({ length: Math.ceil(done / 200) }, (_, id) => ({ id, heap: 1, external: 0 })) })],
    ['resident memory', (done: number) => ({ resident: done * 100 * 1_024 })],
  ])('shows what is never given back: %s', async (_what, read) => {
    expect(await faultOf(read)).toMatch(/^the memory grew: /);
  });
});

/** Does as much as it is asked to: what it allocates is garbage at once, but for what it keeps for good. */
const PROGRAM = `
  const kept = [];
  process.on('message', ({ times, bytes }) => {
    for (let time = 0; time < times; time += 1) {
      void new Array(10_000).fill(time);
      if (bytes > 0) kept.push(Buffer.alloc(bytes).toString());
    }
    process.send('done');
  });
  process.send('ready');
`;

describe('the memory of a real program', () => {
  let probe: LiveMemoryProbe;
  let program: ChildProcess;
  beforeEach(async () => {
    probe = new LiveMemoryProbe();
    const [command = '', ...under] = probe.under;
    program = ownChild(spawn(command, [...under, process.execPath, '-e', PROGRAM], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }));
    await once(program, 'message');
  });
  afterEach(() => {
    program.kill('SIGKILL');
    probe.remove();
  });

  async function faultKeeping(bytes: number): Promise<string | undefined> {
    let before = 0;
    return faultOf(async (done) => {
      const worked = once(program, 'message');
      program.send({ times: done - before, bytes });
      before = done;
      await worked;
      return probe.read();
    });
  }

  it('is not found to grow by garbage alone', async () => {
    expect(await faultKeeping(0)).toBeUndefined();
  });

  it('is found to grow by a planted leak of 2 KiB a request', async () => {
    expect(await faultKeeping(2_048)).toMatch(/^the memory grew: live memory grew by \d+ of at most \d+ KiB/);
  });
});
