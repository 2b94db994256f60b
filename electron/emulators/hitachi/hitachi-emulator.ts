import { DeviceServer, type AnswerBehaviour } from '../device/device-server.ts';
import type { FieldPrint } from '../device/print-log.ts';
import { ModbusSession } from '../modbus/modbus-session.ts';
import { processTimers, type EmulatorTimers } from '../zpl/emulator-timers.ts';
import { HitachiMechanism } from './hitachi-mechanism.ts';
import { HitachiRegisters, type HitachiIdentity } from './hitachi-registers.ts';

export interface HitachiEmulatorOptions {
  timers?: EmulatorTimers;
  identity?: Partial<HitachiIdentity>;
  /** Milliseconds for one print. */
  printTime?: number;
  /** Milliseconds from product to product. Undefined: a product comes for each new value. */
  productEvery?: number;
  messages?: Readonly<Record<number, readonly string[]>>;
  /** Called for each print. */
  onPrint?: (print: FieldPrint) => void;
  /** Prints in its life before. */
  count?: number;
}

const IDENTITY: HitachiIdentity = { model: 'UX-EMULATOR', serial: 12_345_678 };
/** Items of blanks get values. */
const MESSAGES = { 5: ['LOT ', ' '.repeat(20)], 6: ['EXP ', ' '.repeat(8), ' NO ', ' '.repeat(20)] };

/** A Hitachi coder with Modbus TCP, for training and tests. */
export class HitachiEmulator {
  readonly mechanism: HitachiMechanism;
  readonly registers: HitachiRegisters;
  readonly identity: HitachiIdentity;
  /** What came out, oldest first. */
  readonly prints: FieldPrint[] = [];
  readonly #server: DeviceServer;

  constructor({
    timers = processTimers,
    identity,
    printTime = 300,
    productEvery,
    messages = MESSAGES,
    onPrint,
    count = 0,
  }: HitachiEmulatorOptions = {}) {
    this.identity = { ...IDENTITY, ...identity };
    const keep = (print: FieldPrint): void => {
      this.prints.push(print);
      onPrint?.(print);
    };
    this.mechanism = new HitachiMechanism({ timers, printTime, productEvery, messages, onPrint: keep });
    this.mechanism.count = count;
    this.registers = new HitachiRegisters({ mechanism: this.mechanism, identity: this.identity });
    this.#server = new DeviceServer({
      timers,
      onConnect: (connection) => {
        const session = new ModbusSession(this.registers, connection);
        this.registers.dropChange();
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
    this.mechanism.powerOn();
    await this.#server.open(port);
  }

  async stop(): Promise<void> {
    await this.cutPower();
  }

  /** The power fails: connections and the value in its memory are lost. */
  async cutPower(): Promise<void> {
    this.mechanism.powerOff();
    this.registers.dropChange();
    await this.unplug();
  }

  async restorePower(): Promise<void> {
    await this.start();
  }

  /** The network loses its connections; the device goes on printing what it has. */
  async unplug(): Promise<void> {
    await this.#server.close();
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

  /** Another device takes its place at the address. */
  replace(serial: number, count: number): void {
    this.mechanism.powerOff();
    this.#server.cut();
    this.identity.serial = serial;
    this.mechanism.count = count;
  }
}
