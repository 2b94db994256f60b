import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { ownChild } from '#support/own-children.ts';
import { RAW_ACKNOWLEDGEMENT, RAW_TEMPLATE } from '#support/raw-printer.ts';

/** Coders with a product detector of their own start each print themselves. */
export const CODER_KINDS = ['codenet', 'zipher', 'wsi', 'hitachi'] as const;
export type CoderKind = (typeof CODER_KINDS)[number];
export type DeviceKind = 'zpl' | 'ipp' | 'raw' | CoderKind;

/** How many devices of each kind, and the milliseconds that one takes for a print. */
export interface HostOrder {
  devices: { kind: DeviceKind; count: number; printTime: number }[];
}

/** Every device: its kind, its port, and the whole prints that have come out of it. */
export type HostReport = { kind: DeviceKind; port: number; marks: number }[];

/** Emulated devices in a process of their own. */
export class Devices {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Starts the process. Returns it with its devices, which listen. */
  static async start(order: HostOrder): Promise<{ devices: Devices; report: HostReport }> {
    const child = ownChild(fork(new URL('./device-host.ts', import.meta.url)));
    const devices = new Devices(child);
    return { devices, report: await devices.#ask(order) };
  }

  /** From now on no product comes to the coders. */
  async holdProducts(): Promise<void> {
    await this.#ask('hold');
  }

  marks(): Promise<HostReport> {
    return this.#ask('marks');
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.disconnect();
    await ended;
  }

  async #ask(order: HostOrder | 'marks' | 'hold'): Promise<HostReport> {
    const answered = once(this.#child, 'message', { signal: AbortSignal.timeout(30_000) });
    this.#child.send(order);
    return ((await answered) as [HostReport])[0];
  }
}

/** The engine in the configuration of a printer at this device. */
export function engineAt({ kind, port }: HostReport[number]): Record<string, unknown> {
  if (kind === 'zpl' || isCoder(kind)) return { kind, host: '127.0.0.1', port };
  if (kind === 'ipp') return { kind, url: `ipp://127.0.0.1:${port}/ipp/print` };
  return { kind, protocol: 'tcp', host: '127.0.0.1', port, format: 'template', template: RAW_TEMPLATE, acknowledge: RAW_ACKNOWLEDGEMENT };
}

export function isCoder(kind: string): kind is CoderKind {
  return (CODER_KINDS as readonly string[]).includes(kind);
}

/** The value that this share of all values do not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}
