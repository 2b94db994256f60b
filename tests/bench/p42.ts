import { EventEmitter, once } from 'node:events';
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Signals } from '#contract/api-v3/signal-device.ts';
import { callApi, readApi } from '#support/call-api.ts';
import { startController } from '#support/controller-process.ts';
import { Random } from '#support/random.ts';
import { RawPrinter } from '#support/raw-printer.ts';
import { until } from '#support/until.ts';
import { IoModuleEmulator } from '../../electron/emulators/io-module/io-module-emulator.ts';
import type { CountGoal } from './goal.ts';
import { engineAt, quantile } from './lines/devices.ts';
import { addLines } from './lines/fast-lines.ts';

const PRODUCTS = 400;
/** Poll intervals in milliseconds: the goal is for the default one, the others show how the time follows them. */
const INTERVALS = [5, 10, 50, 20];
const PRINTER = 'Line 1';
/** Milliseconds that a product is at the photocell at least, in poll intervals. */
const LENGTH = 3;
/** Milliseconds between two products at least: the printer holds one print, and its outcome must be on the disk before the next product. */
const SETTLING = 100;
/** Milliseconds without a print after which the measurement fails. */
const PATIENCE = 10_000;
/** A commit of a print writes about so many bytes. */
const COMMIT = Buffer.alloc(5 * 4_096, 1);

/**
 * P42: from a product at the input of a Modbus module until the whole print has arrived at the printer, without the poll interval, for which an input may
 * have changed already: the own time of reading, reserving and sending, in milliseconds. One sync of the disk is a part of it; how long a bare one takes
 * between the products is reported beside it.
 */
export const DETECTOR_GOAL: CountGoal = {
  name: 'P42',
  goal: { atMost: 5 },
  count: async (report) => {
    const prints = new EventEmitter<{ received: [] }>();
    const printer = new RawPrinter({
      ...{ printTime: 0, acknowledges: true },
      onReceived: () => void prints.emit('received'),
      onPrint: () => undefined,
    });
    const answers = new EventEmitter<{ answer: [] }>();
    const module = new IoModuleEmulator({ onAnswer: () => void answers.emit('answer') });
    await printer.powerOn();
    await module.start();
    const controller = await startController({ flags: ['--empty'] });
    const random = new Random(1);
    const syncedFile = openSync(join(controller.dataFolder, 'bare-syncs'), 'w');
    let ownTime = NaN;
    try {
      await addLines(controller.url, [{ name: PRINTER, engine: engineAt({ kind: 'raw', port: printer.port, marks: 0 }) }]);
      for (const pollInterval of INTERVALS) {
        await callApi('PUT', `${controller.url}/api/v3/signalDevices/Module`, {
          connection: { kind: 'modbus', host: '127.0.0.1', port: module.port, profile: 'moxa-e1200', pollInterval },
          inputs: [{ name: 'Photocell', channel: 0, function: { kind: 'product-detector', printer: PRINTER } }],
        });
        // The first reading tells no product.
        const signals = () => readApi<Signals>(`${controller.url}/api/v3/signalDevices/Module/signals`);
        await until(signals, ({ inputs }) => inputs[0]?.isOn === false);
        const times: number[] = [];
        const syncs: number[] = [];
        for (let product = 0; product < PRODUCTS; product += 1) {
          await wait(Math.max(SETTLING, LENGTH * pollInterval) + random.fraction() * pollInterval);
          const printed = once(prints, 'received', { signal: AbortSignal.timeout(PATIENCE) });
          const passed = performance.now();
          module.tables.inputs[0] = true;
          await printed;
          times.push(performance.now() - passed);
          await wait(LENGTH * pollInterval);
          syncs.push(bareSync(syncedFile));
          module.tables.inputs[0] = false;
          // A controller that is late on a busy machine must see the end of this product too: of two answers at least one tells the inputs.
          for (let answer = 0; answer < 2; answer += 1) await once(answers, 'answer', { signal: AbortSignal.timeout(PATIENCE) });
        }
        const p99 = quantile(times, 0.99);
        report(`poll interval ${pollInterval} ms: ${describe(times)}; a bare sync of the disk: ${describe(syncs)}`);
        ownTime = p99 - pollInterval;
      }
      return ownTime;
    } finally {
      closeSync(syncedFile);
      await controller.stop();
      await module.stop();
      await printer.cutPower();
    }
  },
};

/** Milliseconds in which so much as a print commits is written over what the file has, and is durable. */
function bareSync(file: number): number {
  writeSync(file, COMMIT, 0, COMMIT.length, 0);
  const begin = performance.now();
  fdatasyncSync(file);
  return performance.now() - begin;
}

function describe(times: readonly number[]): string {
  return `p50 ${quantile(times, 0.5).toFixed(1)}, p99 ${quantile(times, 0.99).toFixed(1)} ms`;
}
