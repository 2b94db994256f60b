import { printerConfigurationSchema } from '#contract/api-v3/printer-configuration.ts';
import type { ConfigurationWith, EngineDeps } from '#controller/engines/engine-kind.ts';
import type { PrintEngine } from '#controller/engines/engine.ts';
import { FrameLog } from '#controller/engines/frame-log.ts';
import { zipherKind } from '#controller/engines/zipher/zipher-kind.ts';
import { silentLog } from '#process/log.ts';
import { DeviceClock } from '#support/device-clock.ts';
import { ZIPHER_FAULTS } from '../../../electron/emulators/zipher/mishaps.ts';
import { ZipherEmulator, type ZipherEmulatorOptions } from '../../../electron/emulators/zipher/zipher-emulator.ts';
import { numberedField, numberOf, only, previewOf, withMessage } from './coder-prints.ts';
import { PICTURE, PLAIN_DEVICE, type EngineRig, type RigDevice } from './engine-rig.ts';

export interface ZipherRig extends EngineRig {
  coder: ZipherEmulator;
  deps: EngineDeps;
  configuration: ConfigurationWith<'zipher'>;
}

export interface ZipherRigOptions extends ZipherEmulatorOptions {
  /** `device`: products pass all the time. `line` and `none`: each print is commanded. */
  productDetector?: 'device' | 'line' | 'none';
}

/** An engine and an emulator of its coder on a free port, with one clock. */
export async function makeZipherRig({ productDetector = 'device', ...options }: ZipherRigOptions = {}): Promise<ZipherRig> {
  const clock: DeviceClock = new DeviceClock(() => coder.traffic);
  const hasProducts = productDetector === 'device';
  const coder = new ZipherEmulator({ timers: clock, printTime: 200, count: 5_200, hasProducts, ...options });
  await coder.start();
  const deps: EngineDeps = { folder: '', now: () => clock.now, timers: clock, log: silentLog, frames: new FrameLog(() => clock.now) };
  const configuration = printerConfigurationSchema.parse({
    engine: { kind: 'zipher', host: '127.0.0.1', port: coder.port },
    ...{ dpi: PICTURE.dpi, physicalWidth: 100, height: 10, lineSpeed: 100, productDetector },
  }) as ConfigurationWith<'zipher'>;
  const make = (): PrintEngine => withMessage(zipherKind.make(configuration, deps), numberedField('Code', 'Code'));
  return {
    engine: make(),
    coder,
    deps,
    configuration,
    clock,
    device: rigDevice(coder),
    identity: () => undefined,
    expectedIdentity: undefined,
    offline: /^No connection to 127.0.0.1:\d+ since \d\d:\d\d:\d\d\.$/,
    test: () => zipherKind.test(configuration, deps),
    another: make,
    stop: () => coder.stop(),
  };
}

const NOISE = Buffer.from('\x00\xff\r\nSTS|x\rSTS|3|\rSLR|x|\rSLR\rQLN|1|0|\rJOB|Other|-|\rOUT|1|\rACKN\r', 'latin1');
const FIRST_FAULT = ZIPHER_FAULTS['ribbon-out'];

function sentence({ number, text }: { number: number; text: string }): string {
  return `The coder reports fault ${number}: ${text}.`;
}

function rigDevice(coder: ZipherEmulator): RigDevice {
  const { mechanism, behaviour } = coder;
  return {
    ...PLAIN_DEVICE,
    marks: () => only(coder.prints, 'label').map(numberOf),
    pictures: () => only(coder.prints, 'label').map(previewOf),
    spoilt: () => only(coder.prints, 'partial').map(numberOf),
    connections: () => coder.connections,
    count: () => mechanism.total,
    hold: (what) => {
      if (what === 'begun') mechanism.printTime = Infinity;
      mechanism.hold(what === 'waiting');
    },
    release: () => {
      mechanism.printTime = 200;
      mechanism.finish();
      mechanism.hold(false);
    },
    cutPower: () => coder.cutPower(),
    restorePower: () => coder.restorePower(),
    unplug: () => coder.unplug(),
    plugIn: () => coder.plugIn(),
    freeze: () => coder.freeze(),
    faults: Object.values(ZIPHER_FAULTS).map((fault) => ({
      sentence: sentence(fault),
      begin: () => mechanism.set(fault, true),
      end: () => mechanism.set(fault, false),
    })),
    fail: async () => {
      mechanism.set(FIRST_FAULT, true);
      return sentence(FIRST_FAULT);
    },
    repair: () => mechanism.set(FIRST_FAULT, false),
    refuse: (isRefusing) => (coder.isRefusing = isRefusing),
    delay: (duration) => (behaviour.delay = duration),
    babble: () => coder.babble(NOISE),
    split: (bytes) => (behaviour.segment = bytes),
    merge: (isMerging) => (behaviour.noise = isMerging ? NOISE : Buffer.alloc(0)),
    printAtPanel: (prints) => mechanism.printTests(prints),
  };
}
