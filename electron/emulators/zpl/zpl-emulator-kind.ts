import type { EmulatorKind } from '../kinds/emulator-kind.ts';
import { MISHAPS } from './mishaps.ts';
import { PaperFolder } from './paper-folder.ts';
import { ZplEmulator } from './zpl-emulator.ts';

const RESOLUTION = 300;

/** A label printer, from the command line. */
export const zplEmulatorKind: EmulatorKind = {
  title: 'a label printer that understands ZPL',
  port: 9_100,
  mishaps: Object.keys(MISHAPS),
  start: async ({ port, paper }) => {
    const folder = paper === undefined ? undefined : new PaperFolder(paper, RESOLUTION);
    const printer = new ZplEmulator({ identity: { dpi: RESOLUTION }, onSheet: (sheet) => folder?.add(sheet) });
    await printer.start(port);
    const mishaps = Object.fromEntries(Object.entries(MISHAPS).map(([name, happen]) => [name, () => happen(printer)]));
    return { port: printer.port, mishaps, stop: () => printer.stop() };
  },
};
