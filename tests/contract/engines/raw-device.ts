import { createSocket, type RemoteInfo, type Socket as DatagramSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { DeviceClock } from '#support/device-clock.ts';

/** A print that the device has taken from its port. */
export interface RawPrint {
  id: number;
  rows: Buffer;
}

interface TakenPrint extends RawPrint {
  /** Where it came from; undefined for a packet. */
  from: Socket | undefined;
}

/** How the device finds prints in what it receives. */
export interface RawProtocol {
  /** Takes the first print from the bytes; undefined if it is not complete. */
  take: (bytes: Buffer) => { length: number; print: RawPrint } | undefined;
  /** What it answers when the print is made. */
  acknowledgement?: (print: RawPrint) => string;
  /** What it may send without meaning anything. */
  noise: string;
}

const MARK_TIME = 200;

/** A print head on a TCP or UDP port, which misbehaves on demand. */
export class RawDevice {
  /** The prints that were made, oldest first. */
  readonly made: RawPrint[] = [];
  /** Pieces of data, connections included. */
  traffic = 0;
  delay = 0;
  /** Bytes of an acknowledgement that are sent at once. */
  pieceSize = Infinity;
  isMerging = false;
  readonly #clock: DeviceClock;
  readonly #protocol: RawProtocol;
  readonly #waiting: TakenPrint[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #frozen = new WeakSet<Socket>();
  #server: Server | undefined;
  #datagrams: DatagramSocket | undefined;
  #peer: RemoteInfo | undefined;
  #port = 0;
  #isHeld = false;
  #marking: object | undefined;

  constructor(clock: DeviceClock, protocol: RawProtocol) {
    this.#clock = clock;
    this.#protocol = protocol;
  }

  get port(): number {
    return this.#port;
  }

  get connections(): number {
    return this.#sockets.size;
  }

  /** Listens for connections, on the same port as before. Does nothing while it listens. */
  async listen(): Promise<void> {
    if (this.#server) return;
    const server = createServer((socket) => this.#connected(socket));
    this.#server = server;
    await once(server.listen(this.#port, '127.0.0.1'), 'listening');
    this.#port = (server.address() as AddressInfo).port;
  }

  /** Takes packets instead of connections. */
  async bind(): Promise<void> {
    const socket = createSocket('udp4');
    this.#datagrams = socket;
    socket.on('message', (bytes, peer) => {
      this.traffic++;
      this.#peer = peer;
      const taken = this.#protocol.take(bytes);
      if (taken?.length === bytes.length) this.#accept({ ...taken.print, from: undefined });
    });
    await once(socket.bind(0, '127.0.0.1'), 'listening');
    this.#port = socket.address().port;
  }

  async disconnect(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    for (const socket of this.#sockets) socket.destroy();
    if (server) await new Promise((resolve) => server.close(resolve));
  }

  async powerOff(): Promise<void> {
    this.#waiting.length = 0;
    this.#stopMarking();
    await this.disconnect();
    this.#datagrams?.close();
    this.#datagrams = undefined;
  }

  freeze(): void {
    for (const socket of this.#sockets) this.#frozen.add(socket);
  }

  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    if (isHeld) this.#stopMarking();
    else this.#next();
  }

  babble(): void {
    for (const socket of this.#sockets) this.#writeTo(socket, Buffer.from(this.#protocol.noise, 'latin1'));
  }

  #connected(socket: Socket): void {
    this.traffic++;
    this.#sockets.add(socket);
    let received = Buffer.alloc(0);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      this.traffic++;
      this.#sockets.delete(socket);
    });
    socket.on('data', (bytes) => {
      this.traffic++;
      if (this.#frozen.has(socket)) return;
      received = Buffer.concat([received, bytes]);
      for (let taken = this.#protocol.take(received); taken; taken = this.#protocol.take(received)) {
        received = received.subarray(taken.length);
        this.#accept({ ...taken.print, from: socket });
      }
    });
  }

  #accept(print: TakenPrint): void {
    this.#waiting.push(print);
    this.#next();
  }

  #next(): void {
    if (this.#isHeld || this.#marking || this.#waiting.length === 0) return;
    this.#marking = this.#clock.setTimeout(() => this.#finish(), MARK_TIME);
  }

  #finish(): void {
    this.#marking = undefined;
    const print = this.#waiting.shift();
    if (!print) return;
    this.made.push(print);
    const { acknowledgement, noise } = this.#protocol;
    if (acknowledgement) {
      const answer = this.isMerging ? noise + acknowledgement(print) + noise : acknowledgement(print);
      this.#clock.setTimeout(() => this.#answer(print.from, Buffer.from(answer, 'latin1')), this.delay);
    }
    this.#next();
  }

  #stopMarking(): void {
    if (this.#marking) this.#clock.clearTimeout(this.#marking);
    this.#marking = undefined;
  }

  /** Answers where the print came from. */
  #answer(socket: Socket | undefined, bytes: Buffer): void {
    if (socket) this.#writeTo(socket, bytes);
    else if (this.#peer) this.#datagrams?.send(bytes, this.#peer.port, this.#peer.address);
  }

  /** Each piece in a turn of its own. */
  #writeTo(socket: Socket, bytes: Buffer): void {
    if (socket.destroyed || this.#frozen.has(socket)) return;
    this.traffic++;
    const size = Math.min(this.pieceSize, bytes.length);
    socket.write(bytes.subarray(0, size));
    if (size < bytes.length) setImmediate(() => this.#writeTo(socket, bytes.subarray(size)));
  }
}
