import type { CoderProtocol } from './coder-protocol.ts';

/** Selects the message that a coder draws, and makes sure that it is the right one. */
export class MessageSelection {
  readonly #protocol: CoderProtocol;
  #name: string | undefined;
  #fault: string | undefined;

  constructor(protocol: CoderProtocol) {
    this.#protocol = protocol;
  }

  /** Why the coder must not print; undefined if it shows the message that was selected. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** The next print selects its message again. */
  forget(): void {
    this.#name = this.#fault = undefined;
  }

  /** Selects a message, unless it is selected, and reads it back. Rejects as the protocol does. */
  async select(name: string): Promise<void> {
    if (this.#name === name) return;
    this.#name = undefined;
    await this.#protocol.select(name);
    this.#name = name;
    await this.check();
  }

  /** Reads back which message is selected: a person may have changed it at the coder. Rejects as the protocol does. */
  async check(): Promise<void> {
    const name = this.#name;
    if (name === undefined) return;
    const selected = await this.#protocol.selectedMessage();
    if (this.#name !== name) return;
    this.#fault = this.#protocol.isMessage(name, selected)
      ? undefined
      : `The coder has selected the message "${selected}" instead of "${name}". Select "${name}" at the coder, or restart the printer.`;
  }
}
