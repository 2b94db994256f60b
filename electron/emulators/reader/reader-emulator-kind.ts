import type { EmulatorKind, Mishaps } from '../kinds/emulator-kind.ts';
import { processTimers } from '../zpl/emulator-timers.ts';
import { FollowedPrints } from './followed-prints.ts';
import { READER_MISHAPS, ReaderEmulator } from './reader-emulator.ts';

/** A code reader behind a printer, from the command line: it sends what is typed, or the codes that a controller prints. */
export const readerEmulatorKind: EmulatorKind = {
  title: 'a code reader that sends lines: type a code, or follow a controller with --prints',
  port: 2_000,
  mishaps: [...READER_MISHAPS, 'cable'],
  start: async ({ port, prints, report }) => {
    const reader = new ReaderEmulator();
    await reader.start(port);
    const show = (code: string) => reader.show(code);
    const followed =
      prints === undefined ? undefined : new FollowedPrints({ address: prints, timers: processTimers, onCode: show, onFault: report });
    followed?.start();
    const stop = async () => {
      followed?.stop();
      await reader.stop();
    };
    return { port: reader.port, mishaps: mishapsOf(reader), input: show, stop };
  },
};

function mishapsOf(reader: ReaderEmulator): Mishaps {
  const ofProducts = READER_MISHAPS.map((mishap) => [mishap, () => void reader.prepare(mishap)]);
  return {
    ...Object.fromEntries(ofProducts),
    cable: async () => {
      await reader.stop();
      return () => reader.start();
    },
  };
}
