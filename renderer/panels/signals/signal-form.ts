import type {
  InputFunction,
  ModbusProfileName,
  NumberedJob,
  OutputCondition,
  SignalConnection,
  SignalDevice,
  SignalInput,
  SignalOutput,
} from '#contract/api-v3/signal-device.ts';
import { registerFormOf, registersOf, type RegisterForm } from './register-form.ts';

/** An input in the form. */
export interface InputForm {
  name: string;
  channel: number | undefined;
  kind: InputFunction['kind'];
  printer: string;
  useCounter: boolean;
  bit: number | undefined;
  invert: boolean;
  debounce: number | undefined;
}

/** An output in the form; an empty printer is every printer. */
export interface OutputForm {
  name: string;
  channel: number | undefined;
  condition: OutputCondition;
  printer: string;
  invert: boolean;
  delay: number | undefined;
  minimum: number | undefined;
  safeState: SignalOutput['safeState'];
}

/** A prepared job in the form; an empty table prints the label alone. */
export interface JobForm {
  number: number | undefined;
  printer: string;
  labelName: string;
  tableName: string;
}

/** A device in the form, with the fields of every kind of connection. */
export interface DeviceForm {
  kind: SignalConnection['kind'];
  host: string;
  port: number | undefined;
  unit: number | undefined;
  profile: ModbusProfileName;
  /** For a module of another maker. */
  registers: RegisterForm;
  pollInterval: number | undefined;
  inputCount: number | undefined;
  outputCount: number | undefined;
  chip: string;
  watchdog: number | undefined;
  inputs: InputForm[];
  outputs: OutputForm[];
  jobs: JobForm[];
}

const NEW: Omit<DeviceForm, 'registers'> = {
  ...{ kind: 'modbus', host: '', port: 502, unit: 1, profile: 'moxa-e1200', pollInterval: 20, inputCount: 8, outputCount: 8 },
  ...{ chip: 'gpiochip0', watchdog: 0, inputs: [], outputs: [], jobs: [] },
};

/** The form of a stored device, or of a new one. */
export function formOf(device: SignalDevice | undefined): DeviceForm {
  if (!device) return { ...NEW, registers: registerFormOf(), inputs: [], outputs: [], jobs: [] };
  const signals = { inputs: device.inputs.map(inputForm), outputs: device.outputs.map(outputForm) };
  const { connection } = device;
  const registers = registerFormOf(connection.kind === 'modbus' ? connection.registers : undefined);
  return { ...NEW, ...connection, registers, ...signals, jobs: device.jobs.map((job) => ({ tableName: '', ...job })) };
}

/** A new input or output gets the first channel that is free. */
export function freeChannel(used: readonly { channel: number | undefined }[]): number {
  const channels = new Set(used.map(({ channel }) => channel));
  let channel = 0;
  while (channels.has(channel)) channel++;
  return channel;
}

/** The device of a form. What the form does not show stays as it was stored. An empty number is sent as -1, which the controller refuses at its field. */
export function deviceOf(form: DeviceForm, stored: SignalDevice | undefined): SignalDevice {
  return {
    connection: connectionOf(form, stored?.connection),
    inputs: form.inputs.map(inputOf),
    outputs: form.outputs.map(outputOf),
    jobs: form.jobs.map(jobOf),
  };
}

function connectionOf(form: DeviceForm, stored: SignalConnection | undefined): SignalConnection {
  const channels = { inputCount: given(form.inputCount), outputCount: given(form.outputCount) };
  if (form.kind === 'virtual') return { kind: 'virtual', ...channels };
  if (form.kind === 'gpio') return { kind: 'gpio', chip: form.chip.trim() };
  const kept = stored?.kind === 'modbus' && stored.profile === form.profile ? stored : {};
  const registers = form.profile === 'generic' && { registers: registersOf(form.registers) };
  // Other modules have their watchdog set on themselves.
  const watchdog = form.profile === 'wago-750' ? given(form.watchdog) : 0;
  const { host, port, unit, profile, pollInterval } = form;
  const address = { host: host.trim(), port: given(port), unit: given(unit) };
  return { ...kept, kind: 'modbus', ...address, profile, pollInterval: given(pollInterval), watchdog, ...channels, ...registers };
}

function jobOf({ number, tableName, ...job }: JobForm): NumberedJob {
  const table = tableName.trim();
  return { ...job, number: given(number), ...(table !== '' && { tableName: table }) };
}

function inputForm({ name, channel, invert, debounce, function: role }: SignalInput): InputForm {
  return {
    ...{ name, channel, invert, debounce, kind: role.kind },
    printer: ('printer' in role && role.printer) || '',
    useCounter: role.kind === 'product-detector' && role.useCounter,
    bit: role.kind === 'job-number-bit' ? role.bit : 0,
  };
}

function inputOf({ name, channel, invert, debounce, ...form }: InputForm): SignalInput {
  return { name: name.trim(), channel: given(channel), invert, debounce: given(debounce), function: functionOf(form) };
}

function functionOf({ kind, printer, useCounter, bit }: Pick<InputForm, 'kind' | 'printer' | 'useCounter' | 'bit'>): InputFunction {
  switch (kind) {
    case 'product-detector':
      return { kind, printer, useCounter };
    case 'job-number-bit':
      return { kind, printer, bit: given(bit) };
    case 'job-number-strobe':
      return { kind, printer };
    case 'none':
      return { kind };
    default:
      return { kind, ...(printer !== '' && { printer }) };
  }
}

function outputForm({ printer = '', ...output }: SignalOutput): OutputForm {
  return { ...output, printer };
}

function outputOf({ printer, channel, delay, minimum, name, ...output }: OutputForm): SignalOutput {
  const numbers = { channel: given(channel), delay: given(delay), minimum: given(minimum) };
  return { ...output, name: name.trim(), ...numbers, ...(printer !== '' && { printer }) };
}

function given(number: number | undefined): number {
  return number ?? -1;
}
