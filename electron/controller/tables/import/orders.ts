import type { MessagePort } from 'node:worker_threads';
import type { FromThread, ToThread } from './messages.ts';

type Answer = Extract<ToThread, { kind: 'table' | 'turn' }>;

/** The file is not wanted any more. */
export class Stopped extends Error {
  constructor() {
    super('The import was stopped.');
    this.name = 'Stopped';
  }
}

/** What the thread of an import is told, in its order: the bytes of the file, and the answers that it waits for. Throws `Stopped`. */
export class Orders {
  readonly #port: MessagePort;
  readonly #bytes: (Uint8Array | undefined)[] = [];
  readonly #answers: Answer[] = [];
  #isStopped = false;
  #wake: (() => void) | undefined;

  constructor(port: MessagePort) {
    this.#port = port;
    port.on('message', (message: ToThread) => this.#hear(message));
  }

  /** The bytes as they arrive, to their end. */
  async *bytes(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const bytes = await this.#next(this.#bytes);
      if (!bytes) return;
      this.tell({ kind: 'taken', size: bytes.length });
      yield bytes;
    }
  }

  /** Asks for something and waits for it. */
  async ask<Kind extends Answer['kind']>(question: FromThread, kind: Kind): Promise<Extract<Answer, { kind: Kind }>> {
    this.tell(question);
    const answer = await this.#next(this.#answers);
    if (answer?.kind !== kind) throw new Error(`the import asked for "${kind}" and was told "${answer?.kind}"`);
    return answer as Extract<Answer, { kind: Kind }>;
  }

  tell(message: FromThread): void {
    this.#port.postMessage(message);
  }

  async #next<Item>(queue: Item[]): Promise<Item | undefined> {
    while (queue.length === 0 && !this.#isStopped) await new Promise<void>((resolve) => (this.#wake = resolve));
    if (this.#isStopped) throw new Stopped();
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
