import { z } from 'zod';
import { newNameSchema, nameSchema } from './name.ts';

/** The most inputs, and the most outputs, of one device. */
export const MAX_CHANNELS = 64;

const whole = (least: number, most: number, unit = '') =>
  z
    .number('must be a number')
    .int('must be a whole number')
    .min(least, `must be at least ${least}${unit}`)
    .max(most, `must be at most ${most}${unit}`);
const milliseconds = (most: number) => whole(0, most, ' ms');
const trueOrFalse = z.boolean('must be true or false');
const channel = whole(0, MAX_CHANNELS - 1);
const channelCount = whole(0, MAX_CHANNELS);
const address = whole(0, 0xffff);

/** A module as its maker has laid out its registers; `generic` needs `registers`. */
export const modbusProfileSchema = z.enum(['moxa-e1200', 'adam-6000', 'wago-750', 'generic']);
export type ModbusProfileName = z.infer<typeof modbusProfileSchema>;

/** The profiles whose modules count; others do if `registers` says where. */
const PROFILES_WITH_COUNTERS: ReadonlySet<ModbusProfileName> = new Set(['moxa-e1200', 'adam-6000']);

const bitTable = z.enum(['coils', 'discrete-inputs']);

/** Where a module has its inputs, counters and outputs. Addresses count from 0. Replaces what the profile says. */
export const modbusRegistersSchema = z.strictObject({
  inputs: z.strictObject({ table: bitTable, address }).optional(),
  outputs: z.strictObject({ address, readTable: bitTable.default('coils'), readAddress: address.optional() }).optional(),
  /** Absent: the module does not count. */
  counters: z
    .strictObject({
      table: z.enum(['holding-registers', 'input-registers']),
      address,
      /** Registers from one counter to the next. */
      stride: whole(1, 16),
      bits: z.union([z.literal(16), z.literal(32)], 'must be 16 or 32'),
      /** Whether the first register of a counter is its high word. */
      highWordFirst: trueOrFalse,
    })
    .optional(),
});
export type ModbusRegisters = z.infer<typeof modbusRegistersSchema>;

const channels = { inputCount: channelCount.default(8), outputCount: channelCount.default(8) };

const modbusConnectionSchema = z.strictObject({
  kind: z.literal('modbus'),
  host: z.string('must be a text').min(1, 'must not be empty').max(255, 'must have at most 255 characters'),
  port: whole(1, 65_535).default(502),
  /** The unit identifier. */
  unit: whole(0, 255).default(1),
  profile: modbusProfileSchema,
  /** Milliseconds from one reading of the inputs to the next. */
  pollInterval: whole(5, 10_000, ' ms').default(20),
  ...channels,
  registers: modbusRegistersSchema.optional(),
  /** The module switches its outputs off after this silence, in milliseconds; 0: never. For WAGO couplers: others are set on the module itself. */
  watchdog: milliseconds(60_000).default(0),
});
const gpioConnectionSchema = z.strictObject({
  kind: z.literal('gpio'),
  /** The chip as `gpiodetect` names it. Channels are its lines. */
  chip: z.string('must be a text').regex(/^gpiochip\d{1,3}$/, 'must be a name such as gpiochip0'),
});
const virtualConnectionSchema = z.strictObject({ kind: z.literal('virtual'), ...channels });

/** How a device is reached. `virtual`: a device to train on, without any hardware. */
export const signalConnectionSchema = z.discriminatedUnion(
  'kind',
  [modbusConnectionSchema, gpioConnectionSchema, virtualConnectionSchema],
  'must be of the kind modbus, gpio or virtual',
);
export type SignalConnection = z.output<typeof signalConnectionSchema>;
export type ModbusConnection = z.output<typeof modbusConnectionSchema>;
export type GpioConnection = z.output<typeof gpioConnectionSchema>;

/** What an input is for. */
export const inputFunctionSchema = z.discriminatedUnion(
  'kind',
  [
    /** A product: the printer prints once. With `useCounter` the module counts, so that no product between two readings is lost. */
    z.strictObject({ kind: z.literal('product-detector'), printer: nameSchema, useCounter: trueOrFalse.default(false) }),
    z.strictObject({ kind: z.literal('line-running'), printer: nameSchema.optional() }),
    z.strictObject({ kind: z.literal('external-stop'), printer: nameSchema.optional() }),
    z.strictObject({ kind: z.literal('acknowledge'), printer: nameSchema.optional() }),
    /** One binary digit of the number of a prepared job; `bit` 0 is worth 1, `bit` 1 is worth 2, and so on. */
    z.strictObject({ kind: z.literal('job-number-bit'), printer: nameSchema, bit: whole(0, 15) }),
    /** Its rising edge takes the number. Without one, a number that is unchanged for 250 ms is taken. */
    z.strictObject({ kind: z.literal('job-number-strobe'), printer: nameSchema }),
    /** Shown only. */
    z.strictObject({ kind: z.literal('none') }),
  ],
  'must be a function of an input',
);
export type InputFunction = z.output<typeof inputFunctionSchema>;

const signal = { name: newNameSchema, channel, invert: trueOrFalse.default(false) };

export const signalInputSchema = z.strictObject({
  ...signal,
  /** A change counts when the input has kept it for this time, in milliseconds. A counter is not affected: its module filters. */
  debounce: milliseconds(10_000).default(0),
  function: inputFunctionSchema,
});
export type SignalInput = z.output<typeof signalInputSchema>;

/** When an output is on. Without a printer: if it is so for any printer; `ready` and `green`: if it is so for all. */
export const OUTPUT_CONDITIONS = [
  'always',
  'ready',
  'green',
  'amber',
  'red',
  'ink-low',
  'ink-empty',
  'job-selected',
  'count-reached',
  'line-stopped',
  'reject',
  'heartbeat',
] as const;
export const outputConditionSchema = z.enum(OUTPUT_CONDITIONS, 'must be a condition of an output');
export type OutputCondition = z.infer<typeof outputConditionSchema>;

export const signalOutputSchema = z.strictObject({
  ...signal,
  condition: outputConditionSchema,
  printer: nameSchema.optional(),
  /** Milliseconds from the condition to the output, both on and off. */
  delay: milliseconds(60_000).default(0),
  /** Milliseconds that the output stays on at least; for `heartbeat`, that it stays on and off. */
  minimum: milliseconds(60_000).default(100),
  /** What the output is set to when Strobe ends. */
  safeState: z.enum(['off', 'on', 'keep'], 'must be off, on or keep').default('off'),
});
export type SignalOutput = z.output<typeof signalOutputSchema>;

/** What a number selects on a printer. */
export const numberedJobSchema = z.strictObject({
  printer: nameSchema,
  number: whole(1, 65_535),
  labelName: nameSchema,
  /** All rows of this table are printed; without one, the label alone. */
  tableName: nameSchema.optional(),
});
export type NumberedJob = z.output<typeof numberedJobSchema>;

/** A device with inputs and outputs of the line (extension). PUT replaces all of it. No output is a safety function. */
export const signalDeviceSchema = z
  .strictObject({
    connection: signalConnectionSchema,
    inputs: z.array(signalInputSchema).max(MAX_CHANNELS, `must have at most ${MAX_CHANNELS} inputs`).default([]),
    outputs: z.array(signalOutputSchema).max(MAX_CHANNELS, `must have at most ${MAX_CHANNELS} outputs`).default([]),
    jobs: z.array(numberedJobSchema).max(1_000, 'must have at most 1 000 jobs').default([]),
  })
  .superRefine((device, context) => {
    for (const { path, message } of findContradictions(device)) context.addIssue({ code: 'custom', path, message });
  });
export type SignalDevice = z.output<typeof signalDeviceSchema>;

interface Contradiction {
  path: (string | number)[];
  message: string;
}

type DeviceParts = Pick<SignalDevice, 'connection' | 'inputs' | 'outputs' | 'jobs'>;

function findContradictions({ connection, inputs, outputs, jobs }: DeviceParts): Contradiction[] {
  const jobNumbers = jobs.map(({ printer, number }) => `${number} of ${printer}`);
  return [
    ...repeated('inputs', 'channel', inputs),
    ...repeated('inputs', 'name', inputs),
    ...repeated('outputs', 'channel', outputs),
    ...repeated('outputs', 'name', outputs),
    ...jobNumbers.flatMap((job, at) =>
      jobNumbers.indexOf(job) < at ? [{ path: ['jobs', at, 'number'], message: 'is used already' }] : [],
    ),
    ...beyond('inputs', inputs, connection.kind === 'gpio' ? MAX_CHANNELS : connection.inputCount),
    ...beyond('outputs', outputs, connection.kind === 'gpio' ? MAX_CHANNELS : connection.outputCount),
    ...connectionFaults(connection),
    ...(hasCounters(connection) ? [] : countedInputs(inputs)),
    ...rejectsWithoutTime(outputs),
    ...bothWays({ connection, inputs, outputs }),
  ];
}

function repeated<Key extends 'channel' | 'name'>(list: string, key: Key, signals: readonly Record<Key, unknown>[]): Contradiction[] {
  const values = signals.map((one) => one[key]);
  return values.flatMap((value, at) => (values.indexOf(value) < at ? [{ path: [list, at, key], message: 'is used already' }] : []));
}

function beyond(list: string, signals: readonly { channel: number }[], count: number): Contradiction[] {
  const faults = signals.map(({ channel: used }, at) =>
    used < count ? undefined : { path: [list, at, 'channel'], message: `must be less than ${count}` },
  );
  return faults.filter((fault) => fault !== undefined);
}

function connectionFaults(connection: SignalConnection): Contradiction[] {
  if (connection.kind !== 'modbus') return [];
  const { profile, registers, watchdog, inputCount, outputCount } = connection;
  const found: Contradiction[] = [];
  const lacks = (what: 'inputs' | 'outputs', count: number) => profile === 'generic' && count > 0 && registers?.[what] === undefined;
  if (lacks('inputs', inputCount)) found.push({ path: ['connection', 'registers'], message: 'must say where the inputs are' });
  if (lacks('outputs', outputCount)) found.push({ path: ['connection', 'registers'], message: 'must say where the outputs are' });
  if (watchdog > 0 && profile !== 'wago-750') {
    found.push({ path: ['connection', 'watchdog'], message: 'can be set from here for WAGO couplers only: set it on the module' });
  }
  return found;
}

/** Whether the device counts what passes its inputs. */
function hasCounters(connection: SignalConnection): boolean {
  if (connection.kind !== 'modbus') return connection.kind === 'virtual';
  return connection.registers?.counters !== undefined || PROFILES_WITH_COUNTERS.has(connection.profile);
}

function countedInputs(inputs: DeviceParts['inputs']): Contradiction[] {
  return inputs.flatMap(({ function: role }, at) =>
    role.kind === 'product-detector' && role.useCounter
      ? [{ path: ['inputs', at, 'function', 'useCounter'], message: 'needs a device with counters' }]
      : [],
  );
}

function rejectsWithoutTime(outputs: DeviceParts['outputs']): Contradiction[] {
  return outputs.flatMap(({ condition, minimum }, at) =>
    condition === 'reject' && minimum === 0 ? [{ path: ['outputs', at, 'minimum'], message: 'must be at least 1 ms for a reject' }] : [],
  );
}

/** A line of a chip is an input or an output. */
function bothWays({ connection, inputs, outputs }: Pick<DeviceParts, 'connection' | 'inputs' | 'outputs'>): Contradiction[] {
  if (connection.kind !== 'gpio') return [];
  const used = new Set(inputs.map((input) => input.channel));
  return outputs.flatMap((output, at) =>
    used.has(output.channel) ? [{ path: ['outputs', at, 'channel'], message: 'is an input already' }] : [],
  );
}

/** Whether a device answers. */
export const signalContactSchema = z.object({
  isConnected: z.boolean(),
  /** Why it is not connected; absent while it is. */
  reason: z.string().optional(),
});
export type SignalContact = z.infer<typeof signalContactSchema>;

export const signalDeviceListSchema = z.array(z.object({ name: z.string(), device: signalDeviceSchema, contact: signalContactSchema }));
export type SignalDeviceList = z.infer<typeof signalDeviceListSchema>;

/** The present state of a device. `isOn` is what the terminal has, before inversion; null while it is not known. */
export const signalsSchema = z.object({
  contact: signalContactSchema,
  inputs: z.array(
    z.object({
      channel: z.number().int(),
      isOn: z.boolean().nullable(),
      /** The count of the module, where an input uses it. */
      count: z.number().optional(),
      /** Products of this input since the start of the controller. */
      products: z.number().int().optional(),
      /** Of these, products that passed while the device was away or could not be printed at once. */
      missed: z.number().int().optional(),
    }),
  ),
  outputs: z.array(
    z.object({
      channel: z.number().int(),
      isOn: z.boolean().nullable(),
      /** What it is to be; absent for an output without a condition. */
      wanted: z.boolean().optional(),
      /** Milliseconds until a forced output follows its condition again. */
      forcedFor: z.number().int().optional(),
    }),
  ),
  /** What keeps signals from having an effect, in sentences. */
  faults: z.array(z.string()),
});
export type Signals = z.infer<typeof signalsSchema>;

/** The longest time for which an output is forced, in milliseconds. */
export const MAX_FORCE = 60_000;
export const forcingSchema = z.strictObject({ on: trueOrFalse, forMs: whole(100, MAX_FORCE, ' ms').default(5_000) });
export type Forcing = z.output<typeof forcingSchema>;

/** Sets an input of the virtual device. With `forMs` it goes back after that time: a product passes. */
export const virtualInputSchema = z.strictObject({ on: trueOrFalse, forMs: whole(1, MAX_FORCE, ' ms').optional() });
export type VirtualInput = z.output<typeof virtualInputSchema>;

/** Result of a test that switches no output. */
export const signalTestSchema = z.object({
  reachable: z.boolean(),
  /** Why not, or what the device refused. */
  reason: z.string().optional(),
  inputs: z.array(z.boolean()),
  outputs: z.array(z.boolean()),
});
export type SignalTest = z.infer<typeof signalTestSchema>;
