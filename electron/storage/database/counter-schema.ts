import type { Generated } from 'kysely';

/** A counter of labels. */
export interface CountersTable {
  name: string;
  value: number;
  min_value: number;
  max_value: number;
  repeat: number;
  /** Prints with the current value; 0 <= repeated < repeat. */
  repeated: number;
  step: number;
  width: number;
  padding: string;
  description: string;
  /** How the value is printed, like FORMAT in a text; empty for decimal digits. */
  format: Generated<string>;
  /** The counter of the plant that its numbers come from: its bounds are those of the current block. Null for a counter of its own. */
  plant_counter: Generated<string | null>;
  /** 1: a counter of the plant without a current block, which prints nothing. */
  is_used_up: Generated<number>;
  /** The last known value of a counter that another computer may have used: it prints nothing up to it. Null for a counter that prints. */
  blocked_at: Generated<number | null>;
}

/** A block of numbers of the plant for a counter. */
export interface CounterBlocksTable {
  id: Generated<number>;
  counter: string;
  plant_counter: string;
  /** Made here, so that a repeated request gets the same block. */
  request: string;
  /** How many numbers were asked for. */
  size: number;
  /** Null until the plant has answered. */
  first: number | null;
  last: number | null;
  /** `unused`: from `first` to `last` no number was used or ever will be, which is to be reported. A block that is used up is removed. */
  state: 'asked' | 'ready' | 'current' | 'unused';
}
