import type { EngineIdentity } from '#contract/api-v3/engine.ts';
import type { ConfigurationWith, EngineDeps } from '#controller/engines/engine-kind.ts';
import type { PrintEngine } from '#controller/engines/engine.ts';
import { codenetKind } from '#controller/engines/codenet/codenet-kind.ts';
import { FrameLog } from '#controller/engines/frame-log.ts';
import { silentLog } from '#process/log.ts';
import { DeviceClock } from '#support/device-clock.ts';
import { CodenetEmulator, type CodenetEmulatorOptions } from '../../../electron/emulators/codenet/codenet-emulator.ts';
import type { CodenetFault } from '../../../electron/emulators/codenet/emulated-domino-coder.ts';
import { coderDevice } from './coder-device.ts';
import { numberedMessage } from './coder-marks.ts';
import { withMessage } from './coder-prints.ts';
import type { EngineRig, RigFault } from './engine-rig.ts';

export interface CodenetRig extends EngineRig {
  coder: CodenetEmulator;
  deps: EngineDeps;
  configuration: ConfigurationWith<'codenet'>;
}

export interface CodenetRigOptions extends CodenetEmulatorOptions {
  productDetector?: 'device' | 'line' | 'none';
  expected?: EngineIdentity;
}

/** An engine and an emulator of its coder on a free port, with one clock. */
export async function makeCodenetRig({ productDetector = 'device', expected, ...options }: CodenetRigOptions = {}): Promise<CodenetRig> {
  const clock: DeviceClock = new DeviceClock(() => coder.server.traffic);
  const coder = new CodenetEmulator({ timers: clock, count: 138, hasDetector: productDetector === 'device', ...options });
  await coder.start();
  const deps: EngineDeps = { folder: '', now: () => clock.now, timers: clock, log: silentLog, frames: new FrameLog(() => clock.now) };
  const configuration: ConfigurationWith<'codenet'> = {
    engine: { kind: 'codenet', host: '127.0.0.1', port: coder.port },
    color: 'black',
    dpi: 100,
    physicalWidth: 100,
    height: 10,
    rotation: 'NONE',
    mirrored: false,
    printDelay: 0,
    lineSpeed: 1_000,
    productDetector,
  };
  const make = (device?: EngineIdentity): PrintEngine =>
    withMessage(codenetKind.make(configuration, { ...deps, expected: device }), (id) => numberedMessage(id, ['1', '2']));
  const engine = make(expected);
  return {
    engine,
    coder,
    deps,
    configuration,
    clock,
    device: coderDevice(coder, { noise: NOISE, faults: FAULTS.map((fault) => rigFault(coder, fault)) }),
    identity: () => engine.identity?.(),
    expectedIdentity: { model: 'Domino Ax-Series', firmware: '56060-67' },
    offline: /^No connection to 127.0.0.1:\d+ since \d\d:\d\d:\d\d\.$/,
    test: () => codenetKind.test(configuration, deps),
    another: make,
    stop: () => coder.stop(),
  };
}

/** Cut frames and refusals, and text. */
const NOISE = Buffer.from('\x00\xff\r\nready\x1bO10\x03\x1501\x02', 'latin1');
const FAULTS = ['gutter-dry', 'makeup-empty', 'voltage-tripped'] as const;
const SENTENCES = {
  'gutter-dry': 'The gutter is dry: no ink returns from the head.',
  'makeup-empty': 'The makeup is empty.',
  'voltage-tripped': 'The high voltage has tripped.',
} as const;

function rigFault(coder: CodenetEmulator, fault: CodenetFault & keyof typeof SENTENCES): RigFault {
  return { sentence: SENTENCES[fault], begin: () => coder.set(fault, true), end: () => coder.set(fault, false) };
}
