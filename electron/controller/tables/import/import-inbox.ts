import type { MessagePort } from 'node:worker_threads';
import type { FromThread, ToThread } from './import-messages.ts';

type ImportMessage = Extract<ToThread, { kind: 'table' | 'turn' }>;

/** The import was cancelled. */
export class ImportCancelled extends Error {
  constructor() {
    super('The import was cancelled.');
    this.name = 'ImportCancelled';
  }
}

/** The messages to the import thread, in order: the bytes of the file, and replies to its requests. Throws `ImportCancelled`. */
export class ImportInbox {
  readonly #port: MessagePort;
  readonly #bytes: (Uint8Array | undefined)[] = [];
  readonly #answers: ImportMessage[] = [];
  #isStopped = false;
  #wake: (() => void) | undefined;

  constructor(port: MessagePort) {
    this.#port = port;
    port.on('message', (message: ToThread) => this.#hear(message));
  }

  /** The bytes as they arrive, until the end. */
  async *bytes(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const bytes = await this.#next(this.#bytes);
      if (!bytes) return;
      this.post({ kind: 'taken', size: bytes.length });
      yield bytes;
    }
  }

  /** Sends a request and waits for its reply. */
  async ask<Kind extends ImportMessage['kind']>(request: FromThread, kind: Kind): Promise<Extract<ImportMessage, { kind: Kind }>> {
    this.post(request);
    const answer = await this.#next(this.#answers);
    if (answer?.kind !== kind) throw new Error(`the import asked for "${kind}" and was told "${answer?.kind}"`);
    return answer as Extract<ImportMessage, { kind: Kind }>;
  }

  post(message: FromThread): void {
    this.#port.postMessage(message);
  }

  async #next<Item>(queue: Item[]): Promise<Item | undefined> {
    while (queue.length === 0 && !this.#isStopped) await new Promise<void>((resolve) => (this.#wake = resolve));
    if (this.#isStopped) throw new ImportCancelled();
    return queue.shift();
  }

  #hear(message: ToThread): void {
    if (message.kind === 'bytes') this.#bytes.push(message.bytes);
    else if (message.kind === 'end') this.#bytes.push(undefined);
    else if (message.kind === 'stop') this.#isStopped = true;
    else this.#answers.push(message);
    this.#wake?.();
  }
}
