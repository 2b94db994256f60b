import { afterEach, beforeEach, expect, it } from 'vitest';
import { signalConnectionSchema } from '#contract/api-v3/signal-device.ts';
import { ModbusDriver } from '#controller/line-io/drivers/modbus-driver.ts';
import type { UsedChannels } from '#controller/line-io/drivers/signal-driver.ts';
import { DeviceClock } from '#support/device-clock.ts';
import { RegisterFault } from '../../../../../../electron/emulators/modbus/register-fault.ts';
import { IoModuleEmulator } from '../../../../../../electron/emulators/io-module/io-module-emulator.ts';

const CHANNEL = 2;
const COUNTERS = { inputs: [CHANNEL], outputs: [CHANNEL], counters: [CHANNEL] };
const LEVELS = { inputs: [CHANNEL], outputs: [CHANNEL], counters: [] };

let clock: DeviceClock;
let module: IoModuleEmulator;
let driver: ModbusDriver | undefined;
/** What the module was asked, what the driver told and, after `@`, when. */
let facts: string[];

beforeEach(async () => {
  facts = [];
  clock = new DeviceClock(() => module.traffic);
  module = new IoModuleEmulator({ timers: clock });
  note(module, 'readCoil', 'asked for outputs');
  note(module, 'readDiscrete', 'asked for inputs');
  note(module, 'readInput', 'asked for counters');
  await module.start();
});
afterEach(async () => {
  await clock.settled(driver?.stop() ?? Promise.resolve());
  await module.stop();
  driver = undefined;
});

/** Writes down that the module reads this table, once for several channels. */
function note({ tables }: IoModuleEmulator, table: 'readCoil' | 'readDiscrete' | 'readInput', fact: string): void {
  const read = tables[table].bind(tables);
  tables[table] = (address: never) => {
    if (facts.at(-1) !== fact) facts.push(fact);
    return read(address) as never;
  };
}

/** Starts a driver, each timer of which is late by so many milliseconds. */
function start(used: UsedChannels, late = 0): void {
  const connection = signalConnectionSchema.parse({ kind: 'modbus', host: '127.0.0.1', port: module.port, profile: 'moxa-e1200' });
  if (connection.kind !== 'modbus') throw new Error('that is no Modbus module');
  const begun = clock.now;
  driver = new ModbusDriver({
    ...{ connection, used, monotonicNow: () => clock.now },
    timers: { setTimeout: (act, delay) => clock.setTimeout(act, delay + late), clearTimeout: (handle) => clock.clearTimeout(handle) },
  });
  driver.start({
    connected: () => facts.push('connected'),
    inputsRead: ({ inputs, counters }) => facts.push(`inputs ${inputs.get(CHANNEL)} ${counters.get(CHANNEL)} @${clock.now - begun}`),
    outputsRead: (levels) => facts.push(`outputs ${levels.get(CHANNEL)}`),
    disconnected: (reason) => facts.push(`disconnected: ${reason}`),
  });
}

const toldInputs = () => facts.filter((fact) => fact.startsWith('inputs'));

it('tells the inputs before it asks for the outputs', async () => {
  start(COUNTERS);
  await clock.until(() => expect(facts.filter((fact) => fact.startsWith('outputs'))).toHaveLength(2));
  const compared = facts.lastIndexOf('asked for outputs');
  expect(facts.slice(compared - 3)).toEqual([
    'asked for inputs',
    'asked for counters',
    'inputs false 0 @1000',
    'asked for outputs',
    'outputs false',
  ]);
});

it('keeps to its grid while each timer is late', async () => {
  start(LEVELS, 3);
  await clock.until(() => expect(toldInputs()).toHaveLength(4));
  expect(toldInputs()).toEqual([3, 23, 43, 63].map((at) => `inputs false undefined @${at}`));
});

it('tells a change at the next poll', async () => {
  start(LEVELS);
  await clock.until(() => expect(toldInputs()).toHaveLength(3));
  module.tables.inputs[CHANNEL] = true;
  await clock.until(() => expect(toldInputs()).toHaveLength(4));
  expect(toldInputs().slice(2)).toEqual(['inputs false undefined @40', 'inputs true undefined @60']);
});

it('sets an output again that the module has changed', async () => {
  start(LEVELS);
  driver?.write(CHANNEL, true);
  await clock.until(() => expect(module.tables.outputs[CHANNEL]).toBe(true));
  module.tables.outputs[CHANNEL] = false;
  await clock.until(() => expect(module.tables.outputs[CHANNEL]).toBe(true));
  expect(facts).toContain('outputs false');
});

it('is not connected to a module that refuses to tell its outputs', async () => {
  module.tables.readCoil = () => {
    throw new RegisterFault(2);
  };
  start(LEVELS);
  const refusal = 'disconnected: the device refuses to read coil 0x0000: it does not have this register';
  await clock.until(() => expect(facts).toEqual([refusal, refusal, refusal]));
});
