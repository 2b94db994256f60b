import type { NetworkPage as Settings } from '#contract/station/network.ts';
import { Certificate, type CertificateFiles } from '#tls/certificate.ts';
import { PageServer, type PageServerOptions } from './page-server.ts';

/** The part of the station that knows where other computers open the page. */
export interface NetworkSettings {
  readonly page: Settings | null;
  onChange(listener: (page: Settings | null) => void): () => void;
  /** Takes note of what became of the settings. */
  report(state: { state: 'off' | 'listening' | 'failed'; reason: string | null }): void;
  /** Throws what the disk throws. */
  certificateOf(page: Settings): CertificateFiles;
  /** The names under which the page may be opened, in lower case. */
  namesOf(page: Settings): string[];
}

export interface NetworkPageOptions<Session> extends Omit<PageServerOptions<Session>, 'port' | 'network'> {
  settings: NetworkSettings;
  /** Logs that a certificate was replaced, or cannot be used. */
  warn: (line: string) => void;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** What listens for other computers. */
interface Open {
  server: { stop: () => Promise<void> };
  certificate: Certificate;
  renewal: NodeJS.Timeout;
}

/** Milliseconds between two checks whether the station's own certificate has to be replaced. A replaced file is used without a restart. */
const RENEWAL_CHECK = 3_600_000;

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Another program uses this port.',
  EADDRNOTAVAIL: 'This computer does not have this address.',
  EACCES: 'The operating system does not permit this port.',
};

/** Serves the page to other computers, as the settings say. Settings that cannot be applied are reported and leave it closed; the rest of the station runs on. */
export class NetworkPage<Session> {
  readonly #options: NetworkPageOptions<Session>;
  #open: Open | undefined;
  #last: Promise<void> = Promise.resolve();
  #unsubscribe: (() => void) | undefined;

  constructor(options: NetworkPageOptions<Session>) {
    this.#options = options;
  }

  /** Opens the page if the settings say so, and resolves when it is open or could not be opened. */
  async start(): Promise<void> {
    const { settings } = this.#options;
    this.#unsubscribe = settings.onChange((page) => void this.#apply(page));
    if (settings.page) await this.#apply(settings.page);
  }

  /** Resolves when the port is free. */
  async stop(): Promise<void> {
    this.#unsubscribe?.();
    await this.#last;
    await this.#close();
  }

  /** Never rejects. */
  #apply(page: Settings | null): Promise<void> {
    this.#last = this.#last.then(async () => {
      const { settings, report } = this.#options;
      try {
        await this.#close();
        if (page) await this.#listen(page);
        settings.report({ state: page ? 'listening' : 'off', reason: null });
      } catch (error) {
        report(error);
        settings.report({ state: 'failed', reason: reasonOf(error) });
      }
    });
    return this.#last;
  }

  async #listen(page: Settings): Promise<void> {
    const { settings, warn, now, ...options } = this.#options;
    const log = { info: warn, warn, error: (_details: object, message: string) => warn(message) };
    const certificate = await Certificate.open(settings.certificateOf(page), { log, now });
    const network = { host: page.host, names: settings.namesOf(page), certificate };
    const server = new PageServer({ ...options, port: page.port, network });
    try {
      await server.start();
    } catch (error) {
      await server.stop();
      throw error;
    }
    certificate.start();
    this.#open = { server, certificate, renewal: setInterval(() => this.#renew(page), RENEWAL_CHECK).unref() };
  }

  #renew(page: Settings): void {
    try {
      this.#options.settings.certificateOf(page);
    } catch (error) {
      this.#options.report(error);
    }
  }

  async #close(): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    clearInterval(open?.renewal);
    open?.certificate.stop();
    await open?.server.stop();
  }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REASONS[code] ?? (error instanceof Error ? error.message : String(error));
}
