import { statusError } from '#contract/api-v3/make-status-error.ts';
import type { LineStop } from '#contract/api-v3/controller-line.ts';
import type { StatusError } from '#contract/api-v3/status-error.ts';
import type { LineInputChange } from '../line-io/line-ports.ts';
import type { Publish } from '../events/events.ts';
import type { PrinterRuntime } from '../runtime/printer-runtime.ts';
import type { Lines } from './lines.ts';
import type { LineStops } from './line-stops.ts';
import { stoppedByRule } from './line-stop-errors.ts';

export interface StoppedPrintersOptions {
  lines: Lines;
  stops: LineStops;
  runtimes: { all(): readonly PrinterRuntime[] };
  /** Removes the prints that a device holds for its next products. Never rejects. */
  unload: (runtime: PrinterRuntime, reason: string) => void;
  publish: Publish;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** Applies the stops of lines, and the inputs "external stop", to the printers: a printer that is stopped takes no trigger. */
export class StoppedPrinters {
  readonly #options: StoppedPrintersOptions;
  /** The inputs "external stop" that are on, by device and name. */
  readonly #external = new Map<string, LineStop>();

  constructor(options: StoppedPrintersOptions) {
    this.#options = options;
  }

  /** Applies the stops that hold, from now on and after every change. */
  start(): void {
    this.#options.stops.changes.on('changed', () => this.apply());
    this.apply();
  }

  isStopped(printer: string): boolean {
    return this.#options.runtimes.all().some((runtime) => runtime.printer.name === printer && runtime.lineStop !== undefined);
  }

  /** The inputs that stop any of these printers now. */
  externalStops(printers: readonly string[]): LineStop[] {
    return [...this.#external.values()].filter((stop) => concerns(stop, printers));
  }

  /** An input of the line has changed. */
  inputChanged({ device, input, kind, printer, isOn }: LineInputChange): void {
    if (kind !== 'external-stop') return;
    const key = JSON.stringify([device, input]);
    const since = new Date(this.#options.now()).toISOString();
    const detail = `The input "${input}" of "${device}" is on.`;
    if (isOn === this.#external.has(key)) return;
    if (isOn) this.#external.set(key, { rule: 'external-stop', since, detail, input, ...(printer !== undefined && { printer }) });
    else this.#external.delete(key);
    this.#options.publish({ type: 'controller-lines:changed' });
    this.apply();
  }

  /** A device was changed or removed: what its inputs said holds no more until they are read again. */
  deviceEnded(device: string): void {
    const ended = [...this.#external.keys()].filter((key) => (JSON.parse(key) as [string, string])[0] === device);
    for (const key of ended) this.#external.delete(key);
    if (ended.length > 0) this.apply();
  }

  /** Tells each printer why it is stopped, if it is. */
  apply(): void {
    for (const runtime of this.#options.runtimes.all()) {
      const before = runtime.lineStop;
      runtime.lineStop = this.#reasonFor(runtime.printer.name);
      if (runtime.lineStop?.text === before?.text) continue;
      if (before === undefined && runtime.lineStop !== undefined) this.#stop(runtime, runtime.lineStop.text);
      runtime.printer.statusChanged();
      runtime.prefetchNextPrint();
      if (runtime.lineStop === undefined) runtime.preload();
    }
  }

  #stop(runtime: PrinterRuntime, reason: string): void {
    runtime.printer.engine.stopLine?.();
    this.#options.unload(runtime, reason);
  }

  #reasonFor(printer: string): StatusError | undefined {
    const { lines, stops } = this.#options;
    const [name] = lines.ofPrinter(printer) ?? [];
    const [first] = name === undefined ? [] : stops.of(name);
    if (name !== undefined && first) return stoppedByRule(name, first);
    const [external] = [...this.#external].find(([, stop]) => concerns(stop, [printer])) ?? [];
    if (external === undefined) return undefined;
    const [device, input] = JSON.parse(external) as [string, string];
    return statusError('line-stopped-outside', { device, input });
  }
}

function concerns({ printer }: LineStop, printers: readonly string[]): boolean {
  return printer === undefined || printers.includes(printer);
}
