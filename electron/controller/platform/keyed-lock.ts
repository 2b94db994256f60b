import { TaskQueue } from './task-queue.ts';

/** Locks by key: one holder per key at a time, in the order of the calls. */
export class KeyedLock {
  readonly #queues = new Map<string, { tasks: TaskQueue; users: number }>();

  /** Runs `work` while it holds the locks of all keys. They are acquired in sorted order, so that two callers cannot deadlock. */
  run<Result>(names: Iterable<string>, work: () => Promise<Result>): Promise<Result> {
    return [...new Set(names)].sort().reduceRight((inner, name) => () => this.#take(name, inner), work)();
  }

  async #take<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const queue = this.#queues.get(name) ?? { tasks: new TaskQueue(), users: 0 };
    this.#queues.set(name, queue);
    queue.users += 1;
    try {
      return await queue.tasks.run(work);
    } finally {
      queue.users -= 1;
      if (queue.users === 0) this.#queues.delete(name);
    }
  }
}
