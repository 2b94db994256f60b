/** Why an object of a label cannot be drawn. `path` is a JSON pointer below the object, such as `/text`. */
export class LabelFault extends Error {
  readonly path: string;

  constructor(path: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'LabelFault';
    this.path = path;
  }
}

/** Runs `draw`; a RangeError in it, which says that something is too large or too many, becomes a fault of the object. */
export function rangeFaults<Result>(path: string, draw: () => Result): Result {
  try {
    return draw();
  } catch (error) {
    if (error instanceof RangeError) throw new LabelFault(path, error.message, { cause: error });
    throw error;
  }
}
