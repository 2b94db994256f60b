import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { processTimers } from './zpl/emulator-timers.ts';
import { MishapRunner } from './mishap-runner.ts';
import { MISHAPS } from './zpl/mishaps.ts';
import { PaperFolder } from './zpl/paper-folder.ts';
import { ZplEmulator } from './zpl/zpl-emulator.ts';

export const EMULATOR_HELP = `Usage: node electron/emulator.ts zpl [options]

Emulates a label printer that understands ZPL.

  --port <number>    port to listen on (9100); 0 chooses a free one
  --faults <seed>    lets mishaps happen at random; a whole number
  --paper <folder>   writes each printed label as a PNG file

Type the name of a mishap and Enter to begin or end it:
${Object.keys(MISHAPS).join(', ')}`;

const RESOLUTION = 300;

/** A command line that is not understood. */
export class EmulatorUsageError extends Error {}

interface EmulatorFlags {
  port: number;
  faults: number | undefined;
  paper: string | undefined;
}

/** Runs the emulator that the command line names, until `stop` of the result. Prints where it listens. */
export async function runEmulator(
  args: readonly string[],
  print: (line: string) => void,
): Promise<{ port: number; stop: () => Promise<void> }> {
  const { port, faults, paper } = parseFlags(args);
  const folder = paper === undefined ? undefined : new PaperFolder(paper, RESOLUTION);
  const printer = new ZplEmulator({ identity: { dpi: RESOLUTION }, onSheet: (sheet) => folder?.add(sheet) });
  await printer.start(port);
  print(`zpl emulator listening on tcp://127.0.0.1:${printer.port}`);
  const mishaps = Object.fromEntries(Object.entries(MISHAPS).map(([name, happen]) => [name, () => happen(printer)]));
  const runner = new MishapRunner({ mishaps, timers: processTimers, report: print });
  if (faults !== undefined) runner.runAtRandom(faults);
  const input = createInterface({ input: process.stdin });
  input.on('line', (line) => void runner.toggle(line.trim()).catch((error: unknown) => print(String(error))));
  const stop = async () => {
    input.close();
    runner.stop();
    await printer.stop();
  };
  return { port: printer.port, stop };
}

/** Throws an `EmulatorUsageError`. */
function parseFlags(args: readonly string[]): EmulatorFlags {
  const { values, positionals } = parse(args);
  if (positionals.length !== 1 || positionals[0] !== 'zpl') throw new EmulatorUsageError('Name one emulator: zpl.');
  return {
    port: wholeNumber('--port', values.port ?? '9100', 65_535),
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
