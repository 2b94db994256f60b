/** Where the controller's rooms write what a person may want to read afterwards. */
export interface Log {
  info(message: string): void;
  /** Something was refused or went wrong, and the line goes on. */
  warn(message: string, cause?: unknown): void;
  error(message: string, cause?: unknown): void;
}

/** Writes nothing. */
export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
