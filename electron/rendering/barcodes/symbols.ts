/** A linear code in modules. */
export interface LinearSymbol {
  /** Modules from the first bar to the last one. */
  modules: number;
  bars: readonly Bar[];
  /** What is written beside the bars. */
  text: string;
}

export interface Bar {
  start: number;
  width: number;
}

/** A matrix code in modules, without its quiet zone. */
export interface MatrixSymbol {
  width: number;
  height: number;
  /** Row by row, 1 = dark. */
  modules: Uint8Array;
}

/** Data that a code cannot hold. The message is a sentence for the person who made the label. */
export class SymbolError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SymbolError';
  }
}
