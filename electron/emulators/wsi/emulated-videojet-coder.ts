import type { PrintHead } from '../coders/print-head.ts';

/** The coder, as its connections see it. */
export interface EmulatedVideojetCoder {
  readonly head: PrintHead;
  /** Names of the messages that it stores. */
  readonly messages: Set<string>;
  /** Whether it knows the commands that some models do not: `Q`, `O` and `G`. */
  readonly isComplete: boolean;
  readonly isRefusing: boolean;
  /** The answer to `E`. */
  readonly status: string;
  /** The values of its fields, by their names. */
  readonly fields: Map<string, string>;
  /** The message that it prints. */
  selected: string | undefined;
  isPrintOn: boolean;
}
