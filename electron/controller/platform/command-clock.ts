import { ProblemError } from '#contract/problem.ts';

/** What a client said about the age of a command, in milliseconds. */
export interface CommandTiming {
  /** How long the command was still valid when it was sent. */
  expiresIn: number;
  /** The time on this clock when it was sent; undefined if the client did not say. */
  sentAt: number | undefined;
  /** The time on this clock when it arrived. */
  arrivedAt: number;
}

/** A command that must act in time or not at all. */
export interface CommandExpiry {
  /** Throws `command-expired` when it is too late. Call it whenever the command has waited, and right before it takes effect. */
  refuseLate(): void;
}

/** The clock by which commands expire. Clients read it, and say with a command what it showed when they sent it. */
export class CommandClock {
  /** Monotonic milliseconds; they include the time that the machine sleeps, and that this process is stopped. */
  readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  /** Without `sentAt` the time starts with the arrival. */
  expiry({ expiresIn, sentAt, arrivedAt }: CommandTiming): CommandExpiry {
    const deadline = (sentAt ?? arrivedAt) + expiresIn;
    return {
      refuseLate: () => {
        const late = this.now() - deadline;
        if (late > 0) throw expired(`It came ${Math.ceil(late)} ms too late.`);
        // The client read another clock: that of an earlier process, or this one before it jumped.
        if (sentAt !== undefined && sentAt > this.now())
          throw expired('Its age cannot be told, because the clock of the controller was restarted.');
      },
    };
  }
}

function expired(reason: string): ProblemError {
  return new ProblemError('command-expired', { detail: `The command was not carried out. ${reason}` });
}
