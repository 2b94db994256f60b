import type { HitachiEmulator } from './hitachi-emulator.ts';
import { READY } from './hitachi-mechanism.ts';

/** Ends a mishap that lasts. */
type Remedy = () => void | Promise<void>;

/** Operation states of the device that are faults. */
export const HITACHI_FAULTS = { 'cover-open': 0x38, 'ink-low': 0x44, 'deflection-fault': 0x33, 'sensor-fault': 0x39 } as const;

/** What can happen to the device, on demand or at random. Those that last return their remedy. */
export const HITACHI_MISHAPS: Readonly<Record<string, (device: HitachiEmulator) => Remedy | undefined | Promise<Remedy>>> = {
  ...Object.fromEntries(
    Object.entries(HITACHI_FAULTS).map(([name, state]) => [
      name,
      ({ mechanism }: HitachiEmulator) => {
        mechanism.setOperation(state);
        return () => mechanism.setOperation(READY);
      },
    ]),
  ),
  'off-line': ({ registers }) => {
    registers.isOnLine = false;
    return () => {
      registers.isOnLine = true;
    };
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
    device.babble(Buffer.from('ffff0000000701030401020304', 'hex'));
    return undefined;
  },
  'other-device': (device) => {
    const { serial } = device.identity;
    const { count } = device.mechanism;
    device.replace(serial + 1, 7);
    return () => device.replace(serial, count);
  },
};
