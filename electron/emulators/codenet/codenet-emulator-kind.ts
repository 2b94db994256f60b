import type { EmulatorKind, Mishaps } from '../kinds/emulator-kind.ts';
import { CODER_MISHAPS, coderMishaps } from '../coders/coder-mishaps.ts';
import { fieldPrintOf } from '../coders/print-head.ts';
import { PrintLog } from '../device/print-log.ts';
import { CodenetEmulator } from './codenet-emulator.ts';
import { CODENET_FAULTS, type CodenetFault } from './emulated-domino-coder.ts';

const FAULTS = Object.keys(CODENET_FAULTS) as CodenetFault[];
const GARBAGE = Buffer.from('\x00\xff\x1bO10\x03\x1501\x02', 'latin1');
const OTHER_MODEL = '22';

/** A Domino coder, from the command line. */
export const codenetEmulatorKind: EmulatorKind = {
  title: 'a Domino inkjet coder that understands Codenet',
  port: 7_000,
  mishaps: [...FAULTS, ...CODER_MISHAPS, 'other-device'],
  start: async ({ port, paper }) => {
    const log = paper === undefined ? undefined : new PrintLog(paper);
    const coder = new CodenetEmulator({ onMark: (mark) => log?.add(fieldPrintOf(mark)) });
    await coder.start(port);
    return { port: coder.port, mishaps: mishapsOf(coder), stop: () => coder.stop() };
  },
};

function mishapsOf(coder: CodenetEmulator): Mishaps {
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
    'other-device': () => {
      const { model } = coder;
      coder.replace(OTHER_MODEL);
      return () => coder.replace(model);
    },
  };
}
