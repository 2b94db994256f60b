import type { NumberedJob, OutputCondition } from '#contract/api-v3/signal-device.ts';

/** What the devices of the line do with printers. Nothing here rejects or throws. */
export interface LinePrinters {
  /** Whether the printer takes products from inputs of the line; if not, why. */
  findDetectorFault(printer: string): string | undefined;
  /** A product passes: the printer prints once, or the product is logged as missed. */
  detected(printer: string): void;
  /** Products passed that cannot be printed any more. */
  missed(printer: string, products: number, reason: string): void;
  /** Selects a prepared job. */
  select(job: NumberedJob): void;
  /** The names of all printers. */
  names(): readonly string[];
  /** The conditions of outputs that hold for a printer now; empty for an unknown one. */
  conditions(printer: string): Promise<ReadonlySet<OutputCondition>>;
}

/** A change of an input that others act on. */
export interface LineInputChange {
  device: string;
  input: string;
  kind: 'line-running' | 'external-stop' | 'acknowledge';
  /** The printer that it is for; undefined: for all. */
  printer: string | undefined;
  isOn: boolean;
}
