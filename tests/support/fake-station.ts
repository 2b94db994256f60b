import type { CurrentJob, PrinterStatus } from '#contract/api-v3/printer.ts';
import type { Connection, ConnectionsEvent } from '#contract/station/connections.ts';
import type { FleetEvent, FleetPrinter } from '#contract/station/fleet.ts';
import type { StationClient } from '#contract/station/index.ts';

/** An ordered stream that a test pushes into. Each reader gets the snapshot first, then what is pushed. */
class PushedFeed<Event> {
  readonly #snapshot: () => Event;
  readonly #readers = new Set<(event: Event) => void>();

  constructor(snapshot: () => Event) {
    this.#snapshot = snapshot;
  }

  push(event: Event): void {
    for (const reader of this.#readers) reader(event);
  }

  async *watch(signal: AbortSignal): AsyncGenerator<Event> {
    const waiting: Event[] = [this.#snapshot()];
    let wake: (() => void) | undefined;
    const reader = (event: Event) => {
      waiting.push(event);
      wake?.();
    };
    const stop = () => wake?.();
    this.#readers.add(reader);
    signal.addEventListener('abort', stop);
    try {
      while (!signal.aborted) {
        const event = waiting.shift();
        if (event !== undefined) yield event;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      this.#readers.delete(reader);
    }
  }
}

/** What the page said to the station, in order. */
export interface Said {
  operation: string;
  input: unknown;
}

/**
 * A station for tests of the page: the fleet and the connections are what a test says, every call is written down, and answers of
 * calls that the test did not give are refused.
 */
export class FakeStation {
  readonly said: Said[] = [];
  readonly connections: Connection[];
  readonly printers: FleetPrinter[];
  readonly #connectionsFeed: PushedFeed<ConnectionsEvent>;
  readonly #fleetFeed: PushedFeed<FleetEvent>;
  readonly client: StationClient;

  constructor(parts: { connections: Connection[]; printers: FleetPrinter[]; answers?: Record<string, (input: never) => unknown> }) {
    this.connections = parts.connections;
    this.printers = parts.printers;
    this.#connectionsFeed = new PushedFeed(() => ({ type: 'snapshot', connections: this.connections }));
    this.#fleetFeed = new PushedFeed(() => ({ type: 'snapshot', printers: this.printers, now: Date.now() }));
    this.client = this.#buildClient(parts.answers ?? {});
  }

  tellFleet(event: FleetEvent): void {
    this.#fleetFeed.push(structuredClone(event));
  }

  tellConnections(event: ConnectionsEvent): void {
    this.#connectionsFeed.push(structuredClone(event));
  }

  /** The inputs of one operation, in order. */
  inputsOf(operation: string): unknown[] {
    return this.said.filter((said) => said.operation === operation).map(({ input }) => input);
  }

  #buildClient(answers: Record<string, (input: never) => unknown>): StationClient {
    const feeds: Record<string, unknown> = {
      'fleet.watch': (_input: unknown, signal: AbortSignal) => this.#fleetFeed.watch(signal),
      'connections.watch': (_input: unknown, signal: AbortSignal) => this.#connectionsFeed.watch(signal),
    };
    const noun = (name: string) =>
      new Proxy(
        {},
        {
          get: (_target, verb) => {
            const operation = `${name}.${String(verb)}`;
            return feeds[operation] ?? ((input: unknown) => this.#answer(operation, input, answers[operation]));
          },
        },
      );
    return new Proxy({}, { get: (_target, name) => noun(String(name)) }) as StationClient;
  }

  async #answer(operation: string, input: unknown, answer: ((input: never) => unknown) | undefined): Promise<unknown> {
    const travelled: unknown = JSON.parse(JSON.stringify(input));
    this.said.push({ operation, input: travelled });
    if (!answer) throw new Error(`The test gives no answer to ${operation}.`);
    const value = await answer(travelled as never);
    return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
  }
}

/** A connection that is as it should be. */
export function aConnection(parts: Partial<Connection> = {}): Connection {
  return {
    id: 'c1',
    name: 'This computer',
    url: 'http://127.0.0.1:7311',
    embedded: true,
    state: 'online',
    reason: null,
    lastContact: Date.now(),
    safeMode: false,
    version: '0.1.0',
    timeZone: 'Europe/Berlin',
    hasExtensions: true,
    ...parts,
  };
}

/** A job under way. */
export function aJob(parts: Partial<CurrentJob> = {}): CurrentJob {
  return {
    id: 'j1',
    description: '',
    label: 'Best before',
    revision: 3,
    printed: 412,
    started: 412,
    copies: 1000,
    nextPrint: 'n1',
    ...parts,
  };
}

/** The status of a printer that is ready. */
export function aStatus(parts: Partial<PrinterStatus> = {}): PrinterStatus {
  return { state: 'STARTED', ragStatus: 'GREEN', errors: [], ink: [], job: null, queue: 0, ...parts };
}

/** A printer that answered just now. */
export function aPrinter(parts: Partial<FleetPrinter> = {}): FleetPrinter {
  const name = parts.name ?? 'Line 1';
  return {
    connection: 'c1',
    name,
    properties: { id: name, type: 'Virtual 300' },
    status: aStatus(),
    counters: { triggers: 0, triggerBounces: 0, printedLabels: 0 },
    lastContact: Date.now(),
    missedPolls: 0,
    stale: false,
    reason: null,
    ...parts,
  };
}
