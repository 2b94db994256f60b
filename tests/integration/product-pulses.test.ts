import { performance } from 'node:perf_hooks';
import { afterEach, describe, expect, it } from 'vitest';
import { signalDeviceSchema } from '#contract/api-v3/signal-device.ts';
import type { LinePrinters } from '#controller/line-io/line-ports.ts';
import { RunningDevice } from '#controller/line-io/running-device.ts';
import { silentLog } from '#process/log.ts';
import { processTimers } from '#controller/platform/timers.ts';
import { Random } from '#support/random.ts';
import { untilHolds } from '#support/until-holds.ts';
import { IoModuleEmulator } from '../../electron/emulators/io-module/io-module-emulator.ts';
import type { IoModuleProfile } from '../../electron/emulators/io-module/io-tables.ts';

const PULSES = 100_000;
const CHANNEL = 3;
const MODULUS = 2 ** 32;
/** Longer than the controller waits for an answer, in milliseconds. */
const LATE = 2_500;
const seed = Date.now() % 1_000_000;

let module: IoModuleEmulator | undefined;
let device: RunningDevice | undefined;
afterEach(async () => {
  await device?.stop();
  await module?.stop();
  module = device = undefined;
});

/** How often the mishaps happen, per answer of the module. */
const MISHAPS = { cut: 0.002, garbage: 0.002, freeze: 0.000_2, late: 0.000_2 };

describe.each<IoModuleProfile>(['moxa-e1200', 'adam-6000'])('100 000 products that a module with the profile %s counts', (profile) => {
  it(
    `are printed or missed, each once, over cut and dead connections, late answers, garbage and a counter that begins again at 0 (seed ${seed})`,
    { timeout: 240_000 },
    async () => {
      const random = new Random(seed);
      const counts = { passed: 0, detected: 0, missed: 0, mishaps: 0 };
      const emulator = new IoModuleEmulator({ profile, onAnswer: () => answered() });
      module = emulator;
      await emulator.start();
      emulator.tables.counters[CHANNEL] = MODULUS - PULSES / 2;
      const printers: LinePrinters = {
        findDetectorFault: () => undefined,
        detected: () => (counts.detected += 1),
        missed: (_, products) => (counts.missed += products),
        select: () => undefined,
        names: () => ['Line 1'],
        conditions: () => Promise.resolve(new Set()),
      };
      const running = (device = new RunningDevice({
        ...{ name: 'Module', printers, log: silentLog, timers: processTimers, monotonicNow: () => performance.now() },
        device: signalDeviceSchema.parse({
          connection: { kind: 'modbus', host: '127.0.0.1', port: emulator.port, profile, pollInterval: 5 },
          inputs: [{ name: 'Photocell', channel: CHANNEL, function: { kind: 'product-detector', printer: 'Line 1', useCounter: true } }],
        }),
        onLineInput: () => undefined,
        onContact: () => undefined,
      }));
      let isRunning = false;
      const all = Promise.withResolvers<undefined>();

      /** Between two answers some products pass, and now and then something happens to the connection. */
      function answered(): void {
        if (!isRunning || counts.passed === PULSES) return;
        const products = Math.min(PULSES - counts.passed, random.whole(0, 39));
        counts.passed += products;
        emulator.tables.pass(CHANNEL, products);
        if (counts.passed === PULSES) all.resolve(undefined);
        const chance = random.fraction();
        emulator.behaviour.delay = chance < MISHAPS.late ? LATE : 0;
        counts.mishaps += 1;
        if (chance < MISHAPS.late) return;
        if (chance < MISHAPS.late + MISHAPS.freeze) emulator.freeze();
        else if (chance < MISHAPS.late + MISHAPS.freeze + MISHAPS.cut) emulator.cut();
        else if (chance > 1 - MISHAPS.garbage) emulator.babble(Buffer.from('ffff0000000701030401020304', 'hex'));
        else counts.mishaps -= 1;
      }

      running.start();
      // What was counted before the first reading is of another shift.
      await untilHolds(() => expect(running.signals().inputs[CHANNEL]?.count).toBe(MODULUS - PULSES / 2));
      isRunning = true;
      await all.promise;
      await untilHolds(() => expect(running.signals().inputs[CHANNEL]?.count).toBe(PULSES / 2));
      expect(counts.detected + counts.missed).toBe(PULSES);
      expect(counts.mishaps).toBeGreaterThan(10);
      expect(counts.missed).toBeGreaterThan(0);
      expect(counts.detected).toBeGreaterThan(PULSES / 2);
    },
  );
});
