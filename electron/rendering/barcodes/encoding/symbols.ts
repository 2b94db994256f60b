/** A linear symbol, measured in modules. */
export interface LinearSymbol {
  /** Width from the first to the last bar; includes surrounding spaces that belong to the symbol. */
  modules: number;
  /** Alternating start and width of each bar. */
  bars: readonly number[];
  /** The human-readable text. */
  text: string;
  /** Replaces the bars of a stacked symbol; its modules are square. */
  rows?: MatrixSymbol;
}

/** A matrix symbol without its quiet zone, measured in modules. */
export interface MatrixSymbol {
  width: number;
  height: number;
  /** Row by row, 1 = dark. */
  modules: Uint8Array;
}

/** The symbology cannot encode the data. The message is a sentence for the author of the label. */
export class SymbolError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SymbolError';
  }
}
