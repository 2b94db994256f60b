import { describe, expect, it } from 'vitest';
import { TaskQueue } from '#controller/platform/task-queue.ts';

describe('a task queue', () => {
  it('runs tasks in the order of the calls, also after one that fails', async () => {
    const queue = new TaskQueue();
    const done: string[] = [];
    const slow = queue.run(async () => {
      await Promise.resolve();
      done.push('slow');
      throw new Error('no');
    });
    const quick = queue.run(async () => done.push('quick'));
    await expect(slow).rejects.toThrow('no');
    await quick;
    expect(done).toEqual(['slow', 'quick']);
  });
});
