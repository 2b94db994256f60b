import type { EmulatorKind } from '../kinds/emulator-kind.ts';
import { PrintLog } from '../device/print-log.ts';
import { ZipherEmulator } from './zipher-emulator.ts';
import { ZIPHER_MISHAPS } from './mishaps.ts';

/** A Videojet coder with text communication, from the command line. */
export const zipherEmulatorKind: EmulatorKind = {
  title: 'a Videojet coder that understands the Zipher text protocol',
  port: 3_002,
  mishaps: Object.keys(ZIPHER_MISHAPS),
  start: async ({ port, paper }) => {
    const log = paper === undefined ? undefined : new PrintLog(paper);
    const coder = new ZipherEmulator({ onPrint: (print) => log?.add(print) });
    await coder.start(port);
    const mishaps = Object.fromEntries(Object.entries(ZIPHER_MISHAPS).map(([name, happen]) => [name, () => happen(coder)]));
    return { port: coder.port, mishaps, stop: () => coder.stop() };
  },
};
