import { DeviceServer, type AnswerBehaviour } from '../device/device-server.ts';
import { ModbusSession } from '../modbus/modbus-session.ts';
import { processTimers, type EmulatorTimers } from '../zpl/emulator-timers.ts';
import { IoTables, type IoModuleProfile } from './io-tables.ts';

export interface IoModuleOptions {
  profile?: IoModuleProfile;
  timers?: EmulatorTimers;
  /** Called when an answer is about to be sent. */
  onAnswer?: () => void;
}

/** An I/O module with Modbus TCP, for training and tests without a device. */
export class IoModuleEmulator {
  readonly tables: IoTables;
  readonly #server: DeviceServer;

  constructor({ profile = 'moxa-e1200', timers = processTimers, onAnswer }: IoModuleOptions = {}) {
    this.tables = new IoTables(profile);
    this.#server = new DeviceServer({
      timers,
      onConnect: (connection) => {
        const session = new ModbusSession(this.tables, connection);
        return (bytes) => {
          session.take(bytes);
          onAnswer?.();
        };
      },
    });
  }

  get behaviour(): AnswerBehaviour {
    return this.#server.behaviour;
  }

  get port(): number {
    return this.#server.port;
  }

  /** Pieces of data received and sent, connections included. */
  get traffic(): number {
    return this.#server.traffic;
  }

  /** Listens on the port; 0 chooses a free one. */
  async start(port = 0): Promise<void> {
    await this.#server.open(port);
  }

  async stop(): Promise<void> {
    await this.#server.close();
  }

  /** Ends all connections; new ones work. */
  cut(): void {
    this.#server.cut();
  }

  /** Its open connections are dead, but the other side does not notice. New connections work. */
  freeze(): void {
    this.#server.freeze();
  }

  /** Sends bytes that answer nothing. */
  babble(bytes: Uint8Array): void {
    this.#server.send(bytes);
  }

  /** It is switched off and on again: its counters begin at 0. */
  restart(): void {
    this.#server.cut();
    this.tables.restart();
  }
}
