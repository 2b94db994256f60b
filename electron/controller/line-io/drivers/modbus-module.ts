import type { ModbusConnection } from '#contract/api-v3/signal-device.ts';
import type { ModbusClient } from '../../engines/connection/modbus/modbus-client.ts';
import { profileOf, type ModbusProfile } from './modbus-profiles.ts';
import type { Levels, UsedChannels } from './signal-driver.ts';

const WORD = 0x1_0000;
/** The unit of a watchdog's time, in milliseconds. */
const WATCHDOG_UNIT = 100;

/** The inputs, counters and outputs of a Modbus module, by channel. Rejects as `ModbusClient` does. */
export class ModbusModule {
  readonly #client: ModbusClient;
  readonly #connection: ModbusConnection;
  readonly #profile: ModbusProfile;

  constructor(client: ModbusClient, connection: ModbusConnection) {
    this.#client = client;
    this.#connection = connection;
    this.#profile = profileOf(connection);
  }

  /** The number of different counts. */
  get counterModulus(): number {
    return 2 ** (this.#profile.counters?.bits ?? 32);
  }

  /** Starts the counters that are used, and the watchdog. Call it after each connection. */
  async prepare({ counters }: Pick<UsedChannels, 'counters'>): Promise<void> {
    const { counterStart, watchdog } = this.#profile;
    if (counterStart) for (const channel of counters) await this.#client.writeCoil(counterStart(channel), true);
    const limit = Math.ceil(this.#connection.watchdog / WATCHDOG_UNIT);
    if (!watchdog || limit === 0) return;
    await this.#client.writeOne(watchdog.time, limit);
    await this.#client.writeOne(watchdog.start, 1);
  }

  async readInputs(): Promise<Levels> {
    const { inputs } = this.#profile;
    if (!inputs) return new Map();
    return this.#readBits(inputs.table, inputs.address, this.#connection.inputCount);
  }

  async readOutputs(): Promise<Levels> {
    const { outputs } = this.#profile;
    if (!outputs) return new Map();
    const { readTable, readAddress = outputs.address } = outputs;
    return this.#readBits(readTable, readAddress, this.#connection.outputCount);
  }

  async writeOutput(channel: number, isOn: boolean): Promise<void> {
    const { outputs } = this.#profile;
    if (outputs) await this.#client.writeCoil(outputs.address + channel, isOn);
  }

  /** Reads both words of each counter with one request, so that no carry falls between them. */
  async readCounters(channels: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const { counters } = this.#profile;
    const found = new Map<number, number>();
    if (!counters) return found;
    for (const channel of channels) {
      const address = counters.address + counters.stride * channel;
      const quantity = counters.bits / 16;
      const read =
        counters.table === 'input-registers' ? this.#client.readInput(address, quantity) : this.#client.readHolding(address, quantity);
      const [first = 0, second = 0] = await read;
      const [high, low] = counters.highWordFirst ? [first, second] : [second, first];
      found.set(channel, quantity === 1 ? first : high * WORD + low);
    }
    return found;
  }

  async #readBits(table: 'coils' | 'discrete-inputs', address: number, quantity: number): Promise<Levels> {
    if (quantity === 0) return new Map();
    const read = table === 'coils' ? this.#client.readCoils(address, quantity) : this.#client.readDiscrete(address, quantity);
    return new Map((await read).entries());
  }
}
