import { RegisterFault } from '../modbus/register-fault.ts';
import type { ModbusTables } from '../modbus/modbus-session.ts';

const CHANNELS = 16;
const WORD = 0x1_0000;
const MODULUS = WORD * WORD;
const NO_REGISTER = 2;
const NO_FUNCTION = 1;

/** Where a maker has put the channels. Addresses are from the manuals of Moxa (ioLogik E1200) and Advantech (ADAM-6000). */
interface Layout {
  inputs: { table: 'coils' | 'discrete'; address: number };
  outputs: number;
  counters: { table: 'holding' | 'input'; address: number; isHighFirst: boolean };
  /** The coil that starts the counter of a channel. */
  counterStart: { address: number; stride: number };
}

export const IO_MODULES = {
  'moxa-e1200': {
    inputs: { table: 'discrete', address: 0x0000 },
    outputs: 0x0000,
    counters: { table: 'input', address: 0x0010, isHighFirst: true },
    counterStart: { address: 0x0100, stride: 1 },
  },
  'adam-6000': {
    inputs: { table: 'coils', address: 0 },
    outputs: 16,
    counters: { table: 'holding', address: 0, isHighFirst: false },
    counterStart: { address: 32, stride: 4 },
  },
} as const satisfies Record<string, Layout>;
export type IoModuleProfile = keyof typeof IO_MODULES;

/** The terminals and counters of an I/O module, and its Modbus tables. */
export class IoTables implements ModbusTables {
  readonly inputs: boolean[] = Array<boolean>(CHANNELS).fill(false);
  readonly outputs: boolean[] = Array<boolean>(CHANNELS).fill(false);
  /** 32 bit; they continue at 0. */
  readonly counters: number[] = Array<number>(CHANNELS).fill(0);
  /** Called after a word of a counter was read. */
  onCounterRead: (channel: number) => void = () => undefined;
  readonly #layout: Layout;
  readonly #counting = new Set<number>();

  constructor(profile: IoModuleProfile) {
    this.#layout = IO_MODULES[profile];
  }

  /** A product passes the detector: its counter counts, if it was started. */
  pass(channel: number, products = 1): void {
    if (this.#counting.has(channel)) this.counters[channel] = ((this.counters[channel] ?? 0) + products) % MODULUS;
  }

  /** The module was switched off and on: counters stand still at 0, outputs are off. */
  restart(): void {
    this.counters.fill(0);
    this.outputs.fill(false);
    this.#counting.clear();
  }

  readCoil(address: number): boolean {
    const { inputs, outputs, counterStart } = this.#layout;
    if (inputs.table === 'coils' && isWithin(address, inputs.address)) return this.inputs[address - inputs.address] ?? false;
    if (isWithin(address, outputs)) return this.outputs[address - outputs] ?? false;
    const channel = (address - counterStart.address) / counterStart.stride;
    if (!Number.isInteger(channel) || channel < 0 || channel >= CHANNELS) throw new RegisterFault(NO_REGISTER);
    return this.#counting.has(channel);
  }

  readDiscrete(address: number): boolean {
    const { inputs } = this.#layout;
    if (inputs.table !== 'discrete' || !isWithin(address, inputs.address)) throw new RegisterFault(NO_REGISTER);
    return this.inputs[address - inputs.address] ?? false;
  }

  writeCoil(address: number, isOn: boolean): void {
    const { outputs, counterStart } = this.#layout;
    const channel = (address - counterStart.address) / counterStart.stride;
    if (Number.isInteger(channel) && channel >= 0 && channel < CHANNELS) {
      if (isOn) this.#counting.add(channel);
      else this.#counting.delete(channel);
    } else if (isWithin(address, outputs)) this.outputs[address - outputs] = isOn;
    else throw new RegisterFault(NO_REGISTER);
  }

  readHolding(address: number): number {
    return this.#readCounter('holding', address);
  }

  readInput(address: number): number {
    return this.#readCounter('input', address);
  }

  write(): void {
    throw new RegisterFault(NO_FUNCTION);
  }

  #readCounter(table: 'holding' | 'input', address: number): number {
    const { counters } = this.#layout;
    const channel = Math.floor((address - counters.address) / 2);
    if (counters.table !== table || channel < 0 || channel >= CHANNELS) throw new RegisterFault(NO_REGISTER);
    const isHigh = ((address - counters.address) % 2 === 0) === counters.isHighFirst;
    const count = this.counters[channel] ?? 0;
    return isHigh ? Math.floor(count / WORD) : count % WORD;
  }
}

function isWithin(address: number, first: number): boolean {
  return address >= first && address < first + CHANNELS;
}
