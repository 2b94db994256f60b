import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { Connection, type ConnectionListener } from '#station/connections/connection.ts';
import type { Clock } from '#station/platform/system-clock.ts';
import { ManualClock } from '#support/manual-clock.ts';
import { Random } from '#support/random.ts';
import type { CountGoal } from '../goal.ts';

const PRINTERS = 500;
/** Milliseconds. */
const OUTAGE = 15_000;
const WINDOW = 100;

/**
 * Attempts in the busiest 100 ms, while 500 controllers of one printer each return at the same moment, over the mean until all are connected. The
 * time is that of a clock moved by hand, which waits for the answers: a busy machine changes nothing.
 */
export const RETURN_GOAL: CountGoal = {
  name: 'P22',
  goal: { atMost: 3 },
  count: async (report) => {
    const plant = new Plant();
    const fleet = new ReturningFleet(await plant.start());
    try {
      await fleet.advanceUntil(() => fleet.online === PRINTERS);
      await plant.stop();
      const end = fleet.elapsed + OUTAGE;
      await fleet.advanceUntil(() => fleet.elapsed >= end);
      await plant.start();
      const windows = await fleet.advanceUntil(() => fleet.online === PRINTERS);
      const mean = windows.reduce((sum, count) => sum + count, 0) / windows.length;
      report(`${Math.max(...windows)} attempts at most and ${mean.toFixed(1)} on average in 100 ms, over ${windows.length} of them`);
      return Math.max(...windows) / mean;
    } finally {
      fleet.stop();
      await plant.stop();
    }
  },
};

/** One server for all controllers: each connection has its own sockets to it. */
class Plant {
  #server: Server | undefined;
  #port = 0;

  async start(): Promise<string> {
    this.#server = createServer(answer);
    await once(this.#server.listen(this.#port, '127.0.0.1', 4_096), 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
    return `http://127.0.0.1:${this.#port}`;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

function answer({ url = '' }: IncomingMessage, response: ServerResponse): void {
  const isList = url.endsWith('/printers');
  response.writeHead(isList ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
}

/** The connections, on a clock that stops while one of them waits for an answer. */
class ReturningFleet {
  readonly #clock = new ManualClock();
  readonly #connections: Connection[];
  /** Attempts of connections that are not online, since the last look. */
  #attempts = 0;

  constructor(url: string) {
    const random = new Random(22);
    this.#connections = Array.from({ length: PRINTERS }, (_, number) => {
      const names = { id: String(number), name: `Controller ${number}`, url, embedded: false, controllerId: undefined };
      const clock = this.#countingClock(() => connection.state === 'online');
      const deps = { clock, random: () => random.fraction(), checkInterval: 3_000, limit: 60_000, report: rethrow };
      const connection: Connection = new Connection(names, deps, LISTENER);
      return connection;
    });
    for (const connection of this.#connections) connection.start();
  }

  get online(): number {
    return this.#connections.filter(({ state }) => state === 'online').length;
  }

  get elapsed(): number {
    return this.#clock.elapsed();
  }

  /** Returns the attempts in each window until then. */
  async advanceUntil(isOver: () => boolean): Promise<number[]> {
    const windows: number[] = [];
    while (!isOver()) {
      this.#attempts = 0;
      this.#clock.advance(WINDOW);
      while (this.#clock.waiting < PRINTERS) await turn();
      windows.push(this.#attempts);
    }
    return windows;
  }

  stop(): void {
    for (const connection of this.#connections) connection.stop();
  }

  #countingClock(isOnline: () => boolean): Clock {
    const clock = this.#clock;
    return {
      now: () => clock.now(),
      elapsed: () => clock.elapsed(),
      after: (delay, action) =>
        clock.after(delay, () => {
          if (!isOnline()) this.#attempts += 1;
          action();
        }),
    };
  }
}

const LISTENER: ConnectionListener = {
  changed: () => undefined,
  listed: () => undefined,
  twin: () => undefined,
  identified: () => undefined,
};

function rethrow(error: unknown): never {
  throw error;
}
