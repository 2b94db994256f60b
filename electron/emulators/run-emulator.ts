import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { codenetEmulatorKind } from './codenet/codenet-emulator-kind.ts';
import type { EmulatorKind } from './kinds/emulator-kind.ts';
import { hitachiEmulatorKind } from './hitachi/hitachi-emulator-kind.ts';
import { ioModuleEmulatorKind } from './io-module/io-module-emulator-kind.ts';
import { MishapRunner } from './mishap-runner.ts';
import { readerEmulatorKind } from './reader/reader-emulator-kind.ts';
import { wsiEmulatorKind } from './wsi/wsi-emulator-kind.ts';
import { zipherEmulatorKind } from './zipher/zipher-emulator-kind.ts';
import { processTimers } from './zpl/emulator-timers.ts';
import { zplEmulatorKind } from './zpl/zpl-emulator-kind.ts';

/** The devices that can be emulated: printers by the kinds of their engines, and what is behind them. */
const KINDS: Readonly<Record<string, EmulatorKind>> = {
  zpl: zplEmulatorKind,
  codenet: codenetEmulatorKind,
  zipher: zipherEmulatorKind,
  wsi: wsiEmulatorKind,
  hitachi: hitachiEmulatorKind,
  reader: readerEmulatorKind,
  'modbus-io': ioModuleEmulatorKind,
};
const NAMES = Object.keys(KINDS).join(', ');

export const EMULATOR_HELP = `Usage: node electron/emulator.ts <kind> [options]

Emulates a device:

${listKinds(({ title, port }) => `${title}; port ${port}`)}

  --port <number>    port to listen on; 0 chooses a free one
  --faults <seed>    lets mishaps happen at random; a whole number
  --paper <folder>   writes what is printed: labels as PNG files, texts of coders as lines of a file
  --prints <address> of a controller: the reader sees what it prints, such as http://127.0.0.1:8080

Type the name of a mishap and Enter to begin or end it:

${listKinds(({ mishaps }) => mishaps.join(', '))}`;

/** A command line that is not understood. */
export class EmulatorUsageError extends Error {}

interface EmulatorFlags {
  kind: EmulatorKind;
  name: string;
  port: number;
  faults: number | undefined;
  paper: string | undefined;
  prints: string | undefined;
}

/** Runs the emulator that the command line names, until `stop` of the result. Prints where it listens. */
export async function runEmulator(
  args: readonly string[],
  print: (line: string) => void,
): Promise<{ port: number; stop: () => Promise<void> }> {
  const { kind, name, port, faults, paper, prints } = parseFlags(args);
  const device = await kind.start({ port, paper, prints, report: print });
  print(`${name} emulator listening on tcp://127.0.0.1:${device.port}`);
  const runner = new MishapRunner({ mishaps: device.mishaps, timers: processTimers, report: print });
  if (faults !== undefined) runner.runAtRandom(faults);
  const input = createInterface({ input: process.stdin });
  input.on('line', (line) => {
    const text = line.trim();
    if (device.input && text !== '' && !runner.names.includes(text)) device.input(text);
    else runner.toggle(text).catch((error: unknown) => print(String(error)));
  });
  const stop = async () => {
    input.close();
    runner.stop();
    await device.stop();
  };
  return { port: device.port, stop };
}

/** Throws an `EmulatorUsageError`. */
function parseFlags(args: readonly string[]): EmulatorFlags {
  const { values, positionals } = parse(args);
  const [name = ''] = positionals;
  const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
  if (positionals.length !== 1 || !kind) throw new EmulatorUsageError(`Name one emulator: ${NAMES}.`);
  return {
    kind,
    name,
    port: values.port === undefined ? kind.port : wholeNumber('--port', values.port, 65_535),
    faults: values.faults === undefined ? undefined : wholeNumber('--faults', values.faults, Number.MAX_SAFE_INTEGER),
    paper: values.paper,
    prints: values.prints,
  };
}

function parse(args: readonly string[]) {
  const options = { port: { type: 'string' }, faults: { type: 'string' }, paper: { type: 'string' }, prints: { type: 'string' } } as const;
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

function listKinds(describe: (kind: EmulatorKind) => string): string {
  return Object.entries(KINDS)
    .map(([name, kind]) => `  ${name.padEnd(11)}${describe(kind)}`)
    .join('\n');
}
