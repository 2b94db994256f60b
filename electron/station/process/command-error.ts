/** A command of the station failed. The message is one line for the person at the terminal. */
export class StationCommandError extends Error {
  /** 2 for wrong arguments, 1 for anything else. */
  readonly exitCode: 1 | 2;

  constructor(exitCode: 1 | 2, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** Wrong arguments. */
export function wrongArguments(message: string): StationCommandError {
  return new StationCommandError(2, message);
}

/** `what` was not done, with the reason. An error of a command is passed on. */
export function commandFailed(what: string, error: unknown): StationCommandError {
  if (error instanceof StationCommandError) return error;
  return new StationCommandError(1, `${what}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
}
