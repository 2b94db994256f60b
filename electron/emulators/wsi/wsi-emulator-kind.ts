import type { EmulatorKind, Mishaps } from '../kinds/emulator-kind.ts';
import { CODER_MISHAPS, coderMishaps } from '../coders/coder-mishaps.ts';
import { fieldPrintOf } from '../coders/print-head.ts';
import { PrintLog } from '../device/print-log.ts';
import { WSI_FAULTS, WsiEmulator, type WsiFault } from './wsi-emulator.ts';

const FAULTS = Object.keys(WSI_FAULTS) as WsiFault[];
const GARBAGE = Buffer.from('\x00\xff\x0200\x00$9\x03!zz noise', 'latin1');
const SECOND_PRODUCT = 'second-product';

/** A Videojet coder, from the command line. */
export const wsiEmulatorKind: EmulatorKind = {
  title: 'a Videojet inkjet coder that understands WSI',
  port: 3_100,
  mishaps: [...FAULTS, ...CODER_MISHAPS, SECOND_PRODUCT],
  start: async ({ port, paper }) => {
    const log = paper === undefined ? undefined : new PrintLog(paper);
    const coder = new WsiEmulator({ onMark: (mark) => log?.add(fieldPrintOf(mark)) });
    await coder.start(port);
    return { port: coder.port, mishaps: mishapsOf(coder), stop: () => coder.stop() };
  },
};

function mishapsOf(coder: WsiEmulator): Mishaps {
  const faults = FAULTS.map((fault) => [
    fault,
    () => {
      coder.set(fault, true);
      return () => coder.set(fault, false);
    },
  ]);
  return {
    ...Object.fromEntries(faults),
    ...coderMishaps(coder, GARBAGE),
    [SECOND_PRODUCT]: () => {
      coder.head.passProduct();
      return undefined;
    },
  };
}
