/** What a printer's row says of its engine cannot be understood: nothing but damage of the database, or another version, has written it. */
export class EngineConfigError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'EngineConfigError';
  }
}
