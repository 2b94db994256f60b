import { isDeepStrictEqual, inspect } from 'node:util';
import { Violation } from '../fault-run.ts';
import type { Command } from './command.ts';
import { PlainModel } from './plain-model.ts';
import type { Snapshot } from './snapshot.ts';
import { turn, type World } from './world.ts';

/** Event loop turns within which background work of the program must be done. */
const MAX_TURNS = 200;

/**
 * Runs a sequence in the world and in a new model, and compares them after every command. Returns the number of prints. Throws a
 * `Violation` when they differ.
 */
export async function follow(world: World, commands: readonly Command[]): Promise<number> {
  await world.reset();
  const model = new PlainModel(world.lines);
  for (const [step, command] of commands.entries()) {
    const jobs = 'printer' in command ? model.jobs(command.printer) : [];
    const { answer, id } = await world.do(command, jobs);
    const wanted = model.do(command, id);
    const where = `${step + 1}. ${JSON.stringify(command)}`;
    if (command.kind !== 'photocell' && answer !== wanted) throw new Violation(`${where} answers ${answer}; the model says ${wanted}`);
    await compare(world, model.snapshot(), where);
  }
  return model.snapshot().prints.length;
}

async function compare(world: World, wanted: Snapshot, where: string): Promise<void> {
  for (let turns = 0; ; turns++) {
    const seen = await world.snapshot();
    if (isDeepStrictEqual(seen, wanted)) return;
    if (turns === MAX_TURNS) throw new Violation(`${where}\nthe program: ${show(seen)}\nthe model: ${show(wanted)}`);
    await turn();
  }
}

function show(snapshot: Snapshot): string {
  return inspect(snapshot, { depth: 6, breakLength: 160 });
}
