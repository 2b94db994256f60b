import { unwatchFile, watchFile } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { ControllerNetwork, ControllerNetworkState } from '#contract/api-v3/network.ts';
import type { ReadinessWarning } from '#contract/api-v3/health.ts';

/** What listens for other computers. */
export interface OpenNetwork {
  warnings: () => readonly ReadinessWarning[];
  /** Resolves when the ports are free. */
  close: () => Promise<void>;
}

export interface ControllerNetworkOptions {
  /** The file of the settings. Undefined when the controller follows none. */
  file: string | undefined;
  /** Reads the settings from the file; undefined when it has none. Throws what is wrong with it. */
  read: () => ControllerNetwork | undefined;
  /** Opens the listeners. Rejects when one of them cannot be opened, with none of them open. */
  open: (settings: ControllerNetwork) => Promise<OpenNetwork>;
  log: Record<'info' | 'warn', (details: object, message: string) => void>;
}

/** Milliseconds between two looks at the file. Polling by path also notices a file that was replaced. */
const POLL_INTERVAL = 1_000;
/** Milliseconds until listeners that could not be opened are tried again: the network of a computer may be ready after its programs. */
const RETRY_INTERVAL = 5_000;

/**
 * Listens for other computers as the settings in a file say, and follows its changes while the controller prints. Settings that cannot be applied are reported
 * and tried again; the listener of this computer is not affected.
 */
export class ControllerNetworkFollower {
  readonly #options: ControllerNetworkOptions;
  readonly #onChange = (): void => void this.#follow();
  #settings: ControllerNetwork | null = null;
  #open: OpenNetwork | undefined;
  #reason: string | null = null;
  #last: Promise<void> = Promise.resolve();
  #retry: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: ControllerNetworkOptions) {
    this.#options = options;
  }

  /** Resolves when the listeners are open or could not be opened. */
  async start(): Promise<void> {
    const { file } = this.#options;
    if (file === undefined) return;
    watchFile(file, { interval: POLL_INTERVAL, persistent: false }, this.#onChange);
    await this.#follow();
  }

  /** Resolves when the ports are free. */
  async stop(): Promise<void> {
    const { file } = this.#options;
    this.#isStopped = true;
    clearTimeout(this.#retry);
    if (file !== undefined) unwatchFile(file, this.#onChange);
    await this.#last;
    await this.#close();
  }

  get state(): ControllerNetworkState {
    if (this.#reason !== null) return { settings: this.#settings, state: 'failed', reason: this.#reason };
    return { settings: this.#settings, state: this.#open ? 'listening' : 'off', reason: null };
  }

  /** What `/healthz/ready` warns of. */
  warnings(): ReadinessWarning[] {
    if (this.#reason !== null) return [{ code: 'network-closed', detail: `Other computers do not reach the controller: ${this.#reason}` }];
    return [...(this.#open?.warnings() ?? [])];
  }

  /** One after the other; never rejects. */
  #follow(): Promise<void> {
    this.#last = this.#last.then(() => this.#apply());
    return this.#last;
  }

  async #apply(): Promise<void> {
    const { read, open, log } = this.#options;
    if (this.#isStopped) return;
    clearTimeout(this.#retry);
    try {
      const settings = read() ?? null;
      if (this.#reason === null && isDeepStrictEqual(settings, this.#settings)) return;
      await this.#close();
      this.#settings = settings;
      if (settings) this.#open = await open(settings);
      this.#reason = null;
      log.info(
        { settings },
        settings ? 'the controller listens for other computers' : 'the controller does not listen for other computers',
      );
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Logs a reason once. The listeners that were open stay open when only the file cannot be read. */
  #failed(error: unknown): void {
    const reason = reasonOf(error);
    if (reason !== this.#reason) this.#options.log.warn({ err: error }, 'the settings for other computers could not be applied');
    this.#reason = reason;
    this.#retry = setTimeout(this.#onChange, RETRY_INTERVAL).unref();
  }

  async #close(): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    await open?.close();
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Another program uses this port.',
  EADDRNOTAVAIL: 'This computer does not have this address.',
  EACCES: 'The operating system does not permit this port or file.',
  ENOENT: 'The file of the certificate or of its key does not exist.',
};

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REASONS[code] ?? (error instanceof Error ? error.message : String(error));
}
