import { encodePayload } from './encode-payload.ts';
import { deviceTopic, nodeTopic, type EdgeIds } from './edge-topics.ts';
import type { DataSet, DataTypeName, Metric, MetricValue } from './sparkplug-payload.ts';

/** The value of a metric now. */
export interface Reading {
  name: string;
  type: DataTypeName;
  value: MetricValue;
}

/** All metrics of a printer. */
export interface DeviceReadings {
  printer: string;
  readings: readonly Reading[];
}

/** A message to be published; never retained. */
export interface EdgeMessage {
  topic: string;
  payload: Uint8Array;
  qos: 0 | 1;
}

export const BD_SEQ = 'bdSeq';
export const REBIRTH = 'Node Control/Rebirth';
/** The metric with the records of prints. */
export const PRINT_RECORDS = 'Prints/Records';
/** Sequence numbers are 0 to 255. */
const NUMBERS = 256;

/** The metrics of a birth: their aliases, and the values that were sent last. */
type Born = Map<string, { alias: number; sent: string }>;

/**
 * The messages of an edge node in the order in which they must be sent: births, data, deaths (Sparkplug B 3.0, chapters 4 to 6). Numbers them,
 * gives metrics their aliases and leaves out values that have not changed. Knows no connection: the caller sends every message that it gets.
 */
export class EdgeMessages {
  readonly #ids: EdgeIds;
  readonly #devices = new Map<string, Born>();
  #node: Born = new Map();
  #bdSeq = 0;
  #seq = 0;
  #nextAlias = 1;

  constructor(ids: EdgeIds) {
    this.#ids = ids;
  }

  /** A connection begins: its will and its births have this number. */
  begin(bdSeq: number): void {
    this.#bdSeq = bdSeq;
    this.#forget();
  }

  /** The will of the connection, and the message before an intended end. It has no sequence number. */
  death(now: number): EdgeMessage {
    const payload = encodePayload({ timestamp: now, metrics: [this.#bdSeqMetric(now)] });
    return { topic: nodeTopic(this.#ids, 'NDEATH'), payload, qos: 1 };
  }

  /** The birth of the node, then those of all printers. The sequence starts at 0. */
  births(node: readonly Reading[], devices: readonly DeviceReadings[], now: number): EdgeMessage[] {
    this.#forget();
    const own: Metric[] = [
      this.#bdSeqMetric(now),
      { name: REBIRTH, timestamp: now, type: 'Boolean', value: false },
      ...this.#bear(this.#node, node, now),
    ];
    const birth = this.#numbered(nodeTopic(this.#ids, 'NBIRTH'), own, now);
    return [birth, ...devices.map((device) => this.deviceBirth(device, now))];
  }

  /** Printers that have a birth and no death since. */
  born(): string[] {
    return [...this.#devices.keys()];
  }

  deviceBirth({ printer, readings }: DeviceReadings, now: number): EdgeMessage {
    const born: Born = new Map();
    this.#devices.set(printer, born);
    return this.#numbered(deviceTopic(this.#ids, 'DBIRTH', printer), this.#bear(born, readings, now), now);
  }

  deviceDeath(printer: string, now: number): EdgeMessage {
    this.#devices.delete(printer);
    return this.#numbered(deviceTopic(this.#ids, 'DDEATH', printer), [], now);
  }

  /** The metrics of the node that have changed; undefined if none has. */
  nodeData(readings: readonly Reading[], now: number): EdgeMessage | undefined {
    const metrics = changesOf(this.#node, readings, now);
    return metrics.length === 0 ? undefined : this.#numbered(nodeTopic(this.#ids, 'NDATA'), metrics, now);
  }

  /** The metrics of a printer that have changed, or its birth if it is new or has other metrics; undefined if nothing has changed. */
  deviceData(device: DeviceReadings, now: number): EdgeMessage | undefined {
    const { printer, readings } = device;
    const born = this.#devices.get(printer);
    if (!born || born.size !== readings.length || readings.some(({ name }) => !born.has(name))) return this.deviceBirth(device, now);
    const metrics = changesOf(born, readings, now);
    return metrics.length === 0 ? undefined : this.#numbered(deviceTopic(this.#ids, 'DDATA', printer), metrics, now);
  }

  /** Records of prints; `at` is when the last of them was settled. Undefined if the printer has no birth. */
  printRecords(printer: string, { rows, isHistorical, at }: { rows: DataSet; isHistorical: boolean; at: number }, now: number) {
    const alias = this.#devices.get(printer)?.get(PRINT_RECORDS)?.alias;
    if (alias === undefined) return undefined;
    const metric: Metric = { alias, timestamp: at, type: 'DataSet', isHistorical, value: rows };
    return this.#numbered(deviceTopic(this.#ids, 'DDATA', printer), [metric], now);
  }

  /** The name of a metric of a printer by its alias. */
  findName(printer: string, alias: number): string | undefined {
    return [...(this.#devices.get(printer) ?? [])].find(([, born]) => born.alias === alias)?.[0];
  }

  #bear(born: Born, readings: readonly Reading[], now: number): Metric[] {
    return readings.map(({ name, type, value }) => {
      const alias = this.#nextAlias++;
      born.set(name, { alias, sent: JSON.stringify(value) });
      return { name, alias, timestamp: now, type, value };
    });
  }

  #bdSeqMetric(now: number): Metric {
    return { name: BD_SEQ, timestamp: now, type: 'Int64', value: this.#bdSeq };
  }

  #numbered(topic: string, metrics: readonly Metric[], now: number): EdgeMessage {
    const seq = this.#seq;
    this.#seq = (seq + 1) % NUMBERS;
    return { topic, payload: encodePayload({ timestamp: now, seq, metrics }), qos: 0 };
  }

  #forget(): void {
    this.#seq = 0;
    this.#nextAlias = 1;
    this.#node = new Map();
    this.#devices.clear();
  }
}

/** The number of the connection after the one with this number; the first one has 0. */
export function nextBdSeq(last: number | undefined): number {
  return last === undefined ? 0 : (last + 1) % NUMBERS;
}

/** Metrics with other values than were sent last. Records of prints are sent by themselves. */
function changesOf(born: Born, readings: readonly Reading[], now: number): Metric[] {
  return readings.flatMap(({ name, type, value }) => {
    const metric = born.get(name);
    const sent = JSON.stringify(value);
    if (!metric || metric.sent === sent) return [];
    metric.sent = sent;
    return [{ alias: metric.alias, timestamp: now, type, value }];
  });
}
