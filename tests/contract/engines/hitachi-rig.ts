import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printerConfigurationSchema } from '#contract/api-v3/printer-configuration.ts';
import type { EngineIdentity } from '#contract/api-v3/engine.ts';
import type { ConfigurationWith, EngineDeps } from '#controller/engines/engine-kind.ts';
import type { PrintEngine } from '#controller/engines/engine.ts';
import { FrameLog } from '#controller/engines/frame-log.ts';
import { hitachiKind } from '#controller/engines/hitachi/hitachi-kind.ts';
import { silentLog } from '#process/log.ts';
import { DeviceClock } from '#support/device-clock.ts';
import { HITACHI_FAULTS } from '../../../electron/emulators/hitachi/mishaps.ts';
import { HitachiEmulator, type HitachiEmulatorOptions } from '../../../electron/emulators/hitachi/hitachi-emulator.ts';
import { READY } from '../../../electron/emulators/hitachi/hitachi-mechanism.ts';
import { numberedField, numberOf, only, previewOf, withMessage } from './coder-prints.ts';
import { PICTURE, PLAIN_DEVICE, type EngineRig, type RigDevice } from './engine-rig.ts';

export interface HitachiRig extends EngineRig {
  coder: HitachiEmulator;
  deps: EngineDeps;
  configuration: ConfigurationWith<'hitachi'>;
}

/** An engine and an emulator of its coder on a free port, with one clock. */
export async function makeHitachiRig(options: HitachiEmulatorOptions = {}): Promise<HitachiRig> {
  const clock: DeviceClock = new DeviceClock(() => coder.traffic);
  const coder = new HitachiEmulator({ timers: clock, printTime: 200, count: 70_000, ...options });
  await coder.start();
  const frames = new FrameLog(() => clock.now);
  const folder = mkdtempSync(join(tmpdir(), 'strobe-hitachi-'));
  const deps: EngineDeps = { folder, now: () => clock.now, timers: clock, log: silentLog, frames };
  const configuration = printerConfigurationSchema.parse({
    engine: { kind: 'hitachi', host: '127.0.0.1', port: coder.port },
    ...{ dpi: PICTURE.dpi, physicalWidth: 100, height: 10, lineSpeed: 100, productDetector: 'device' },
  }) as ConfigurationWith<'hitachi'>;
  const make = (expected?: EngineIdentity): PrintEngine =>
    withMessage(hitachiKind.make(configuration, { ...deps, expected }), numberedField('5', '2'));
  const engine = make();
  return {
    engine,
    coder,
    deps,
    configuration,
    clock,
    device: rigDevice(coder),
    identity: () => engine.identity?.(),
    expectedIdentity: { model: coder.identity.model, serial: String(coder.identity.serial) },
    offline: /^No connection to 127.0.0.1:\d+ since \d\d:\d\d:\d\d\.$/,
    test: () => hitachiKind.test(configuration, deps),
    another: make,
    stop: async () => {
      await coder.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const SENTENCES: Record<keyof typeof HITACHI_FAULTS, string> = {
  'cover-open': 'The cover of the print head is open.',
  'ink-low': 'The ink is low.',
  'deflection-fault': 'The deflection voltage is at fault.',
  'sensor-fault': 'The product sensor is at fault.',
};
/** An answer to a request that was not sent, one of another unit, and bytes that are no frame. */
const NOISE = Buffer.from('ffff00000007010304ffffffff0001000000070903040000ffffffffffffffffffff', 'hex');
const OTHER_SERIAL = 99_999_999;

function rigDevice(coder: HitachiEmulator): RigDevice {
  const { mechanism, behaviour, registers } = coder;
  return {
    ...PLAIN_DEVICE,
    marks: () => only(coder.prints, 'label').map(numberOf),
    pictures: () => only(coder.prints, 'label').map(previewOf),
    spoilt: () => only(coder.prints, 'partial').map(numberOf),
    connections: () => coder.connections,
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
    cutPower: () => coder.cutPower(),
    restorePower: () => coder.restorePower(),
    unplug: () => coder.unplug(),
    plugIn: () => coder.plugIn(),
    freeze: () => coder.freeze(),
    faults: Object.entries(HITACHI_FAULTS).map(([name, state]) => ({
      sentence: SENTENCES[name as keyof typeof HITACHI_FAULTS],
      begin: () => mechanism.setOperation(state),
      end: () => mechanism.setOperation(READY),
    })),
    fail: async () => {
      mechanism.setOperation(HITACHI_FAULTS['cover-open']);
      return SENTENCES['cover-open'];
    },
    repair: () => mechanism.setOperation(READY),
    refuse: (isRefusing) => (registers.isRefusing = isRefusing),
    // Its count must be read between the new value and the product.
    delay: (duration) => {
      behaviour.delay = duration;
      mechanism.productAfter = 2 * duration;
    },
    babble: () => coder.babble(NOISE),
    split: (bytes) => (behaviour.segment = bytes),
    merge: (isMerging) => (behaviour.noise = isMerging ? NOISE : Buffer.alloc(0)),
    printAtPanel: (prints) => mechanism.printTests(prints),
    replace: () => {
      coder.replace(OTHER_SERIAL, 7);
      return String(OTHER_SERIAL);
    },
  };
}
