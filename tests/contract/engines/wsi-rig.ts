import type { ConfigurationWith, EngineDeps } from '#controller/engines/engine-kind.ts';
import type { PrintEngine } from '#controller/engines/engine.ts';
import { FrameLog } from '#controller/engines/frame-log.ts';
import { wsiKind } from '#controller/engines/wsi/wsi-kind.ts';
import { silentLog } from '#process/log.ts';
import { DeviceClock } from '#support/device-clock.ts';
import { WsiEmulator, type WsiEmulatorOptions, type WsiFault } from '../../../electron/emulators/wsi/wsi-emulator.ts';
import { coderDevice } from './coder-device.ts';
import { numberedMessage } from './coder-marks.ts';
import { withMessage } from './coder-prints.ts';
import type { EngineRig, RigFault } from './engine-rig.ts';

export interface WsiRig extends EngineRig {
  coder: WsiEmulator;
  deps: EngineDeps;
  configuration: ConfigurationWith<'wsi'>;
}

/** An engine and an emulator of its coder on a free port, with one clock. */
export async function makeWsiRig(options: WsiEmulatorOptions = {}): Promise<WsiRig> {
  const clock: DeviceClock = new DeviceClock(() => coder.server.traffic);
  const coder = new WsiEmulator({ timers: clock, count: 4_711, ...options });
  await coder.start();
  const deps: EngineDeps = { folder: '', now: () => clock.now, timers: clock, log: silentLog, frames: new FrameLog(() => clock.now) };
  const configuration: ConfigurationWith<'wsi'> = {
    engine: { kind: 'wsi', host: '127.0.0.1', port: coder.port },
    color: 'black',
    dpi: 100,
    physicalWidth: 100,
    height: 10,
    rotation: 'NONE',
    mirrored: false,
    printDelay: 0,
    lineSpeed: 1_000,
    productDetector: 'device',
  };
  const make = (): PrintEngine => withMessage(wsiKind.make(configuration, deps), (id) => numberedMessage(id, ['SERIAL', 'DATE']));
  return {
    engine: make(),
    coder,
    deps,
    configuration,
    clock,
    device: coderDevice(coder, { noise: NOISE, faults: FAULTS.map((fault) => rigFault(coder, fault)) }),
    identity: () => undefined,
    expectedIdentity: undefined,
    offline: /^No connection to 127.0.0.1:\d+ since \d\d:\d\d:\d\d\.$/,
    test: () => wsiKind.test(configuration, deps),
    another: make,
    stop: () => coder.stop(),
  };
}

/** Cut frames, results of commands that were not sent, and text. */
const NOISE = Buffer.from('\x00\xff\r\nready\x020000\x04$9\x03!zz!00$00', 'latin1');
const FAULTS = ['gutter-fault', 'pump-fault', 'core-empty'] as const;
const SENTENCES = {
  'gutter-fault': 'The gutter has a fault: ink does not return from the head.',
  'pump-fault': 'The pump has a fault.',
  'core-empty': 'The ink core is empty.',
} as const;

function rigFault(coder: WsiEmulator, fault: WsiFault & keyof typeof SENTENCES): RigFault {
  return { sentence: SENTENCES[fault], begin: () => coder.set(fault, true), end: () => coder.set(fault, false) };
}
