import { createContext, Script } from 'node:vm';

/** A script that computes longer, in milliseconds, goes through too many possibilities. */
const TIME_LIMIT = 250;
const MICROSECONDS = 1_000;

/** The script took too long. */
export class ScriptTimeoutError extends Error {}

/**
 * A script that runs a regular expression from a person, in a context of its own, because only there it can be stopped: such a pattern can take
 * years. `context` holds its global variables.
 */
export class TimeLimitedScript<Context extends object> {
  readonly context: Context;
  readonly #script: Script;
  readonly #computed: () => number;

  /** `computed`: the processor time of this thread, in microseconds. */
  constructor(source: string, context: Context, computed: () => number = threadTime) {
    this.#script = new Script(source);
    this.context = context;
    this.#computed = computed;
    createContext(context);
  }

  /** Runs the script. `restore` undoes what an attempt that is repeated has changed. Throws a `ScriptTimeoutError`. */
  run(restore: () => void = () => undefined): unknown {
    const end = this.#computed() + TIME_LIMIT * MICROSECONDS;
    for (;;) {
      try {
        return this.#script.runInContext(this.context, { timeout: TIME_LIMIT });
      } catch (error) {
        // The error belongs to the other context.
        if ((error as { code?: unknown }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
        if (this.#computed() >= end) throw new ScriptTimeoutError('the script took too long', { cause: error });
        // The time passed while the machine did other things.
        restore();
      }
    }
  }
}

function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}
