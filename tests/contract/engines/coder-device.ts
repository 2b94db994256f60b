import type { CoderEmulator } from '../../../electron/emulators/coders/coder-emulator.ts';
import { numberOfMark, pictureOfMark } from './coder-marks.ts';
import { PLAIN_DEVICE, type RigDevice, type RigFault } from './engine-rig.ts';

export interface CoderDeviceOptions {
  /** What answers nothing. */
  noise: Buffer;
  faults: readonly RigFault[];
}

/** The device of a rig for an emulated coder. */
export function coderDevice(coder: CoderEmulator, { noise, faults }: CoderDeviceOptions): RigDevice {
  const { server, head } = coder;
  const ofKind = (wanted: string) => coder.marks.filter(({ kind }) => kind === wanted);
  const [first] = faults;
  if (!first) throw new Error('a coder has faults');
  return {
    ...PLAIN_DEVICE,
    marks: () => ofKind('whole').map(numberOfMark),
    pictures: () => ofKind('whole').map(pictureOfMark),
    spoilt: () => ofKind('partial').map(numberOfMark),
    connections: () => server.connections,
    count: () => head.count,
    hold: (what) => head.hold(what),
    release: () => head.release(),
    cutPower: () => coder.cutPower(),
    restorePower: () => coder.restorePower(),
    unplug: () => server.close(),
    plugIn: () => server.open(),
    freeze: () => server.freeze(),
    faults,
    fail: async () => {
      await first.begin();
      return first.sentence;
    },
    repair: () => first.end(),
    refuse: (isRefusing) => (coder.isRefusing = isRefusing),
    delay: (duration) => (server.behaviour.delay = duration),
    babble: () => server.send(noise),
    split: (bytes) => (server.behaviour.segment = bytes),
    merge: (isMerging) => (server.behaviour.noise = isMerging ? noise : Buffer.alloc(0)),
    printAtPanel: (prints) => head.printTests(prints),
  };
}
