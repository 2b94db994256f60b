import { ProtobufWriter } from './protobuf-writer.ts';
import { DATA_TYPES, type DataSet, type DataTypeName, type Metric, type MetricValue, type Payload } from './sparkplug-payload.ts';

/** Fields of the messages in Sparkplug B 3.0, chapter 6.4.1 (sparkplug_b.proto). */
const PAYLOAD = { timestamp: 1, metrics: 2, seq: 3 } as const;
const METRIC = { name: 1, alias: 2, timestamp: 3, datatype: 4, isHistorical: 5, isNull: 7, dataSet: 17 } as const;
const DATA_SET = { columnCount: 1, columns: 2, types: 3, rows: 4 } as const;
const ROW_ELEMENTS = 1;
/** The fields of the values of a metric, and of an element of a row. */
const VALUE_OF_METRIC = { int: 10, long: 11, double: 13, boolean: 14, string: 15 } as const;
const VALUE_OF_ELEMENT = { int: 1, long: 2, double: 4, boolean: 5, string: 6 } as const;

type ValueFields = Record<keyof typeof VALUE_OF_METRIC, number>;
type SingleType = Exclude<DataTypeName, 'DataSet'>;

const WRITE: Record<SingleType, (writer: ProtobufWriter, fields: ValueFields, value: unknown) => void> = {
  // Negative numbers of 32 bits are the two's complement in an unsigned field (chapter 6.4.16).
  Int32: (writer, { int }, value) => void writer.varint(int, Number(value) >>> 0),
  Int64: (writer, { long }, value) => void writer.varint(long, Number(value)),
  DateTime: (writer, { long }, value) => void writer.varint(long, Number(value)),
  Double: (writer, { double }, value) => void writer.double(double, Number(value)),
  Boolean: (writer, { boolean }, value) => void writer.bool(boolean, value === true),
  String: (writer, { string }, value) => void writer.string(string, String(value)),
};

/** A message of Sparkplug B as bytes. */
export function encodePayload({ timestamp, seq, metrics }: Payload): Uint8Array {
  const writer = new ProtobufWriter();
  if (timestamp !== undefined) writer.varint(PAYLOAD.timestamp, timestamp);
  for (const metric of metrics) writer.message(PAYLOAD.metrics, encodeMetric(metric));
  if (seq !== undefined) writer.varint(PAYLOAD.seq, seq);
  return writer.bytes();
}

function encodeMetric({ name, alias, timestamp, type, isHistorical, value }: Metric): Uint8Array {
  const writer = new ProtobufWriter();
  if (name !== undefined) writer.string(METRIC.name, name);
  if (alias !== undefined) writer.varint(METRIC.alias, alias);
  if (timestamp !== undefined) writer.varint(METRIC.timestamp, timestamp);
  writer.varint(METRIC.datatype, DATA_TYPES[type]);
  if (isHistorical) writer.bool(METRIC.isHistorical, true);
  if (value === null) writer.bool(METRIC.isNull, true);
  else if (type === 'DataSet') writer.message(METRIC.dataSet, encodeDataSet(value));
  else WRITE[type](writer, VALUE_OF_METRIC, value);
  return writer.bytes();
}

function encodeDataSet(value: NonNullable<MetricValue>): Uint8Array {
  const { columns, rows } = value as DataSet;
  const writer = new ProtobufWriter().varint(DATA_SET.columnCount, columns.length);
  for (const { name } of columns) writer.string(DATA_SET.columns, name);
  for (const { type } of columns) writer.varint(DATA_SET.types, DATA_TYPES[type]);
  for (const row of rows) {
    const elements = new ProtobufWriter();
    for (const [at, { type }] of columns.entries()) {
      const element = new ProtobufWriter();
      WRITE[type](element, VALUE_OF_ELEMENT, row[at]);
      elements.message(ROW_ELEMENTS, element.bytes());
    }
    writer.message(DATA_SET.rows, elements.bytes());
  }
  return writer.bytes();
}
