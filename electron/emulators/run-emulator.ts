import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { EMULATOR_KINDS, type EmulatorKind } from './emulator-kinds.ts';
import { MishapRunner } from './mishap-runner.ts';
import { processTimers } from './zpl/emulator-timers.ts';

export const EMULATOR_HELP = `Usage: node electron/emulator.ts <kind> [options]

${Object.entries(EMULATOR_KINDS)
  .map(([name, { what }]) => `  ${name.padEnd(10)}emulates ${what}`)
  .join('\n')}

  --port <number>    port to listen on (${ports()}); 0 chooses a free one
  --faults <seed>    lets mishaps happen at random; a whole number
  --paper <folder>   writes what comes out

Type the name of a mishap and Enter to begin or end it:
${Object.entries(EMULATOR_KINDS)
  .map(([name, { mishaps }]) => `  ${name}: ${mishaps.join(', ')}`)
  .join('\n')}`;

/** A command line that is not understood. */
export class EmulatorUsageError extends Error {}

interface EmulatorFlags {
  name: string;
  kind: EmulatorKind;
  port: number;
  faults: number | undefined;
  paper: string | undefined;
}

/** Runs the emulator that the command line names, until `stop` of the result. Prints where it listens. */
export async function runEmulator(
  args: readonly string[],
  print: (line: string) => void,
): Promise<{ port: number; stop: () => Promise<void> }> {
  const { name, kind, port, faults, paper } = parseFlags(args);
  const emulator = await kind.start(port, paper);
  print(`${name} emulator listening on tcp://127.0.0.1:${emulator.port}`);
  const runner = new MishapRunner({ mishaps: emulator.mishaps, timers: processTimers, report: print });
  if (faults !== undefined) runner.runAtRandom(faults);
  const input = createInterface({ input: process.stdin });
  input.on('line', (line) => void runner.toggle(line.trim()).catch((error: unknown) => print(String(error))));
  const stop = async () => {
    input.close();
    runner.stop();
    await emulator.stop();
  };
  return { port: emulator.port, stop };
}

/** Throws an `EmulatorUsageError`. */
function parseFlags(args: readonly string[]): EmulatorFlags {
  const { values, positionals } = parse(args);
  const [name = ''] = positionals;
  const kind = Object.hasOwn(EMULATOR_KINDS, name) ? EMULATOR_KINDS[name] : undefined;
  if (positionals.length !== 1 || !kind) throw new EmulatorUsageError(`Name one emulator: ${Object.keys(EMULATOR_KINDS).join(', ')}.`);
  return {
    name,
    kind,
    port: wholeNumber('--port', values.port ?? String(kind.port), 65_535),
    faults: values.faults === undefined ? undefined : wholeNumber('--faults', values.faults, Number.MAX_SAFE_INTEGER),
    paper: values.paper,
  };
}

function parse(args: readonly string[]) {
  const options = { port: { type: 'string' }, faults: { type: 'string' }, paper: { type: 'string' } } as const;
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new EmulatorUsageError(error instanceof Error ? error.message : String(error));
  }
}

function wholeNumber(flag: string, text: string, max: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number > max) throw new EmulatorUsageError(`${flag} must be a whole number from 0 to ${max}.`);
  return number;
}

function ports(): string {
  return Object.values(EMULATOR_KINDS)
    .map(({ port }) => port)
    .join(', ');
}
