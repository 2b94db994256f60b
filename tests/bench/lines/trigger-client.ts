import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';

/** Posts to one path, with one connection. */
export class TriggerClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #url: URL;

  constructor(url: string) {
    this.#url = new URL(url);
  }

  /** Posts once. Resolves with the status and the milliseconds until the response. */
  post(): Promise<{ status: number; milliseconds: number }> {
    const begun = performance.now();
    return new Promise((resolve, reject) => {
      const outgoing = request(this.#url, { method: 'POST', agent: this.#agent }, (response) => {
        response.resume().on('end', () => resolve({ status: response.statusCode ?? 0, milliseconds: performance.now() - begun }));
      });
      outgoing.on('error', reject).end();
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
