import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '#support/random.ts';

/** What happens to a request. Half of them pass unchanged. */
const FATES = [
  'pass',
  'pass',
  'pass',
  'pass',
  'pass',
  'pass',
  'drop',
  'delay',
  'duplicate',
  'cut after send',
  'cut in answer',
  'lose answer',
] as const;
type Fate = (typeof FATES)[number];

const LONGEST_DELAY = 150;
const HEAD_END = '\r\n\r\n';

/** A bad network between client and service with one request per connection: it drops, delays, duplicates and cuts requests. */
export class ChaosProxy {
  readonly #random: Random;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #fates = new Map<Fate, number>(FATES.map((fate) => [fate, 0]));
  #target = 0;

  constructor(random: Random) {
    this.#random = random;
    this.#server = createServer((client) => void this.#carry(client));
  }

  /** Resolves with the port of the proxy. */
  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  /** Sets the port of the service. */
  leadTo(port: number): void {
    this.#target = port;
  }

  /** Number of requests by fate. */
  get fates(): ReadonlyMap<string, number> {
    return this.#fates;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #carry(client: Socket): Promise<void> {
    this.#keep(client);
    const fate = this.#random.pick(FATES);
    const delay = fate === 'delay' ? this.#random.whole(1, LONGEST_DELAY) : 0;
    this.#fates.set(fate, (this.#fates.get(fate) ?? 0) + 1);
    const request = await received(client);
    if (request === undefined || fate === 'drop') return void client.destroy();
    if (delay > 0) await wait(delay);
    if (fate === 'duplicate') this.#send(request);
    this.#answer(client, this.#send(request), fate);
  }

  /** Sends the request to the service. */
  #send(request: Buffer): Socket {
    const service = connect(this.#target, '127.0.0.1');
    this.#keep(service);
    service.write(request);
    return service;
  }

  #answer(client: Socket, service: Socket, fate: Fate): void {
    if (fate === 'cut after send') {
      service.once('connect', () => client.destroy());
      // The service has received the request and processes it even though no client waits.
      service.resume();
      return;
    }
    service.on('data', (piece) => {
      if (fate === 'lose answer') client.destroy();
      else if (fate !== 'cut in answer') client.write(piece);
      else client.write(piece.subarray(0, piece.length / 2), () => client.destroy());
    });
    service.on('close', () => client.end());
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    // Broken connections are expected here.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#sockets.delete(socket));
  }
}

/** The header of a request without a body; undefined if the client disconnects before it is complete. */
async function received(client: Socket): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  return new Promise((resolve) => {
    client.on('close', () => resolve(undefined));
    client.on('data', (piece) => {
      pieces.push(piece);
      const head = Buffer.concat(pieces);
      if (head.includes(HEAD_END)) resolve(head);
    });
  });
}
