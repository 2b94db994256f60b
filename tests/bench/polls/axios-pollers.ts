import type { ControllerClient } from '#station/connections/controller-client.ts';
import { valueOf } from '#station/connections/controller-client.ts';
import { apiPath } from '#station/connections/controller-path.ts';
import { readCounters, readStatus } from '#station/connections/read-status.ts';

/** The reference of P19: a timer for each printer, and two axios requests for each poll; an answer with the same bytes is not parsed. */
export class AxiosPollers {
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #last = new Map<string, Buffer>();
  readonly #stop = new AbortController();

  /** Polls the printers of a controller once per interval. */
  poll(client: ControllerClient, names: readonly string[], interval: number): void {
    names.forEach((name, index) => {
      const begin = (): void => void this.#timers.push(setInterval(() => void this.#poll(client, name), interval));
      this.#timers.push(setTimeout(begin, (index / names.length) * interval));
    });
  }

  stop(): void {
    this.#stop.abort();
    for (const timer of this.#timers) clearTimeout(timer);
  }

  async #poll(client: ControllerClient, printer: string): Promise<void> {
    const { signal } = this.#stop;
    const get = async (path: string, read: (value: unknown) => unknown): Promise<void> => {
      const answer = await client.request({ method: 'GET', path, limit: 2_000, maxBytes: 256 * 1024, signal });
      if (!this.#last.get(client.url + path)?.equals(answer.body)) read(valueOf(answer));
      this.#last.set(client.url + path, answer.body);
    };
    await Promise.allSettled([
      get(apiPath`/printers/${printer}/status`, readStatus),
      get(apiPath`/printers/${printer}/printCounters`, readCounters),
    ]);
  }
}
