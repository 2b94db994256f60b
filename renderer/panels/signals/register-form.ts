import type { ModbusRegisters } from '#contract/api-v3/signal-device.ts';

type BitTable = NonNullable<ModbusRegisters['inputs']>['table'];
type Counters = NonNullable<ModbusRegisters['counters']>;

/** The registers of a module in the form. Addresses count from 0. */
export interface RegisterForm {
  inputTable: BitTable;
  inputAddress: number | undefined;
  outputAddress: number | undefined;
  outputReadTable: BitTable;
  /** Undefined: outputs are read back at the address at which they are written. */
  outputReadAddress: number | undefined;
  hasCounters: boolean;
  counterTable: Counters['table'];
  counterAddress: number | undefined;
  /** Registers from one counter to the next. */
  counterStride: number | undefined;
  counterBits: Counters['bits'];
  highWordFirst: boolean;
}

/** What a module that is not described yet begins with: a simple one without counters. */
const NEW = {
  inputs: { table: 'discrete-inputs', address: 0 },
  outputs: { address: 0, readTable: 'coils', readAddress: undefined },
  counters: { table: 'input-registers', address: 0, stride: 2, bits: 32, highWordFirst: true },
} as const;

/** The form of the registers of a module. */
export function registerFormOf({ inputs = NEW.inputs, outputs = NEW.outputs, counters }: ModbusRegisters = {}): RegisterForm {
  const { table: counterTable, address: counterAddress, stride, bits, highWordFirst } = counters ?? NEW.counters;
  return {
    ...{ inputTable: inputs.table, inputAddress: inputs.address },
    ...{ outputAddress: outputs.address, outputReadTable: outputs.readTable, outputReadAddress: outputs.readAddress },
    ...{ hasCounters: counters !== undefined, counterTable, counterAddress, counterStride: stride, counterBits: bits, highWordFirst },
  };
}

/** The registers of a form. An empty number is sent as -1, which the controller refuses at its field. */
export function registersOf(form: RegisterForm): ModbusRegisters {
  const { inputTable, outputReadTable, outputReadAddress, hasCounters, counterTable, counterBits, highWordFirst } = form;
  const counters: Counters = {
    ...{ table: counterTable, address: form.counterAddress ?? -1, stride: form.counterStride ?? -1, bits: counterBits, highWordFirst },
  };
  return {
    inputs: { table: inputTable, address: form.inputAddress ?? -1 },
    outputs: {
      ...{ address: form.outputAddress ?? -1, readTable: outputReadTable },
      ...(outputReadAddress !== undefined && { readAddress: outputReadAddress }),
    },
    ...(hasCounters && { counters }),
  };
}
