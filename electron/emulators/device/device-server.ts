import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { EmulatorTimers } from '../zpl/emulator-timers.ts';

/** How an emulated device answers. */
export interface AnswerBehaviour {
  /** Milliseconds before each answer. */
  delay: number;
  /** Bytes of an answer that are sent at once. */
  segment: number;
  /** Sent together with each answer, before and after it. */
  noise: Buffer;
}

/** One connection to an emulated device. */
export interface DeviceSession {
  readonly isOpen: boolean;
  /** Answers, as the behaviour of the device says. */
  answer(bytes: Buffer): void;
}

export interface DeviceServerOptions {
  timers: EmulatorTimers;
  /** Whether a new connection ends the older ones, so that nothing that was sent over them arrives later. */
  isExclusive?: boolean;
  /** Called for each connection; returns what takes its data. */
  onConnect: (session: DeviceSession) => (bytes: Buffer) => void;
}

class Session implements DeviceSession {
  isFrozen = false;
  readonly #server: DeviceServer;
  readonly #socket: Socket;
  #unsent: Buffer = Buffer.alloc(0);

  constructor(server: DeviceServer, socket: Socket) {
    this.#server = server;
    this.#socket = socket;
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed;
  }

  answer(bytes: Buffer): void {
    const { behaviour, timers } = this.#server;
    const { noise, delay } = behaviour;
    const all = Buffer.concat([noise, bytes, noise]);
    if (delay === 0) this.write(all);
    else timers.setTimeout(() => this.write(all), delay);
  }

  write(bytes: Buffer): void {
    if (this.isFrozen || this.#socket.destroyed) return;
    const isSending = this.#unsent.length > 0;
    this.#unsent = Buffer.concat([this.#unsent, bytes]);
    if (!isSending) this.#send();
  }

  close(): void {
    this.#socket.destroy();
  }

  /** In segments, each in a turn of its own. */
  #send(): void {
    if (this.isFrozen || this.#socket.destroyed) return;
    const segment = this.#unsent.subarray(0, Math.min(this.#server.behaviour.segment, this.#unsent.length));
    this.#unsent = this.#unsent.subarray(segment.length);
    this.#server.traffic++;
    this.#socket.write(segment);
    if (this.#unsent.length > 0) setImmediate(() => this.#send());
  }
}

/** The network side of an emulated device: a TCP server whose connections can be cut, frozen, slow and noisy. */
export class DeviceServer {
  readonly behaviour: AnswerBehaviour = { delay: 0, segment: Infinity, noise: Buffer.alloc(0) };
  readonly timers: EmulatorTimers;
  /** Pieces of data received and sent, connections included. */
  traffic = 0;
  readonly #onConnect: DeviceServerOptions['onConnect'];
  readonly #isExclusive: boolean;
  readonly #sessions = new Set<Session>();
  #server: Server | undefined;
  #port = 0;

  constructor({ timers, isExclusive = false, onConnect }: DeviceServerOptions) {
    this.#isExclusive = isExclusive;
    this.timers = timers;
    this.#onConnect = onConnect;
  }

  get port(): number {
    return this.#port;
  }

  get connections(): number {
    return this.#sessions.size;
  }

  /** Listens on the port; 0 chooses a free one the first time, and the same one later. Does nothing while it listens. */
  async open(port = 0): Promise<void> {
    if (this.#server) return;
    const server = createServer((socket) => this.#connected(socket));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port === 0 ? this.#port : port, '127.0.0.1', resolve);
    });
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
  }

  /** Ends all connections and takes no new ones. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    for (const session of this.#sessions) session.close();
    if (server) await new Promise((resolve) => server.close(resolve));
  }

  /** Its open connections are dead, but the other side does not notice. New connections work. */
  freeze(): void {
    for (const session of this.#sessions) session.isFrozen = true;
  }

  /** Ends all connections. */
  cut(): void {
    for (const session of this.#sessions) session.close();
  }

  /** Sends bytes that answer nothing to all connections. */
  send(bytes: Uint8Array): void {
    for (const session of this.#sessions) session.write(Buffer.from(bytes));
  }

  #connected(socket: Socket): void {
    this.traffic++;
    if (this.#isExclusive) this.cut();
    const session = new Session(this, socket);
    this.#sessions.add(session);
    const take = this.#onConnect(session);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes) => {
      this.traffic++;
      if (!session.isFrozen) take(bytes);
    });
    socket.once('close', () => {
      this.traffic++;
      this.#sessions.delete(session);
    });
  }
}
