import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds between a refused trigger and the next one: the printer is busy, or out of order. */
const PAUSE = 40;

/** Triggers one printer over HTTP, one trigger after the other, until it is stopped or the controller is gone. */
export class PacedCustomer {
  /** Keys of the triggers that were acknowledged. */
  readonly acknowledged: string[] = [];
  readonly #url: string;
  readonly #name: string;
  #isStopped = false;

  /** `name` is unique among the customers; the keys of its requests begin with it. */
  constructor(printerUrl: string, name: string) {
    this.#url = `${printerUrl}/trigger`;
    this.#name = name;
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** Resolves when it ends. */
  async trigger(): Promise<void> {
    for (let number = 1; !this.#isStopped; number += 1) {
      const key = `${this.#name}-${number}`;
      const result = await this.#once(key).catch(() => undefined);
      if (result === undefined) return;
      if (result === 'printing') this.acknowledged.push(key);
      else await wait(PAUSE);
    }
  }

  async #once(key: string): Promise<string> {
    const response = await fetch(this.#url, { method: 'POST', headers: { 'idempotency-key': key } });
    const { result } = (await response.json()) as { result?: string };
    return result ?? 'refused';
  }
}
