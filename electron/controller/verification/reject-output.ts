/** The output that ejects products, such as a pusher on an I/O device of the line. */
export interface RejectOutput {
  /** The product that is at the reject position of this printer's line now is to be ejected. Must return quickly, and must not throw. */
  reject(printer: string): void;
}

/** Ejects nothing: no output is connected. */
export const noRejectOutput: RejectOutput = { reject: () => undefined };
