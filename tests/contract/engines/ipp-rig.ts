import type { EngineIdentity } from '#contract/api-v3/engine.ts';
import { printerConfigurationSchema } from '#contract/api-v3/printer-configuration.ts';
import type { ConfigurationWith, EngineDeps } from '#controller/engines/engine-kind.ts';
import { FrameLog } from '#controller/engines/frame-log.ts';
import { IppEngine } from '#controller/engines/ipp/ipp-engine.ts';
import { ippKind } from '#controller/engines/ipp/ipp-kind.ts';
import { silentLog } from '#process/log.ts';
import { DeviceClock } from '#support/device-clock.ts';
import { numberIn, PICTURE, PLAIN_DEVICE, type EngineRig, type RigDevice } from './engine-rig.ts';
import { IppEmulator } from './ipp-emulator.ts';

/** Reasons for the state of the printer, and the sentences for them. */
const SENTENCES = {
  'media-empty-error': 'The media is used up: load media.',
  'cover-open-error': 'A cover is open: close it.',
  'media-jam-error': 'The media is jammed: remove it.',
  'marker-supply-empty-error': 'The ink is used up: replace it.',
  paused: 'The printer is paused: let it continue.',
  'spool-area-full': 'The memory of the printer is full.',
  'com.example-blade-dull-error': 'The printer reports: com.example-blade-dull-error.',
} as const;
const MEDIA_EMPTY = 'media-empty-error';
const OTHER_SERIAL = 'urn:uuid:00000000-0000-4000-8000-000000000002';

/** An engine and an emulated printer on a free port, with one clock. */
export async function makeIppRig(): Promise<EngineRig> {
  const clock: DeviceClock = new DeviceClock(() => printer.traffic);
  const printer = new IppEmulator(clock);
  await printer.listen();
  const deps: EngineDeps = { folder: '', now: () => clock.now, timers: clock, log: silentLog, frames: new FrameLog(() => clock.now) };
  const configuration = printerConfigurationSchema.parse({
    engine: { kind: 'ipp', url: printer.url },
    dpi: PICTURE.dpi,
    ...{ physicalWidth: 100, height: 10 },
  }) as ConfigurationWith<'ipp'>;
  const make = (expected?: EngineIdentity) => new IppEngine(configuration, { ...deps, expected });
  const engine = make();
  return {
    engine,
    device: rigDevice(printer),
    clock,
    identity: () => engine.identity(),
    expectedIdentity: { ...printer.identity, firmware: '1.2.3' },
    offline: /^The printer does not answer: connect ECONNREFUSED .+\.$/,
    test: () => ippKind.test(configuration, deps),
    another: make,
    stop: () => printer.disconnect(),
  };
}

function rigDevice(printer: IppEmulator): RigDevice {
  const { jobs } = printer;
  return {
    ...PLAIN_DEVICE,
    marks: () => jobs.pictures.map(numberIn),
    pictures: () => jobs.pictures,
    connections: () => printer.connections,
    hold: (what) => jobs.hold(what),
    release: () => jobs.release(),
    cutPower: () => printer.cutPower(),
    restorePower: async () => {
      // The number of a lost job is given again.
      jobs.addForeign();
      await printer.listen();
    },
    unplug: () => printer.disconnect(),
    plugIn: () => printer.listen(),
    freeze: () => printer.freeze(),
    faults: Object.entries(SENTENCES).map(([reason, sentence]) => ({
      sentence,
      begin: () => printer.set(reason, true),
      end: () => printer.set(reason, false),
    })),
    fail: async (isSilent) => {
      printer.isSilentInError = isSilent;
      printer.set(MEDIA_EMPTY, true);
      return SENTENCES[MEDIA_EMPTY];
    },
    repair: () => printer.set(MEDIA_EMPTY, false),
    refuse: (isRefusing) => (printer.isRefusing = isRefusing),
    delay: (duration) => (printer.delay = duration),
    babble: () => printer.babble(),
    split: (bytes) => (printer.pieceSize = bytes),
    merge: (isMerging) => (printer.isMerging = isMerging),
    replace: () => {
      jobs.forget();
      printer.identity.serial = OTHER_SERIAL;
      return OTHER_SERIAL;
    },
  };
}
