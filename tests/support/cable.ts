import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

type Pair = [near: Socket, far: Socket];

/** In milliseconds: the reset of a connection is read after its data. */
const RESET_SEEN = 50;

/** The network cable of a device: a TCP proxy on a port of its own that can be pulled in different ways. */
export class Cable {
  readonly #devicePort: () => number;
  readonly #pairs = new Set<Pair>();
  /** What older connections deliver once it is known that they were not reset. */
  readonly #held = new Map<Pair, (() => void)[]>();
  #server: Server | undefined;
  #port = 0;
  #isSilent = false;
  /** How fast it is, for each direction of each connection; undefined for as fast as possible. */
  bytesPerSecond: number | undefined;

  /** `devicePort`: where the device listens now. */
  constructor(devicePort: () => number) {
    this.#devicePort = devicePort;
  }

  get port(): number {
    return this.#port;
  }

  async plugIn(): Promise<void> {
    if (this.#server) return;
    const server = createServer((near) => this.#connected(near));
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(this.#port, '127.0.0.1', resolve));
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
  }

  /** Connections break, and new ones are refused. */
  async unplug(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    this.cut();
    if (server) await new Promise((resolve) => server.close(resolve));
  }

  /** Connections break. */
  cut(): void {
    for (const [near, far] of this.#pairs) {
      near.resetAndDestroy();
      far.resetAndDestroy();
    }
  }

  /**
   * Nothing gets through, and no one is told. What a side sends meanwhile, its end of the connection included, arrives afterwards, as
   * repeated packets do; after a reset by the sender nothing arrives.
   */
  goSilent(): void {
    this.#isSilent = true;
    for (const [near, far] of this.#pairs) {
      near.pause();
      far.pause();
    }
  }

  /**
   * New connections work again, and after this delay in milliseconds the older ones: repeated packets come in growing intervals. From an older
   * connection that was reset meanwhile nothing arrives.
   */
  async recover(olderAfter: number): Promise<void> {
    this.#isSilent = false;
    const older = [...this.#pairs];
    await wait(olderAfter);
    for (const pair of older) this.#held.set(pair, []);
    for (const socket of older.flat()) socket.resume();
    await wait(RESET_SEEN);
    for (const pair of older) {
      for (const deliver of this.#held.get(pair) ?? []) deliver();
      this.#held.delete(pair);
    }
  }

  #connected(near: Socket): void {
    const far = connect({ host: '127.0.0.1', port: this.#devicePort(), noDelay: true });
    near.setNoDelay(true);
    const pair: Pair = [near, far];
    this.#pairs.add(pair);
    this.#forward(near, far, pair);
    this.#forward(far, near, pair);
    if (!this.#isSilent) return;
    near.pause();
    far.pause();
  }

  /** Reads on when so many bytes would have passed. */
  #slowDown(from: Socket, bytes: number): void {
    if (this.bytesPerSecond === undefined) return;
    from.pause();
    setTimeout(
      () => {
        if (!this.#isSilent) from.resume();
      },
      (bytes / this.bytesPerSecond) * 1_000,
    );
  }

  #forget(pair: Pair): void {
    this.#pairs.delete(pair);
    this.#held.delete(pair);
  }

  #forward(from: Socket, to: Socket, pair: Pair): void {
    const deliver = (act: () => void) => {
      const held = this.#held.get(pair);
      if (held) held.push(act);
      else act();
    };
    from.on('data', (bytes) => {
      deliver(() => to.write(bytes));
      this.#slowDown(from, bytes.length);
    });
    from.on('end', () => deliver(() => to.end()));
    from.on('error', () => {
      this.#held.set(pair, []);
      to.resetAndDestroy();
    });
    from.on('close', () => {
      if (to.destroyed) this.#forget(pair);
      else deliver(() => to.end());
    });
  }
}
