import { performance } from 'node:perf_hooks';
import { afterEach, beforeEach, describe, expect, it, type TestContext } from 'vitest';
import { signalDeviceSchema, type ModbusProfileName } from '#contract/api-v3/signal-device.ts';
import type { LinePrinters } from '#controller/line-io/line-ports.ts';
import { RunningDevice } from '#controller/line-io/running-device.ts';
import { silentLog } from '#process/log.ts';
import { processTimers } from '#controller/platform/timers.ts';
import { Cable } from '#support/cable.ts';
import { ForeignModbus } from '#support/foreign-modbus.ts';
import { untilHolds } from '#support/until-holds.ts';

/** Two implementations of Modbus by other authors. */
const SERVERS = [
  { server: 'pymodbus', missing: ForeignModbus.missing(), startModule: () => ForeignModbus.startModule() },
  { server: 'libmodbus', missing: ForeignModbus.missingLibmodbus(), startModule: () => ForeignModbus.startLibmodbusModule() },
];
const CHANNEL = 3;

/** Where the makers have put input 3, its counter and its output, and how the counter holds the count. */
const LAYOUTS: Record<ModbusProfileName, Layout> = {
  'moxa-e1200': { input: ['discrete', 3], counter: ['input', 0x16], isHighFirst: true, output: 3, started: 'coils 259 1' },
  'adam-6000': { input: ['coils', 3], counter: ['holding', 6], isHighFirst: false, output: 19, started: 'coils 44 1' },
  'wago-750': { input: ['discrete', 3], output: 3 },
  generic: {
    ...{ input: ['coils', 0x203], counter: ['holding', 0x406], isHighFirst: false, output: 0x303 },
    registers: {
      inputs: { table: 'coils', address: 0x200 },
      outputs: { address: 0x300 },
      counters: { table: 'holding-registers', address: 0x400, stride: 2, bits: 32, highWordFirst: false },
    },
  },
};

interface Layout {
  input: [table: string, address: number];
  counter?: [table: string, address: number];
  isHighFirst?: boolean;
  output: number;
  /** What the configuration says for a module of any kind. */
  registers?: object;
  /** The write that starts the counter. */
  started?: string;
}

/** What another implementation of Modbus says about ours. */
const CASES = SERVERS.flatMap((server) => Object.entries(LAYOUTS).map(([profile, layout]) => ({ ...server, profile, layout })));

describe.each(CASES)(
  'a module with the profile $profile on a server of other authors ($server)',
  ({ missing, startModule, profile, layout }) => {
    let module: ForeignModbus;
    let cable: Cable;
    let device: RunningDevice | undefined;
    let products: number;
    let missed: number;

    beforeEach(async (context: TestContext) => {
      context.skip(missing !== undefined, missing);
      module = await startModule();
      cable = new Cable(() => module.port);
      await cable.plugIn();
      products = missed = 0;
    });
    afterEach(async () => {
      await device?.stop();
      await cable?.unplug();
      await module?.stop();
      device = undefined;
    });

    async function start(useCounter: boolean, options: object = {}): Promise<RunningDevice> {
      const printers: LinePrinters = {
        findDetectorFault: () => undefined,
        detected: () => (products += 1),
        missed: (_, count) => (missed += count),
        select: () => undefined,
        names: () => ['Line 1'],
        conditions: () => Promise.resolve(new Set()),
      };
      const running = new RunningDevice({
        ...{ name: 'Module', printers, log: silentLog, timers: processTimers, monotonicNow: () => performance.now() },
        device: signalDeviceSchema.parse({
          connection: {
            kind: 'modbus',
            host: '127.0.0.1',
            port: cable.port,
            profile,
            pollInterval: 5,
            registers: layout.registers,
            ...options,
          },
          inputs: [{ name: 'Photocell', channel: CHANNEL, function: { kind: 'product-detector', printer: 'Line 1', useCounter } }],
          outputs: [{ name: 'Beacon', channel: CHANNEL, condition: 'always', safeState: 'off' }],
        }),
        onLineInput: () => undefined,
        onContact: () => undefined,
      });
      device = running;
      running.start();
      await untilHolds(() => expect(running.contact).toEqual({ isConnected: true }));
      return running;
    }

    async function count(value: number): Promise<void> {
      const [table, address] = layout.counter!;
      const words = [Math.floor(value / 0x1_0000), value % 0x1_0000];
      await module.set(table, address, ...(layout.isHighFirst ? words : words.reverse()));
    }

    it('tells a product at the input, and switches the output on, and off at the end', async () => {
      const running = await start(false);
      await untilHolds(() => expect(module.marks).toContain(`coils ${layout.output} 1`));
      await module.set(...layout.input, 1);
      await untilHolds(() => expect(products).toBe(1));
      expect(running.signals().inputs[CHANNEL]).toMatchObject({ isOn: true, products: 1 });
      await running.stop();
      await untilHolds(() => expect(module.marks.at(-1)).toBe(`coils ${layout.output} 0`));
    });

    it.each(layout.counter ? [layout.counter] : [])(
      'counts over the end of its counter at %s %i, and misses what passes while it is away',
      async () => {
        await count(0xffff_fffe);
        const running = await start(true);
        expect(module.marks).toEqual(expect.arrayContaining(layout.started ? [layout.started] : []));
        await untilHolds(() => expect(running.signals().inputs[CHANNEL]?.count).toBe(0xffff_fffe));
        await count(3);
        await untilHolds(() => expect(products).toBe(5));
        await cable.unplug();
        await untilHolds(() => expect(running.contact.isConnected).toBe(false));
        await count(10);
        await cable.plugIn();
        await untilHolds(() => expect(missed).toBe(7));
        expect(products).toBe(5);
      },
    );

    it.each(profile === 'wago-750' ? [2_000] : [])('starts the watchdog of the coupler with %i ms', async (watchdog) => {
      await start(false, { watchdog });
      expect(module.marks).toEqual(expect.arrayContaining([`holding ${0x1000} 20`, `holding ${0x1003} 1`]));
    });
  },
);
