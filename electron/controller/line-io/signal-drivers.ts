import type { SignalConnection, SignalDevice, SignalTest } from '#contract/api-v3/signal-device.ts';
import type { Timers } from '../platform/timers.ts';
import { usesCounter } from './device-inputs.ts';
import { GpioDriver, testGpio } from './drivers/gpio-driver.ts';
import { ModbusDriver, testModbus } from './drivers/modbus-driver.ts';
import type { SignalDriver, UsedChannels } from './drivers/signal-driver.ts';
import { VirtualDriver } from './drivers/virtual-driver.ts';

export interface DriverDeps {
  timers: Timers;
  /** Monotonic milliseconds. */
  monotonicNow: () => number;
}

/** Makes the driver of a device. */
export function makeDriver(device: SignalDevice, deps: DriverDeps): SignalDriver {
  const { connection } = device;
  const used = usedBy(device);
  if (connection.kind === 'modbus') return new ModbusDriver({ connection, used, ...deps });
  if (connection.kind === 'gpio') return new GpioDriver({ connection, used, ...deps });
  return new VirtualDriver({ ...connection, ...deps });
}

/** Connects to a device and reads it once. Switches nothing. Never rejects. */
export async function testDevice(device: SignalDevice, deps: DriverDeps): Promise<SignalTest> {
  const { connection } = device;
  const used = usedBy(device);
  if (connection.kind === 'modbus') return testModbus({ connection, used, ...deps });
  if (connection.kind === 'gpio') return testGpio({ connection, used, ...deps });
  const { inputs, outputs } = channelCounts(connection);
  return { reachable: true, inputs: Array<boolean>(inputs).fill(false), outputs: Array<boolean>(outputs).fill(false) };
}

/** How many channels a device has; the lines of a chip are shown only where they are used. */
export function channelCounts(connection: SignalConnection): { inputs: number; outputs: number } {
  if (connection.kind === 'gpio') return { inputs: 0, outputs: 0 };
  return { inputs: connection.inputCount, outputs: connection.outputCount };
}

function usedBy({ inputs, outputs }: SignalDevice): UsedChannels {
  return {
    inputs: inputs.map(({ channel }) => channel),
    outputs: outputs.map(({ channel }) => channel),
    counters: inputs.filter(usesCounter).map(({ channel }) => channel),
  };
}
