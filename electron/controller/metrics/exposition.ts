/** One value of a metric. */
export interface Sample {
  value: number;
  labels?: Readonly<Record<string, string>>;
  /** Appended to the metric's name, as for the parts of a histogram. */
  suffix?: string;
}

export interface Metric {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  samples: readonly Sample[];
}

/** Formats metrics in the text format of Prometheus. */
export function exposition(metrics: readonly Metric[]): string {
  return metrics.map(lines).join('');
}

function lines({ name, help, type, samples }: Metric): string {
  const values = samples.map(({ value, labels = {}, suffix = '' }) => `${name}${suffix}${labelText(labels)} ${numberText(value)}\n`);
  return `# HELP ${name} ${escapedHelp(help)}\n# TYPE ${name} ${type}\n${values.join('')}`;
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escapedLabel(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function numberText(value: number): string {
  if (Number.isFinite(value)) return String(value);
  if (Number.isNaN(value)) return 'NaN';
  return value > 0 ? '+Inf' : '-Inf';
}

/** The format defines three escapes; a carriage return, which some readers treat as a line end, has none. */
function escapedLabel(text: string): string {
  return escapedHelp(text).replaceAll('"', '\\"');
}

function escapedHelp(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll(/\r\n|[\r\n]/g, '\\n');
}
