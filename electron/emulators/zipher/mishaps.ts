import type { ZipherEmulator } from './zipher-emulator.ts';
import type { ZipherFault } from './zipher-mechanism.ts';

/** Ends a mishap that lasts. */
type Remedy = () => void | Promise<void>;

export const ZIPHER_FAULTS = {
  'ribbon-out': { number: 4017, text: 'Ribbon out' },
  'head-hot': { number: 4042, text: 'Print head too hot' },
  'cassette-out': { number: 4011, text: 'No cassette' },
} as const satisfies Record<string, ZipherFault>;

/** What can happen to the device, on demand or at random. Those that last return their remedy. */
export const ZIPHER_MISHAPS: Readonly<Record<string, (device: ZipherEmulator) => Remedy | undefined | Promise<Remedy>>> = {
  ...Object.fromEntries(
    Object.entries(ZIPHER_FAULTS).map(([name, fault]) => [
      name,
      ({ mechanism }: ZipherEmulator) => {
        mechanism.set(fault, true);
        return () => mechanism.set(fault, false);
      },
    ]),
  ),
  offline: ({ mechanism }) => {
    mechanism.setOverall(4);
    return () => mechanism.setOverall(3);
  },
  'power-cut': async (device) => {
    await device.cutPower();
    return () => device.restorePower();
  },
  'cable-out': async (device) => {
    await device.unplug();
    return () => device.plugIn();
  },
  'dead-connection': (device) => {
    device.freeze();
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
  garbage: (device) => {
    device.babble(Buffer.from('\x00\xff\rSTS|x\rQLN|1|\r', 'latin1'));
    return undefined;
  },
};
