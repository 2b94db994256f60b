import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Behaviour, EmulatedPrinter } from './emulated-printer.ts';
import { processTimers, type EmulatorTimers } from './emulator-timers.ts';
import { PrintMechanism, type Sheet } from './print-mechanism.ts';
import type { DeviceIdentity } from './replies.ts';
import { ZplSession } from './zpl-session.ts';

export interface ZplEmulatorOptions {
  timers?: EmulatorTimers;
  identity?: Partial<DeviceIdentity>;
  /** Milliseconds for one label. */
  printTime?: number;
  /** Milliseconds until a presented label is taken. */
  takeTime?: number;
  /** False: it knows no variables and so reports no count, as printers of other makers. */
  hasVariables?: boolean;
  /** Called for each piece of paper that comes out. */
  onSheet?: (sheet: Sheet) => void;
  /** Labels in its life before. */
  count?: number;
}

const IDENTITY: DeviceIdentity = { model: 'EMULATOR-300dpi', firmware: 'V1.0.0', serial: 'EMU0001', dotsPerMillimetre: 12, dpi: 300 };

/** A label printer that understands ZPL on a TCP port, for training and tests. Its paper is a list of pictures. */
export class ZplEmulator implements EmulatedPrinter {
  readonly mechanism: PrintMechanism;
  readonly behaviour: Behaviour = { isSilentInError: false, delay: 0, segment: Infinity, noise: Buffer.alloc(0) };
  readonly identity: DeviceIdentity;
  readonly hasVariables: boolean;
  readonly timers: EmulatorTimers;
  /** What came out, oldest first. */
  readonly paper: Sheet[] = [];
  /** What it did not understand. */
  readonly problems: string[] = [];
  /** Pieces of data received and sent, connections included. */
  traffic = 0;
  #server: Server | undefined;
  #port = 0;
  readonly #sessions = new Set<ZplSession>();

  constructor({
    timers = processTimers,
    identity,
    printTime = 300,
    takeTime = 300,
    hasVariables = true,
    onSheet,
    count = 0,
  }: ZplEmulatorOptions = {}) {
    this.timers = timers;
    this.identity = { ...IDENTITY, ...identity };
    this.hasVariables = hasVariables;
    const keep = (sheet: Sheet) => {
      this.paper.push(sheet);
      onSheet?.(sheet);
    };
    this.mechanism = new PrintMechanism({ timers, printTime, takeTime, onSheet: keep });
    this.mechanism.count = count;
  }

  get port(): number {
    return this.#port;
  }

  get connections(): number {
    return this.#sessions.size;
  }

  /** Listens on the port; 0 chooses a free one. Does nothing while it listens. */
  async start(port = 0): Promise<void> {
    if (this.#server) return;
    const server = createServer((socket) => this.#connected(socket));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    this.mechanism.powerOff();
    await this.#close();
  }

  /** The power fails: connections and the labels that it holds are lost. */
  async cutPower(): Promise<void> {
    await this.stop();
  }

  async restorePower(): Promise<void> {
    await this.start(this.#port);
  }

  /** The network loses its connections; the printer goes on printing what it has. */
  async unplug(): Promise<void> {
    await this.#close();
  }

  async plugIn(): Promise<void> {
    await this.start(this.#port);
  }

  /** Its open connections are dead, but the other side does not notice. New connections work. */
  freeze(): void {
    for (const session of this.#sessions) session.isFrozen = true;
  }

  /** Restarts, as `~JR` asks for. */
  reset(): void {
    this.mechanism.powerOff();
    for (const session of this.#sessions) session.close();
  }

  /** Sends bytes that answer nothing. */
  babble(bytes: Uint8Array): void {
    for (const session of this.#sessions) session.write(Buffer.from(bytes));
  }

  /** Another device takes its place at the address. */
  replace(serial: string, count: number): void {
    this.reset();
    this.identity.serial = serial;
    this.mechanism.count = count;
  }

  #connected(socket: Socket): void {
    this.traffic++;
    const session = new ZplSession(this, socket);
    this.#sessions.add(session);
    socket.once('close', () => {
      this.traffic++;
      this.#sessions.delete(session);
    });
  }

  async #close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    for (const session of this.#sessions) session.close();
    if (server) await new Promise((resolve) => server.close(resolve));
  }
}
