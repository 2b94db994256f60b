import type { EngineFacts, EngineRig } from '../engine-rig.ts';
import type { EngineTester } from '../engine-tester.ts';

/** What is checked of every engine. */
export const AREAS = [
  'connecting',
  'identity',
  'status',
  'errors',
  'sending',
  'confirming',
  'refusing',
  'aborting',
  'counting',
  'reconnecting',
  'half-open connections',
  'slow devices',
  'silence during an error',
  'garbage',
  'split and merged messages',
  'restarts with an unconfirmed print',
  'jumps of the count',
  'another device at the address',
  'everything together',
] as const;
export type Area = (typeof AREAS)[number];

/** What a device may be unable to do. */
export type Ability =
  /** It is reached over a connection that can be lost, and the engine can tell. */
  | 'connection'
  /** It says which device it is. */
  | 'identity'
  /** It reports errors. */
  | 'faults'
  /** It leaves questions unanswered during an error. */
  | 'silent-faults'
  /** An error can interrupt a print that is begun. */
  | 'interruptions'
  /** It answers something. */
  | 'answers'
  /** It leaves no question of the start unanswered. */
  | 'complete-answers'
  /** It is ready for its first print within the time that the caller waits, also when it answers slowly. */
  | 'prompt-first-print'
  /** It proves that a print was made. */
  | 'confirmation'
  /** It takes a limited number of prints before they are made. */
  | 'depth'
  /** It answers a print with a refusal. */
  | 'refusals'
  /** Its head has a width that no picture may exceed. */
  | 'head-width'
  /** It can be told to drop prints that are not made. */
  | 'dropping'
  /** A print that it has after an abort may be made and confirmed later. */
  | 'late-confirmations'
  /** After a lost connection it tells what became of a print. */
  | 'recovery'
  /** It is asked regularly, so that silence is noticed without a print. */
  | 'polling'
  | 'count'
  /** A person can print at its panel, which moves its count. */
  | 'panel';

export interface CheckContext {
  rig: EngineRig;
  tester: EngineTester;
  facts: EngineFacts;
  can: (ability: Ability) => boolean;
}

export interface EngineCheck {
  area: Area;
  needs: readonly Ability[];
  title: string;
  run: (context: CheckContext) => Promise<void>;
}
