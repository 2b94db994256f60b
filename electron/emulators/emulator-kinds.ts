import { HitachiEmulator } from './hitachi/hitachi-emulator.ts';
import { HITACHI_MISHAPS } from './hitachi/mishaps.ts';
import { PrintLog } from './device/print-log.ts';
import { ZIPHER_MISHAPS } from './zipher/mishaps.ts';
import { ZipherEmulator } from './zipher/zipher-emulator.ts';
import { MISHAPS as ZPL_MISHAPS } from './zpl/mishaps.ts';
import { PaperFolder } from './zpl/paper-folder.ts';
import { ZplEmulator } from './zpl/zpl-emulator.ts';
import type { MishapRunnerOptions } from './mishap-runner.ts';

type Mishaps = MishapRunnerOptions['mishaps'];

/** An emulator that listens. */
export interface RunningEmulator {
  readonly port: number;
  readonly mishaps: Mishaps;
  stop(): Promise<void>;
}

/** One kind of emulator, as the command line names it. */
export interface EmulatorKind {
  /** What it emulates, for the help. */
  what: string;
  port: number;
  mishaps: readonly string[];
  /** `paper`: the folder for what comes out. */
  start: (port: number, paper: string | undefined) => Promise<RunningEmulator>;
}

interface Device {
  readonly port: number;
  start(port: number): Promise<void>;
  stop(): Promise<void>;
}

const RESOLUTION = 300;
/** Milliseconds from product to product of a coder that prints its message again and again. */
const PRODUCT_EVERY = 1_000;

export const EMULATOR_KINDS: Readonly<Record<string, EmulatorKind>> = {
  zpl: {
    what: 'a label printer that understands ZPL; its labels are PNG files',
    port: 9_100,
    mishaps: Object.keys(ZPL_MISHAPS),
    start: (port, paper) => {
      const folder = paper === undefined ? undefined : new PaperFolder(paper, RESOLUTION);
      const printer = new ZplEmulator({ identity: { dpi: RESOLUTION }, onSheet: (sheet) => folder?.add(sheet) });
      return listen(printer, ZPL_MISHAPS, port);
    },
  },
  zipher: {
    what: 'a Videojet coder that understands the Zipher text protocol; its prints are lines of prints.jsonl',
    port: 3_002,
    mishaps: Object.keys(ZIPHER_MISHAPS),
    start: (port, paper) => {
      const log = paper === undefined ? undefined : new PrintLog(paper);
      return listen(new ZipherEmulator({ onPrint: (print) => log?.add(print) }), ZIPHER_MISHAPS, port);
    },
  },
  hitachi: {
    what: 'a Hitachi coder with Modbus TCP, which prints once a second; its prints are lines of prints.jsonl',
    port: 502,
    mishaps: Object.keys(HITACHI_MISHAPS),
    start: (port, paper) => {
      const log = paper === undefined ? undefined : new PrintLog(paper);
      return listen(new HitachiEmulator({ productEvery: PRODUCT_EVERY, onPrint: (print) => log?.add(print) }), HITACHI_MISHAPS, port);
    },
  },
};

async function listen<Emulator extends Device>(
  emulator: Emulator,
  mishaps: Readonly<Record<string, (emulator: Emulator) => ReturnType<Mishaps[string]>>>,
  port: number,
): Promise<RunningEmulator> {
  await emulator.start(port);
  return {
    port: emulator.port,
    mishaps: Object.fromEntries(Object.entries(mishaps).map(([name, happen]) => [name, () => happen(emulator)])),
    stop: () => emulator.stop(),
  };
}
