import { printerUrl } from '../lines.ts';

/** Triggers one printer over HTTP, one trigger after the other, until the controller is gone. */
export class Customer {
  /** Keys of the triggers that were acknowledged. */
  readonly acknowledged: string[] = [];
  readonly #url: string;
  readonly #name: string;

  /** `name` is unique among the customers; the keys of its requests begin with it. */
  constructor(url: string, { printer, name }: { printer: string; name: string }) {
    this.#url = `${printerUrl(url, printer)}/trigger`;
    this.#name = name;
  }

  /** Ends when there is no response any more. After a rejected trigger the next product follows. */
  async trigger(): Promise<void> {
    for (let number = 1; ; number += 1) {
      const key = `${this.#name}-${number}`;
      const result = await this.#once(key).catch(() => undefined);
      if (result === undefined) return;
      if (result === 'printing') this.acknowledged.push(key);
    }
  }

  async #once(key: string): Promise<string> {
    const response = await fetch(this.#url, { method: 'POST', headers: { 'idempotency-key': key } });
    const { result } = (await response.json()) as { result?: string };
    return result ?? 'refused';
  }
}
