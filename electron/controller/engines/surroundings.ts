import type { Log } from './log.ts';
import type { Timers } from './timers.ts';

/** What an engine is made from. */
export interface EngineSurroundings {
  /** The engine's own JSON from its printer's row. */
  config: string;
  /** A folder of its own; made by the engine when it needs one. */
  folder: string;
  /** Throws when another folder has taken the place of the data folder: nothing is written into that one. */
  checkFolder?: (() => void) | undefined;
  /** Milliseconds since the epoch. */
  now: () => number;
  timers: Timers;
  log: Log;
}
