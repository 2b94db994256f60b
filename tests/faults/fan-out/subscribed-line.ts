import type { LibraryItemPlace } from '#contract/api-v3/library-item.ts';
import type { WantedItem } from '#contract/plant/library.ts';
import type { LineLibrary } from '#controller/library/line-library.ts';
import { LibraryFollower } from '#controller/plant-connection/library-follower.ts';
import { PlantClient } from '#controller/plant-connection/plant-client.ts';
import { silentLog } from '#process/log.ts';
import { processTimers } from '#controller/platform/timers.ts';

export interface LineOptions {
  url: string;
  key: string;
  number: number;
  /** Called with the newest version that it has taken when it sends a question to the plant. */
  onQuestion: (newest: number) => void;
  /** Called when it has taken a version of an item. */
  onTaken: (item: WantedItem) => void;
}

/** A line that follows the library of a plant with the program's own client and follower, and keeps what it takes in memory. */
export class SubscribedLine {
  readonly #client: PlantClient;
  readonly #follower: LibraryFollower;

  constructor({ url, key, number, onQuestion, onTaken }: LineOptions) {
    const settings = {
      ...{ isEnabled: true, url, isPlainTextAllowed: true, key, authorities: '', name: `Line ${number}`, site: '', line: '', tags: [] },
    };
    this.#client = new PlantClient({ settings, controllerId: `line-${number}` });
    const library = new MemoryLibrary(onTaken);
    this.#follower = new LibraryFollower({
      library: library as unknown as LineLibrary,
      client: {
        wantedItems: (query, signal) => {
          onQuestion(library.newest);
          return this.#client.wantedItems(query, signal);
        },
        content: (hash, signal) => this.#client.content(hash, signal),
        putHoldings: (holdings, signal) => this.#client.putHoldings(holdings, signal),
      },
      ...{ monotonicNow: () => performance.now(), random: Math.random, timers: processTimers },
      log: { ...silentLog, error: (message, error) => console.error(message, error) },
    });
  }

  start(): void {
    this.#follower.start();
  }

  async stop(): Promise<void> {
    await this.#follower.stop();
    this.#client.close();
  }
}

/** Takes everything at once. */
class MemoryLibrary {
  readonly #items = new Map<string, WantedItem>();
  readonly #onTaken: (item: WantedItem) => void;

  /** The highest version of an item; 0 without one. */
  get newest(): number {
    return Math.max(0, ...[...this.#items.values()].map(({ version }) => version));
  }

  constructor(onTaken: (item: WantedItem) => void) {
    this.#onTaken = onTaken;
  }

  async follow(wanted: readonly WantedItem[], { getContent }: { getContent: (hash: string) => Promise<Buffer> }): Promise<boolean> {
    for (const item of wanted) {
      if (this.#items.get(keyOf(item))?.hash === item.hash) continue;
      await getContent(item.hash);
      this.#items.set(keyOf(item), item);
      this.#onTaken(item);
    }
    return false;
  }

  async holdings() {
    return { items: [...this.#items.values()].map(({ kind, name, version }) => ({ kind, name, version, state: 'taken' as const })) };
  }
}

function keyOf({ kind, name }: LibraryItemPlace): string {
  return `${kind}/${name}`;
}
