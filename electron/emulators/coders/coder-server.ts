import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { EmulatorTimers } from '../zpl/emulator-timers.ts';

/** How an emulated coder answers. */
export interface CoderBehaviour {
  /** Milliseconds before each answer. */
  delay: number;
  /** Bytes of an answer that are sent at once. */
  segment: number;
  /** Sent together with each answer, before and after it. */
  noise: Buffer;
}

/** Takes the bytes of one connection, and returns the answers to what is complete. */
export type Conversation = (bytes: Buffer) => Buffer[];

export interface CoderServerOptions {
  timers: EmulatorTimers;
  /** Called for each connection. */
  converse: () => Conversation;
}

/** The TCP port of an emulated coder. */
export class CoderServer {
  readonly behaviour: CoderBehaviour = { delay: 0, segment: Infinity, noise: Buffer.alloc(0) };
  /** Pieces of data received and sent, connections included. */
  traffic = 0;
  readonly #options: CoderServerOptions;
  readonly #sessions = new Set<CoderSession>();
  #server: Server | undefined;
  #port = 0;

  constructor(options: CoderServerOptions) {
    this.#options = options;
  }

  get port(): number {
    return this.#port;
  }

  get connections(): number {
    return this.#sessions.size;
  }

  /** Listens on a port; 0 chooses a free one. By default the port from before. Does nothing while it listens. */
  async open(port = this.#port): Promise<void> {
    if (this.#server) return;
    const server = createServer((socket) => this.#connected(socket));
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
  }

  /** Ends all connections and takes no new ones. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    this.disconnect();
    if (server) await new Promise((resolve) => server.close(resolve));
  }

  disconnect(): void {
    for (const session of this.#sessions) session.close();
  }

  /** Open connections are dead, but the other side does not notice. New connections work. */
  freeze(): void {
    for (const session of this.#sessions) session.isFrozen = true;
  }

  /** Sends bytes without a question, on every connection. */
  send(bytes: Buffer): void {
    for (const session of this.#sessions) session.write(bytes);
  }

  #connected(socket: Socket): void {
    this.traffic++;
    const session = new CoderSession({ ...this.#options, behaviour: this.behaviour, socket, onTraffic: () => this.traffic++ });
    this.#sessions.add(session);
    socket.once('close', () => {
      this.traffic++;
      this.#sessions.delete(session);
    });
  }
}

interface SessionOptions extends CoderServerOptions {
  behaviour: CoderBehaviour;
  socket: Socket;
  onTraffic: () => void;
}

/** One connection to the coder. */
class CoderSession {
  isFrozen = false;
  readonly #options: SessionOptions;
  /** Bytes that wait for their turn: pieces of one answer are not mixed with others. */
  #waiting: Buffer = Buffer.alloc(0);

  constructor(options: SessionOptions) {
    const { socket, converse } = options;
    this.#options = options;
    const answersTo = converse();
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes) => {
      options.onTraffic();
      if (!this.isFrozen) for (const answer of answersTo(bytes)) this.#answer(answer);
    });
  }

  close(): void {
    this.#options.socket.destroy();
  }

  write(bytes: Buffer): void {
    const isIdle = this.#waiting.length === 0;
    this.#waiting = Buffer.concat([this.#waiting, bytes]);
    if (isIdle) this.#writeSegment();
  }

  /** Writes in segments, each in a turn of its own. */
  #writeSegment(): void {
    const { behaviour, socket, onTraffic } = this.#options;
    if (this.isFrozen || socket.destroyed) return;
    const length = Math.min(behaviour.segment, this.#waiting.length);
    onTraffic();
    socket.write(this.#waiting.subarray(0, length));
    this.#waiting = this.#waiting.subarray(length);
    if (this.#waiting.length > 0) setImmediate(() => this.#writeSegment());
  }

  #answer(answer: Buffer): void {
    const { behaviour, timers } = this.#options;
    const bytes = Buffer.concat([behaviour.noise, answer, behaviour.noise]);
    if (behaviour.delay === 0) this.write(bytes);
    else timers.setTimeout(() => this.write(bytes), behaviour.delay);
  }
}
