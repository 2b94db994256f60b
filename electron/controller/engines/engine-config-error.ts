/** A configuration with which no engine can work. */
export class EngineConfigError extends Error {
  /** JSON pointer to the field at fault; empty for the whole configuration. */
  readonly pointer: string;

  constructor(message: string, cause?: unknown, pointer = '') {
    super(message, { cause });
    this.name = 'EngineConfigError';
    this.pointer = pointer;
  }
}
