import type { EmulatorKind } from '../kinds/emulator-kind.ts';
import { PrintLog } from '../device/print-log.ts';
import { HitachiEmulator } from './hitachi-emulator.ts';
import { HITACHI_MISHAPS } from './mishaps.ts';

/** Milliseconds from product to product: it prints its message again and again. */
const PRODUCT_EVERY = 1_000;

/** A Hitachi coder, from the command line. */
export const hitachiEmulatorKind: EmulatorKind = {
  title: 'a Hitachi coder with Modbus TCP, which prints once a second',
  port: 502,
  mishaps: Object.keys(HITACHI_MISHAPS),
  start: async ({ port, paper }) => {
    const log = paper === undefined ? undefined : new PrintLog(paper);
    const coder = new HitachiEmulator({ productEvery: PRODUCT_EVERY, onPrint: (print) => log?.add(print) });
    await coder.start(port);
    const mishaps = Object.fromEntries(Object.entries(HITACHI_MISHAPS).map(([name, happen]) => [name, () => happen(coder)]));
    return { port: coder.port, mishaps, stop: () => coder.stop() };
  },
};
