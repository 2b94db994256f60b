/** A linear code in modules. */
export interface LinearSymbol {
  /** Modules from the first bar to the last one, with the spaces around them where these belong to the symbol. */
  modules: number;
  /** Where each bar begins and how wide it is, in turn. */
  bars: readonly number[];
  /** What is written beside the bars. */
  text: string;
  /** What is drawn in place of the bars where rows of bars stand on each other: every module of it is as high as it is wide. */
  rows?: MatrixSymbol;
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
