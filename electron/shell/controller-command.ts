import type { UtilityProcess } from 'electron';
import { withoutSwitches } from './desktop-flags.ts';

const WORD = 'controller';

/**
 * `strobe controller ...` is the controller's own program, since an installed app comes without a Node that could run it: its arguments. Undefined
 * when the app itself is meant.
 */
export function controllerArguments(flags: readonly string[]): string[] | undefined {
  const [first, ...rest] = withoutSwitches(flags);
  return first === WORD ? rest : undefined;
}

/** What is typed in front of those arguments where the app `program` is installed. */
export function installedCommand(program: string): string[] {
  return [program, WORD];
}

/** Resolves with the exit code of the program. A signal ends it, and it ends in order. */
export async function runToEnd(child: UtilityProcess): Promise<number> {
  const ended = new Promise<number>((resolve) => child.once('exit', resolve));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill());
  return ended;
}
