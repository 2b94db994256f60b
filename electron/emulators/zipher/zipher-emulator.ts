import { DeviceServer, type AnswerBehaviour } from '../device/device-server.ts';
import type { FieldPrint } from '../device/print-log.ts';
import { processTimers, type EmulatorTimers } from '../zpl/emulator-timers.ts';
import { ZipherMechanism } from './zipher-mechanism.ts';
import { ZipherSession, type EmulatedZipher } from './zipher-session.ts';

export interface ZipherEmulatorOptions {
  timers?: EmulatorTimers;
  /** Milliseconds for one print. */
  printTime?: number;
  /** Whether products pass its detector all the time. If not, it prints on command only. */
  hasProducts?: boolean;
  jobs?: Readonly<Record<string, readonly string[]>>;
  /** False: it refuses the commands of the serialization buffer, as older software does. */
  hasSerialization?: boolean;
  /** Called for each print. */
  onPrint?: (print: FieldPrint) => void;
  /** Prints in its life before. */
  count?: number;
}

const JOBS = { Code: ['Code'], 'Best before': ['Date', 'Batch', 'Code'] };

/** A Videojet device that understands the Zipher text protocol, on a TCP port, for training and tests. */
export class ZipherEmulator implements EmulatedZipher {
  readonly mechanism: ZipherMechanism;
  readonly jobs: Readonly<Record<string, readonly string[]>>;
  readonly hasSerialization: boolean;
  isRefusing = false;
  /** What came out, oldest first. */
  readonly prints: FieldPrint[] = [];
  readonly #server: DeviceServer;
  readonly #sessions = new Set<ZipherSession>();

  constructor({
    timers = processTimers,
    printTime = 300,
    hasProducts = true,
    jobs = JOBS,
    hasSerialization = true,
    onPrint,
    count = 0,
  }: ZipherEmulatorOptions = {}) {
    this.jobs = jobs;
    this.hasSerialization = hasSerialization;
    const keep = (print: FieldPrint): void => {
      this.prints.push(print);
      onPrint?.(print);
    };
    const onNote = (name: string): void => {
      for (const session of this.#sessions) {
        if (session.isOpen) session.note(name);
        else this.#sessions.delete(session);
      }
    };
    this.mechanism = new ZipherMechanism({ timers, printTime, hasProducts, onPrint: keep, onNote });
    this.mechanism.total = count;
    this.#server = new DeviceServer({
      timers,
      onConnect: (connection) => {
        const session = new ZipherSession(this, connection);
        this.#sessions.add(session);
        return (bytes) => session.take(bytes);
      },
    });
  }

  get behaviour(): AnswerBehaviour {
    return this.#server.behaviour;
  }

  get port(): number {
    return this.#server.port;
  }

  get traffic(): number {
    return this.#server.traffic;
  }

  get connections(): number {
    return this.#server.connections;
  }

  /** Listens on the port; 0 chooses a free one. */
  async start(port = 0): Promise<void> {
    await this.#server.open(port);
  }

  async stop(): Promise<void> {
    await this.cutPower();
  }

  /** The power fails: connections and the values that it holds are lost. */
  async cutPower(): Promise<void> {
    this.mechanism.powerOff();
    await this.unplug();
  }

  async restorePower(): Promise<void> {
    await this.plugIn();
  }

  /** The network loses its connections; the device goes on printing what it has. */
  async unplug(): Promise<void> {
    await this.#server.close();
    this.#sessions.clear();
  }

  async plugIn(): Promise<void> {
    await this.#server.open();
  }

  /** Its open connections are dead, but the other side does not notice. New connections work. */
  freeze(): void {
    this.#server.freeze();
  }

  /** Sends bytes that answer nothing. */
  babble(bytes: Uint8Array): void {
    this.#server.send(bytes);
  }
}
