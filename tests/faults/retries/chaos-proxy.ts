import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '#support/random.ts';

/** What becomes of a request on its way. Half of them come through as they are. */
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

/** A bad network between a client and the service: one request per connection, which it drops, delays, duplicates or cuts. */
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

  /** Where the service listens from now on. */
  leadTo(port: number): void {
    this.#target = port;
  }

  /** How many requests each fate befell. */
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
      // It has the request and goes on with it, whoever may listen.
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
    // A line that breaks is what this is for.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#sockets.delete(socket));
  }
}

/** The head of a request without a body; undefined when the client goes away before it is whole. */
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
