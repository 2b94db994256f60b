import type { EngineConfigurationOf, EngineIdentity } from '#contract/api-v3/engine.ts';
import type { ConfigurationWith, EngineDeps } from '#controller/engines/engine-kind.ts';
import { FrameLog } from '#controller/engines/frame-log.ts';
import { ZplEngine } from '#controller/engines/zpl/zpl-engine.ts';
import { silentLog } from '#process/log.ts';
import { DeviceClock } from '#support/device-clock.ts';
import { ZplEmulator, type ZplEmulatorOptions } from '../../../electron/emulators/zpl/zpl-emulator.ts';
import { zplKind } from '#controller/engines/zpl/zpl-kind.ts';
import { numberIn, PLAIN_DEVICE, type EngineRig, type RigDevice } from './engine-rig.ts';

export interface ZplRig extends EngineRig {
  engine: ZplEngine;
  printer: ZplEmulator;
  deps: EngineDeps;
  configuration: ConfigurationWith<'zpl'>;
}

export interface ZplRigOptions extends ZplEmulatorOptions {
  engine?: Partial<EngineConfigurationOf<'zpl'>>;
  dpi?: number;
  expected?: EngineIdentity;
}

/** An engine and an emulator of its printer on a free port, with one clock. */
export async function makeZplRig({ engine, dpi = 300, expected, ...options }: ZplRigOptions = {}): Promise<ZplRig> {
  const clock: DeviceClock = new DeviceClock(() => printer.traffic);
  const printer = new ZplEmulator({ timers: clock, printTime: 200, count: 31_084, ...options });
  await printer.start();
  const deps: EngineDeps = { folder: '', now: () => clock.now, timers: clock, log: silentLog, frames: new FrameLog(() => clock.now) };
  const configuration: ConfigurationWith<'zpl'> = {
    engine: { kind: 'zpl', host: '127.0.0.1', port: printer.port, mode: 'TEAR', count: 'auto', ...engine },
    color: 'black',
    dpi,
    physicalWidth: 100,
    height: 10,
    rotation: 'NONE',
    mirrored: false,
    printDelay: 0,
    lineSpeed: 100,
    productDetector: 'none',
  };
  const make = (device?: EngineIdentity) => new ZplEngine({ ...deps, configuration, expected: device });
  const driver = make(expected);
  const { model, firmware, serial } = printer.identity;
  return {
    engine: driver,
    printer,
    deps,
    configuration,
    clock,
    device: rigDevice(printer),
    identity: () => driver.identity(),
    expectedIdentity: { model, firmware, ...(printer.hasVariables && { serial }) },
    offline: /^No connection to 127.0.0.1:\d+ since \d\d:\d\d:\d\d\.$/,
    test: () => zplKind.test(configuration, deps),
    another: make,
    stop: () => printer.stop(),
  };
}

const SENTENCES = {
  'head-open': 'The print head is open.',
  'paper-out': 'The printer is out of labels.',
  'ribbon-out': 'The printer is out of ribbon.',
} as const;
const FAULTS = ['head-open', 'paper-out', 'ribbon-out'] as const;
const NOISE = Buffer.from('\x00\xffABC\r\n030,0,\x03\x02030,0\x03\x02noise\x03\x02garbage', 'latin1');

function rigDevice(printer: ZplEmulator): RigDevice {
  const { mechanism, behaviour } = printer;
  const pictures = () => printer.paper.filter(({ kind }) => kind === 'label').map(({ picture }) => picture);
  return {
    ...PLAIN_DEVICE,
    marks: () => pictures().map(numberIn),
    pictures,
    spoilt: () => printer.paper.filter(({ kind }) => kind === 'partial').map(({ picture }) => numberIn(picture)),
    connections: () => printer.connections,
    count: () => mechanism.count,
    hold: (what) => {
      if (what === 'begun') mechanism.printTime = Infinity;
      mechanism.hold(what === 'waiting');
    },
    release: () => {
      mechanism.printTime = 200;
      mechanism.finish();
      mechanism.hold(false);
    },
    cutPower: () => printer.cutPower(),
    restorePower: () => printer.restorePower(),
    unplug: () => printer.unplug(),
    plugIn: () => printer.plugIn(),
    freeze: () => printer.freeze(),
    faults: FAULTS.map((fault) => ({
      sentence: SENTENCES[fault],
      begin: () => mechanism.set(fault, true),
      end: () => mechanism.set(fault, false),
    })),
    fail: async (isSilent) => {
      behaviour.isSilentInError = isSilent;
      mechanism.set('head-open', true);
      return SENTENCES['head-open'];
    },
    repair: () => mechanism.set('head-open', false),
    delay: (duration) => (behaviour.delay = duration),
    babble: () => printer.babble(NOISE),
    split: (bytes) => (behaviour.segment = bytes),
    merge: (isMerging) => (behaviour.noise = isMerging ? NOISE : Buffer.alloc(0)),
    printAtPanel: (prints) => mechanism.printTests(prints),
    replace: () => {
      printer.replace('EMU9999', 7);
      return 'EMU9999';
    },
  };
}
