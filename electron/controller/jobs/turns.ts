import { Serial } from '../serial.ts';

/** Work that needs things of which each serves one at a time. */
export class Turns {
  readonly #queues = new Map<string, { serial: Serial; users: number }>();

  /** Runs `work` once it has all things of these names. They are taken in the order of their names, so that nobody waits in a circle. */
  run<Result>(names: Iterable<string>, work: () => Promise<Result>): Promise<Result> {
    return [...new Set(names)].sort().reduceRight((inner, name) => () => this.#take(name, inner), work)();
  }

  async #take<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const queue = this.#queues.get(name) ?? { serial: new Serial(), users: 0 };
    this.#queues.set(name, queue);
    queue.users += 1;
    try {
      return await queue.serial.run(work);
    } finally {
      queue.users -= 1;
      if (queue.users === 0) this.#queues.delete(name);
    }
  }
}
