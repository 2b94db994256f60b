/** Numbers of the data types in Sparkplug B 3.0, chapter 6.4.16. */
export const DATA_TYPES = {
  Int32: 3,
  Int64: 4,
  Double: 10,
  Boolean: 11,
  String: 12,
  DateTime: 13,
  DataSet: 16,
} as const;
export type DataTypeName = keyof typeof DATA_TYPES;

/** A table of values: every row has one for every column. Numbers of Int32, Int64 and DateTime are whole. */
export interface DataSet {
  columns: readonly { name: string; type: Exclude<DataTypeName, 'DataSet'> }[];
  rows: readonly (readonly (string | number | boolean)[])[];
}

export type MetricValue = string | number | boolean | DataSet | null;

/** A metric of a message. Only births have its name; data has the alias. All have the data type, without which some hosts read no value. */
export interface Metric {
  name?: string;
  alias?: number;
  /** Milliseconds since the epoch, when the value was read. */
  timestamp?: number;
  type: DataTypeName;
  isHistorical?: boolean;
  value: MetricValue;
}

/** A message. A death has no sequence number. */
export interface Payload {
  timestamp?: number;
  seq?: number;
  metrics: readonly Metric[];
}

/** A metric of a command, as a host sent it; its type is known here and not there. */
export interface CommandMetric {
  name?: string;
  alias?: number;
  value: string | number | boolean | undefined;
}
