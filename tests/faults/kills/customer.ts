import { printerUrl } from '../lines.ts';

/** Triggers one printer over HTTP, one trigger after the other, until the controller is gone. */
export class Customer {
  readonly #url: string;
  readonly #printer: string;
  #acknowledged = 0;

  constructor(url: string, printer: string) {
    this.#url = `${printerUrl(url, printer)}/trigger`;
    this.#printer = printer;
  }

  get printer(): string {
    return this.#printer;
  }

  /** Triggers that were answered: it prints. */
  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** Ends when there is no answer any more. A refusal is no end: the next product comes anyway. */
  async trigger(): Promise<void> {
    for (;;) {
      const result = await this.#once().catch(() => undefined);
      if (result === undefined) return;
      if (result === 'printing') this.#acknowledged += 1;
    }
  }

  async #once(): Promise<string> {
    const response = await fetch(this.#url, { method: 'POST' });
    const { result } = (await response.json()) as { result?: string };
    return result ?? 'refused';
  }
}
