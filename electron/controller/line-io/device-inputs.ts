import type { SignalDevice, SignalInput, Signals } from '#contract/api-v3/signal-device.ts';
import type { LineInputChange, LinePrinters } from './line-ports.ts';
import { InputFilter } from './input-filter.ts';
import { JobNumber } from './job-number.ts';
import { ProductCounter, type PassedProducts } from './product-counter.ts';
import type { InputReading } from './drivers/signal-driver.ts';

/** The most products of one reading that are printed. A printer takes no more at once, and each of them is a request of its own. */
const MAX_BURST = 32;

export interface DeviceInputsOptions {
  name: string;
  device: SignalDevice;
  counterModulus: number;
  printers: LinePrinters;
  onLineInput: (change: Omit<LineInputChange, 'device'>) => void;
}

interface WatchedInput {
  input: SignalInput;
  filter: InputFilter;
  counter: ProductCounter | undefined;
  products: number;
  missed: number;
}

interface NumberedPrinter {
  printer: string;
  number: JobNumber;
  bits: readonly { bit: number; watched: WatchedInput }[];
  strobe: WatchedInput | undefined;
}

/** The inputs of one device: makes products, chosen jobs and changes of its readings. */
export class DeviceInputs {
  readonly #options: DeviceInputsOptions;
  readonly #watched: readonly WatchedInput[];
  readonly #numbered: readonly NumberedPrinter[];
  #terminals: ReadonlyMap<number, boolean> = new Map();
  #isFirst = true;

  constructor(options: DeviceInputsOptions) {
    this.#options = options;
    this.#watched = options.device.inputs.map((input) => ({
      input,
      filter: new InputFilter({ isInverted: input.invert, debounce: input.debounce }),
      counter: usesCounter(input) ? new ProductCounter(options.counterModulus) : undefined,
      ...{ products: 0, missed: 0 },
    }));
    this.#numbered = numberedPrinters(this.#watched);
  }

  /** There is a new connection. What passed while the device was away is not known, unless it has counted it. */
  restart(): void {
    this.#isFirst = true;
    for (const { filter, counter } of this.#watched) {
      filter.restart();
      counter?.restart();
    }
  }

  /** The device does not answer: its levels are not known. */
  forget(): void {
    this.#terminals = new Map();
  }

  /** Takes a reading at a time in monotonic milliseconds. */
  read({ inputs, counters }: InputReading, at: number): void {
    this.#terminals = inputs;
    const rising = new Set<WatchedInput>();
    for (const watched of this.#watched) {
      const { channel } = watched.input;
      const terminal = inputs.get(channel);
      const edge = terminal === undefined ? undefined : watched.filter.read(terminal, at);
      if (edge === 'rising') rising.add(watched);
      const count = counters.get(channel);
      if (watched.counter) this.#pass(watched, count === undefined ? undefined : watched.counter.read(count));
      else if (edge !== undefined || this.#isFirst) this.#changed(watched, edge);
    }
    this.#readNumbers(rising, at);
    this.#isFirst = false;
  }

  /** Present levels, for the live view. */
  view(count: number): Signals['inputs'] {
    const channels = new Set([...Array(count).keys(), ...this.#watched.map(({ input }) => input.channel)]);
    return [...channels].map((channel) => {
      const watched = this.#watched.find(({ input }) => input.channel === channel);
      const isProduct = watched?.input.function.kind === 'product-detector';
      return {
        channel,
        isOn: this.#terminals.get(channel) ?? null,
        ...(watched?.counter?.count !== undefined && { count: watched.counter.count }),
        ...(watched && isProduct && { products: watched.products, missed: watched.missed }),
      };
    });
  }

  #changed(watched: WatchedInput, edge: 'rising' | 'falling' | undefined): void {
    const { name, function: role } = watched.input;
    if (role.kind === 'product-detector' && edge === 'rising') this.#pass(watched, { detected: 1, missed: 0, isSetBack: false });
    if (role.kind !== 'line-running' && role.kind !== 'external-stop' && role.kind !== 'acknowledge') return;
    this.#options.onLineInput({ input: name, kind: role.kind, printer: role.printer, isOn: watched.filter.level ?? false });
  }

  #pass(watched: WatchedInput, passed: PassedProducts | undefined): void {
    const { name: device, printers } = this.#options;
    const { function: role, name } = watched.input;
    if (role.kind !== 'product-detector' || !passed) return;
    const { printer } = role;
    const miss = (products: number, reason: string): void => {
      if (products === 0) return;
      watched.products += products;
      watched.missed += products;
      printers.missed(printer, products, reason);
    };
    const isAt = `at the input ${name} of ${device}`;
    miss(
      passed.missed,
      passed.isSetBack
        ? `The counter ${isAt} was set back; what passed before is not known.`
        : `Products passed ${isAt} while it did not answer.`,
    );
    const printed = Math.min(passed.detected, MAX_BURST);
    watched.products += printed;
    for (let product = 0; product < printed; product++) printers.detected(printer);
    miss(passed.detected - printed, `More than ${MAX_BURST} products passed ${isAt} between two readings.`);
  }

  #readNumbers(rising: ReadonlySet<WatchedInput>, at: number): void {
    for (const { printer, number, bits, strobe } of this.#numbered) {
      const levels = new Map(bits.map(({ bit, watched }) => [bit, watched.filter.level ?? false]));
      if (this.#isFirst) number.restart(levels);
      const chosen = number.read(levels, at, strobe !== undefined && rising.has(strobe));
      const job = this.#options.device.jobs.find((candidate) => candidate.printer === printer && candidate.number === chosen);
      if (job) this.#options.printers.select(job);
    }
  }
}

export function usesCounter({ function: role }: SignalInput): boolean {
  return role.kind === 'product-detector' && role.useCounter;
}

function numberedPrinters(watched: readonly WatchedInput[]): NumberedPrinter[] {
  const digits = watched.flatMap((one) => (one.input.function.kind === 'job-number-bit' ? [{ ...one.input.function, watched: one }] : []));
  return [...new Set(digits.map(({ printer }) => printer))].map((printer) => {
    const strobe = watched.find(({ input }) => input.function.kind === 'job-number-strobe' && input.function.printer === printer);
    return {
      printer,
      number: new JobNumber({ hasStrobe: strobe !== undefined }),
      bits: digits.filter((digit) => digit.printer === printer),
      strobe,
    };
  });
}
