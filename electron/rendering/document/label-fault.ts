/** Why an object cannot be drawn. `path` is a JSON pointer relative to the object, such as `/text`. */
export class LabelFault extends Error {
  readonly path: string;

  constructor(path: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'LabelFault';
    this.path = path;
  }
}

/** Runs `draw`, and converts a RangeError, which means that something is too large or too many, to a `LabelFault` at `path`. */
export function rangeFaults<Result>(path: string, draw: () => Result): Result {
  try {
    return draw();
  } catch (error) {
    if (error instanceof RangeError) throw new LabelFault(path, error.message, { cause: error });
    throw error;
  }
}
