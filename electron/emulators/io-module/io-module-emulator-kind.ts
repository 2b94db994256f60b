import type { EmulatorKind, Mishaps } from '../kinds/emulator-kind.ts';
import { processTimers } from '../zpl/emulator-timers.ts';
import { IoModuleEmulator } from './io-module-emulator.ts';

/** Milliseconds from product to product at the first input, and how long each is there. */
const PRODUCT_EVERY = 1_000;
const PRODUCT_LENGTH = 200;
/** Longer than Strobe waits for an answer, in milliseconds. */
const LATE = 3_000;

const MISHAPS: Readonly<Record<string, (module: IoModuleEmulator) => ReturnType<Mishaps[string]>>> = {
  'late-answers': ({ behaviour }) => {
    behaviour.delay = LATE;
    return () => {
      behaviour.delay = 0;
    };
  },
  'cut-answers': ({ behaviour }) => {
    behaviour.segment = 3;
    return () => {
      behaviour.segment = Infinity;
    };
  },
  'dead-connection': (module) => {
    module.freeze();
    return undefined;
  },
  garbage: (module) => {
    module.babble(Buffer.from('ffff0000000701030401020304', 'hex'));
    return undefined;
  },
  'cable-out': async (module) => {
    await module.stop();
    return () => module.start();
  },
  restart: (module) => {
    module.restart();
    return undefined;
  },
};

/** An I/O module, from the command line. */
export const ioModuleEmulatorKind: EmulatorKind = {
  title: 'an I/O module with Modbus TCP (Moxa ioLogik E1200): a product passes input 0 once a second; type a number to switch that input',
  port: 502,
  mishaps: Object.keys(MISHAPS),
  start: async ({ port, report }) => {
    const module = new IoModuleEmulator();
    await module.start(port);
    const { tables } = module;
    let next: object | number;
    const pass = (): void => {
      tables.pass(0);
      tables.inputs[0] = true;
      processTimers.setTimeout(() => (tables.inputs[0] = false), PRODUCT_LENGTH);
      next = processTimers.setTimeout(pass, PRODUCT_EVERY);
    };
    next = processTimers.setTimeout(pass, PRODUCT_EVERY);
    const input = (line: string) => {
      const channel = Number(line);
      if (!/^\d+$/.test(line) || tables.inputs[channel] === undefined) return report(`There is no input "${line}".`);
      tables.inputs[channel] = !tables.inputs[channel];
      report(`input ${channel} is ${tables.inputs[channel] ? 'on' : 'off'}`);
    };
    const mishaps = Object.fromEntries(Object.entries(MISHAPS).map(([name, happen]) => [name, () => happen(module)]));
    const stop = async () => {
      processTimers.clearTimeout(next);
      await module.stop();
    };
    return { port: module.port, mishaps, input, stop };
  },
};
