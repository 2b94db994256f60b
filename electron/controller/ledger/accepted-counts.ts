import { engineCountSchema, type EngineCount } from '#contract/api-v3/engine-count.ts';
import type { ControllerTransaction } from '#storage/database/controller-schema.ts';
import { tryStored } from '../stored-content/stored-json.ts';
import type { Settings } from '../settings/settings.ts';

export type AcceptedCount = NonNullable<EngineCount['accepted']>;

/** The last accepted print count mismatch of each printer. */
export class AcceptedCounts {
  readonly #settings: Settings;
  readonly #now: () => number;

  constructor({ settings, now }: { settings: Settings; now: () => number }) {
    this.#settings = settings;
    this.#now = now;
  }

  async store(printer: string, accepted: Omit<AcceptedCount, 'at'>, trx: ControllerTransaction): Promise<void> {
    const at = new Date(this.#now()).toISOString();
    await this.#settings.put(keyOf(printer), JSON.stringify({ at, ...accepted } satisfies AcceptedCount), trx);
  }

  /** Undefined also for a stored value that cannot be read: it is only displayed. */
  async last(printer: string): Promise<AcceptedCount | undefined> {
    const stored = await this.#settings.get(keyOf(printer));
    if (stored === undefined) return undefined;
    const read = tryStored(engineCountSchema.shape.accepted, stored);
    return 'fault' in read ? undefined : (read.value ?? undefined);
  }
}

function keyOf(printer: string): string {
  return `acceptedCount/${printer}`;
}
