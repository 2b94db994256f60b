import { FAULTS } from './print-mechanism.ts';
import type { ZplEmulator } from './zpl-emulator.ts';

/** Ends a mishap that lasts. */
type Remedy = () => void | Promise<void>;

/** What can happen to the printer, on demand or at random. Those that last return their remedy. */
export const MISHAPS: Readonly<Record<string, (printer: ZplEmulator) => Remedy | undefined | Promise<Remedy>>> = {
  ...Object.fromEntries(
    FAULTS.map((fault) => [
      fault,
      ({ mechanism }: ZplEmulator) => {
        mechanism.set(fault, true);
        return () => mechanism.set(fault, false);
      },
    ]),
  ),
  'silent-error': ({ mechanism, behaviour }) => {
    behaviour.isSilentInError = true;
    mechanism.set('head-open', true);
    return () => {
      mechanism.set('head-open', false);
      behaviour.isSilentInError = false;
    };
  },
  'power-cut': async (printer) => {
    await printer.cutPower();
    return () => printer.restorePower();
  },
  'cable-out': async (printer) => {
    await printer.unplug();
    return () => printer.plugIn();
  },
  'dead-connection': (printer) => {
    printer.freeze();
    return undefined;
  },
  'panel-print': ({ mechanism }) => {
    mechanism.printTests(1);
    return undefined;
  },
  'slow-answers': ({ behaviour }) => {
    behaviour.delay = 600;
    return () => {
      behaviour.delay = 0;
    };
  },
  'cut-answers': ({ behaviour }) => {
    behaviour.segment = 5;
    return () => {
      behaviour.segment = Infinity;
    };
  },
  garbage: (printer) => {
    printer.babble(Buffer.from('\x00\xff\x02030,0\x03 noise "', 'latin1'));
    return undefined;
  },
  'other-device': (printer) => {
    const { serial } = printer.identity;
    const { count } = printer.mechanism;
    printer.replace(`${serial}X`, 7);
    return () => printer.replace(serial, count);
  },
};
