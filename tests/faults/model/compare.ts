import { isDeepStrictEqual, inspect } from 'node:util';
import { Violation } from '../fault-run.ts';
import type { Command } from './command.ts';
import { PlainModel } from './plain-model.ts';
import type { Snapshot } from './snapshot.ts';
import { turn, type World } from './world.ts';

/** What the program does without anybody waiting for it is done after so many turns of the event loop. */
const MOST_TURNS = 200;

/**
 * Takes the world and a fresh model through a sequence, and compares both after every command. Returns how many prints it made. Throws a
 * `Violation` where they differ.
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
    if (turns === MOST_TURNS) throw new Violation(`${where}\nthe program: ${show(seen)}\nthe model: ${show(wanted)}`);
    await turn();
  }
}

function show(snapshot: Snapshot): string {
  return inspect(snapshot, { depth: 6, breakLength: 160 });
}
