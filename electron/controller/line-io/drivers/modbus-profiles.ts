import type { ModbusConnection, ModbusProfileName, ModbusRegisters } from '#contract/api-v3/signal-device.ts';

/** A module as its maker has laid it out. */
export interface ModbusProfile extends ModbusRegisters {
  /** The coil that starts the counter of a channel when it is set. */
  counterStart?: (channel: number) => number;
  /** Holding registers of the watchdog: its time in units of 100 ms, and the one that starts it. */
  watchdog?: { time: number; start: number };
}

/** From the makers' manuals; docs/operations/signals.md says what was tried. */
const PROFILES: Readonly<Record<ModbusProfileName, ModbusProfile>> = {
  'moxa-e1200': {
    inputs: { table: 'discrete-inputs', address: 0x0000 },
    outputs: { address: 0x0000, readTable: 'coils' },
    counters: { table: 'input-registers', address: 0x0010, stride: 2, bits: 32, highWordFirst: true },
    counterStart: (channel) => 0x0100 + channel,
  },
  'adam-6000': {
    inputs: { table: 'coils', address: 0 },
    outputs: { address: 16, readTable: 'coils' },
    counters: { table: 'holding-registers', address: 0, stride: 2, bits: 32, highWordFirst: false },
    counterStart: (channel) => 32 + 4 * channel,
  },
  'wago-750': {
    inputs: { table: 'discrete-inputs', address: 0x0000 },
    outputs: { address: 0x0000, readTable: 'coils', readAddress: 0x0200 },
    watchdog: { time: 0x1000, start: 0x1003 },
  },
  generic: {},
};

/** The registers of a module: those of its profile, replaced by those that the connection names. */
export function profileOf({ profile, registers = {} }: Pick<ModbusConnection, 'profile' | 'registers'>): ModbusProfile {
  const made = PROFILES[profile];
  const { inputs = made.inputs, outputs = made.outputs, counters = made.counters } = registers;
  const isMade = counters === made.counters;
  return { inputs, outputs, counters, ...(isMade && { counterStart: made.counterStart }), watchdog: made.watchdog };
}
