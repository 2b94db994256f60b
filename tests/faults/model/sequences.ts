import * as fc from 'fast-check';
import { Violation } from '../fault-run.ts';
import { sequence, type Command } from './command.ts';
import { follow } from './compare.ts';
import { World } from './world.ts';

/** The share of a process. */
export interface Share {
  sequences: number;
  seed: number;
}

/** Number of commands and of prints that they made. */
export interface Figures {
  sequences: number;
  commands: number;
  prints: number;
}

/** Number of sequences between two progress messages. */
const TOLD_EVERY = 500;

/**
 * Runs random sequences. Throws a `Violation` with the shortest sequence found after which world and model differ, and the path that
 * reproduces it.
 */
export async function takeSequences({ sequences, seed }: Share, tell: (sequences: number) => void): Promise<Figures> {
  const world = await World.open();
  const figures: Figures = { sequences: 0, commands: 0, prints: 0 };
  const agrees = fc.asyncProperty(sequence, async (commands: Command[]) => {
    figures.prints += await follow(world, commands);
    figures.commands += commands.length;
    figures.sequences++;
    if (figures.sequences % TOLD_EVERY === 0) tell(TOLD_EVERY);
  });
  const { failed, counterexample, counterexamplePath, errorInstance } = await fc.check(agrees, { numRuns: sequences, seed });
  await world.close();
  if (!failed) return figures;
  const found = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  const steps = counterexample?.[0].map((command) => JSON.stringify(command)).join('\n');
  throw new Violation(`The program and the model differ (seed ${seed}, path ${counterexamplePath}) after\n${steps}\n${found}`);
}
