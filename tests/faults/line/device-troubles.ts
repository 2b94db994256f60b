import type { Random } from '#support/random.ts';
import type { Device } from '../engines/devices.ts';

/** Milliseconds for which a trouble lasts. */
export const LASTS = { least: 100, most: 3_500 };
/** A person needs some time to remove an error. A device that has forgotten its error before it is asked next never reports it. */
const ERROR_LASTS = { least: 2_500, most: 5_000 };

/** Begins a trouble of a device, and returns what ends it. `olderAfter`: milliseconds from the end of a silence until older packets arrive. */
type Begin = (device: Device, olderAfter: number) => Promise<() => void | Promise<void>>;

/** What can happen to any device. Without power it does not end its connections: the other side gets no answer until it gives up. */
const DEVICE_TROUBLES: Readonly<Record<string, Begin>> = {
  power: async (device) => {
    await device.cutPower();
    return () => device.powerOn();
  },
  'power, unnoticed': async (device, olderAfter) => {
    device.cable.goSilent();
    await device.cutPower();
    return async () => {
      await device.powerOn();
      await device.cable.recover(olderAfter);
    };
  },
  cable: async ({ cable }) => {
    await cable.unplug();
    return () => cable.plugIn();
  },
  silence: async ({ cable }, olderAfter) => {
    cable.goSilent();
    return () => cable.recover(olderAfter);
  },
};
/** Share of the troubles of a device that are errors of its own. */
const OWN_ERRORS = 0.5;

export interface DeviceTrouble {
  kind: string;
  begin: Begin;
  /** Milliseconds. */
  lasts: number;
}

/** Chooses what happens to a device: one of its own errors, or something that can happen to any. */
export function drawDeviceTrouble({ errors = {} }: Device, random: Random): DeviceTrouble {
  const names = Object.keys(errors);
  if (names.length > 0 && random.fraction() < OWN_ERRORS) {
    const kind = random.pick(names);
    const begin: Begin = async () => {
      errors[kind]?.(true);
      return () => errors[kind]?.(false);
    };
    return { kind, begin, lasts: random.whole(ERROR_LASTS.least, ERROR_LASTS.most) };
  }
  const [kind, begin] = random.pick(Object.entries(DEVICE_TROUBLES));
  return { kind, begin, lasts: random.whole(LASTS.least, LASTS.most) };
}
