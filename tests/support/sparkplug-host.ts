import { connectAsync, type MqttClient } from 'mqtt';
import { get } from 'sparkplug-payload';
import { until } from './until.ts';

/** The decoder of other authors. */
const decoder = get('spBv1.0');

export interface HostMetric {
  /** From the birth, if the message has the alias only. */
  name: string | undefined;
  alias: number | undefined;
  /** Numbers as numbers; a DataSet as its rows by column. */
  value: unknown;
  type: string;
  timestamp: number | undefined;
  isHistorical: boolean;
}

/** A message as a host application has received it. */
export interface HostMessage {
  topic: string;
  /** Such as NBIRTH. */
  kind: string;
  device: string | undefined;
  seq: number | undefined;
  timestamp: number | undefined;
  qos: number;
  isRetained: boolean;
  metrics: HostMetric[];
}

/** A host application: receives everything, says whether it is online, and sends commands. Decodes with `sparkplug-payload`. */
export class SparkplugHost {
  readonly messages: HostMessage[] = [];
  readonly #client: MqttClient;
  readonly #hostId: string;
  readonly #names = new Map<string, string>();

  private constructor(client: MqttClient, hostId: string) {
    this.#client = client;
    this.#hostId = hostId;
    client.on('message', (topic, payload, { qos, retain }) => {
      // Commands are its own.
      if (!/\/(STATE|NCMD|DCMD)\//.test(topic)) this.messages.push(this.#decode(topic, payload, { qos, isRetained: retain }));
    });
  }

  /** Connects and subscribes to everything. Says nothing about itself. Its will says that it is offline. */
  static async connect(url: string, hostId = 'Scada', timestamp = Date.now()): Promise<SparkplugHost> {
    const will = {
      topic: `spBv1.0/STATE/${hostId}`,
      payload: Buffer.from(JSON.stringify({ online: false, timestamp })),
      qos: 1,
      retain: true,
    } as const;
    const client = await connectAsync(url, { reconnectPeriod: 0, will });
    // A server that is killed ends the connection; the test connects again.
    client.on('error', () => undefined);
    const host = new SparkplugHost(client, hostId);
    await client.subscribeAsync('spBv1.0/#', { qos: 1 });
    return host;
  }

  /** Publishes its state, retained. */
  async say(online: boolean, timestamp = Date.now()): Promise<void> {
    await this.#client.publishAsync(`spBv1.0/STATE/${this.#hostId}`, JSON.stringify({ online, timestamp }), { qos: 1, retain: true });
  }

  /** Publishes a command. Metrics have a name or an alias. */
  async command(
    topic: string,
    metrics: readonly { name?: string; alias?: number; type: 'Boolean' | 'String'; value: boolean | string }[],
    retain = false,
  ) {
    if (!decoder) throw new Error('no encoder');
    const payload = decoder.encodePayload({ timestamp: Date.now(), metrics: [...metrics] });
    await this.#client.publishAsync(topic, Buffer.from(payload), { qos: 0, retain });
  }

  /** Waits until the messages are as they must be. */
  async until(holds: (messages: readonly HostMessage[]) => boolean): Promise<readonly HostMessage[]> {
    return until(() => Promise.resolve(this.messages), holds);
  }

  /** Messages of a kind, such as DBIRTH. */
  of(kind: string, device?: string): HostMessage[] {
    return this.messages.filter((message) => message.kind === kind && (device === undefined || message.device === device));
  }

  /** The rows of all print records, in the order of their arrival. */
  records(device?: string): (Record<string, unknown> & { isHistorical: boolean })[] {
    return this.of('DDATA', device).flatMap(({ metrics }) =>
      metrics
        .filter(({ name }) => name === 'Prints/Records')
        .flatMap(({ value, isHistorical }) => (value as Record<string, unknown>[]).map((row) => ({ ...row, isHistorical }))),
    );
  }

  async end(): Promise<void> {
    await this.#client.endAsync(true);
  }

  #decode(topic: string, payload: Uint8Array, { qos, isRetained }: { qos: number; isRetained: boolean }): HostMessage {
    const [, , kind = '', , device] = topic.split('/');
    const decoded = decoder?.decodePayload(payload);
    const metrics = (decoded?.metrics ?? []).map((metric): HostMetric => {
      const alias = metric.alias === undefined || metric.alias === null ? undefined : Number(metric.alias);
      if (alias !== undefined && metric.name) this.#names.set(`${alias}`, metric.name);
      const name = metric.name ?? this.#names.get(`${alias}`);
      return {
        ...{ name, alias, value: plain(metric.value), type: metric.type, isHistorical: metric.isHistorical === true },
        timestamp: metric.timestamp ? Number(metric.timestamp) : undefined,
      };
    });
    return {
      ...{ topic, kind, device, qos, isRetained, metrics },
      // The decoder leaves out a sequence number that is not there.
      seq: decoded?.seq === undefined ? undefined : Number(decoded.seq),
      timestamp: decoded?.timestamp ? Number(decoded.timestamp) : undefined,
    };
  }
}

/** 64-bit numbers as numbers, and the rows of a DataSet as objects. */
function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('toNumber' in value) return Number(value);
  if (!('rows' in value) || !('columns' in value)) return value;
  const columns = value.columns as string[];
  return (value.rows as unknown[][]).map((row) => Object.fromEntries(row.map((cell, at) => [columns[at] ?? '', plain(cell)])));
}
