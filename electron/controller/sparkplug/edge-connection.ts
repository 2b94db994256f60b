import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { MqttClient } from 'mqtt';
import type { Timers } from '../platform/timers.ts';
import { withinLimit } from '../platform/time-limit.ts';
import { ServerFault } from './broker-socket.ts';
import type { EdgeMessage } from './edge-messages.ts';

/** Milliseconds for an answer of the server. */
const PATIENCE = 15_000;
/** An MQTT server refuses a subscription with this. */
const REFUSED = 128;

export interface EdgeConnectionOptions {
  clientId: string;
  user: string;
  password: string | undefined;
  /** Seconds. */
  keepAlive: number;
  /** Undefined for a test. */
  will?: EdgeMessage | undefined;
  timers: Timers;
}

/** One connection to an MQTT server (3.1.1, clean session). It is never made again by itself: every connection has a will of its own. */
export class EdgeConnection {
  /** `closed` comes once, with the reason. */
  readonly events = new EventEmitter<{ message: [topic: string, payload: Uint8Array, isRetained: boolean]; closed: [reason: string] }>();
  readonly #client: MqttClient;
  readonly #timers: Timers;
  /** The pings that are not answered, in their order; undefined for one without a waiter. */
  readonly #pings: ((() => void) | undefined)[] = [];
  /** Called when the ping that is sent now is answered. */
  #onPong: (() => void) | undefined;
  readonly #closed = Promise.withResolvers<never>();
  #isClosed = false;

  private constructor(client: MqttClient, timers: Timers) {
    this.#client = client;
    this.#timers = timers;
    this.#closed.promise.catch(() => undefined);
    let reason = 'The server closed the connection.';
    client.on('error', (error) => (reason = `${error.message}.`));
    client.on('packetsend', ({ cmd }) => {
      if (cmd === 'pingreq') this.#pings.push(this.#onPong);
    });
    client.on('packetreceive', ({ cmd }) => {
      if (cmd === 'pingresp') this.#pings.shift()?.();
    });
    client.on('message', (topic, payload, { retain }) => void this.events.emit('message', topic, payload, retain));
    client.once('close', () => {
      this.#isClosed = true;
      this.#closed.reject(new ServerFault(reason));
      this.events.emit('closed', reason);
    });
  }

  /** Says to the server who it is. Rejects with a `ServerFault` if it is refused; the socket is closed then. */
  static async open(socket: Socket, options: EdgeConnectionOptions): Promise<EdgeConnection> {
    const { clientId, user, password, keepAlive, will, timers } = options;
    const client = new MqttClient(() => socket, {
      ...{
        protocolId: 'MQTT',
        protocolVersion: 4,
        clean: true,
        clientId,
        keepalive: keepAlive,
        reconnectPeriod: 0,
        connectTimeout: PATIENCE,
      },
      ...{ resubscribe: false, queueQoSZero: false, reschedulePings: true, timerVariant: 'native' },
      ...(user !== '' && { username: user }),
      ...(password !== undefined && { password }),
      ...(will && { will: { topic: will.topic, payload: Buffer.from(will.payload), qos: will.qos, retain: false } }),
    });
    const connection = new EdgeConnection(client, timers);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    client.once('connect', () => resolve(undefined));
    try {
      await connection.#within(promise);
    } catch (error) {
      connection.destroy();
      throw error;
    }
    return connection;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Subscribes with QoS 1. Rejects if the server refuses a topic. */
  async subscribe(topics: readonly string[]): Promise<void> {
    const granted = await this.#within(this.#client.subscribeAsync([...topics], { qos: 1 }));
    const refused = granted.find(({ qos }) => (qos as number) === REFUSED);
    if (refused) throw new ServerFault(`The server does not permit to subscribe to ${refused.topic}.`);
  }

  /** Resolves once the message is with the operating system, with QoS 1 once the server has it. */
  async publish({ topic, payload, qos }: EdgeMessage): Promise<void> {
    await this.#within(this.#client.publishAsync(topic, Buffer.from(payload), { qos, retain: false }));
  }

  /**
   * Resolves once the server has read everything that was published before: it reads a connection in order and has answered a later ping.
   * Messages of QoS 0 have no acknowledgement of their own.
   */
  async fence(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#onPong = () => resolve(undefined);
    this.#client.sendPing();
    this.#onPong = undefined;
    await this.#within(promise);
  }

  /** Ends the connection in order: the server drops the will. */
  async end(): Promise<void> {
    if (this.#isClosed) return;
    await this.#within(this.#client.endAsync()).catch(() => this.destroy());
  }

  /** Ends it at once: the server publishes the will. */
  destroy(): void {
    this.#client.stream.destroy();
    this.#client.end(true);
  }

  async #within<Result>(answer: Promise<Result>): Promise<Result> {
    answer.catch(() => undefined);
    return withinLimit(Promise.race([answer, this.#closed.promise]), PATIENCE, this.#timers);
  }
}
