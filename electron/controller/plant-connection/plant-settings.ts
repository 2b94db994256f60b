import { plantSettingsSchema, type PlantSettings } from '#contract/api-v3/plant.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { Settings } from '../settings/settings.ts';
import { readStored } from '../stored-content/stored-json.ts';

const SETTINGS = 'plant';

/** The stored settings of the plant, with the key. */
export class PlantSettingsStore {
  readonly #settings: Pick<Settings, 'get' | 'put'>;

  constructor(settings: Pick<Settings, 'get' | 'put'>) {
    this.#settings = settings;
  }

  /** The defaults while nothing is stored. Throws `content-unusable`. */
  async read(db?: ControllerDatabase | ControllerTransaction): Promise<PlantSettings> {
    const stored = await this.#settings.get(SETTINGS, db);
    if (stored === undefined) return plantSettingsSchema.parse({});
    return readStored(plantSettingsSchema, stored, { title: 'setting of the plant', instance: '/api/v3/settings/plant' });
  }

  async store(settings: PlantSettings, trx: ControllerTransaction): Promise<void> {
    await this.#settings.put(SETTINGS, JSON.stringify(settings), trx);
  }
}

/**
 * The settings to be stored: with the key that was written, or with the stored one if none was written. A stored key is never sent to another
 * address. Throws `invalid-input`.
 */
export function withKey(written: PlantSettings, stored: PlantSettings): PlantSettings {
  const { keySet: isKept = false, key, ...rest } = written;
  const isRemoved = key === null && !isKept;
  const kept = isRemoved ? null : (stored.key ?? null);
  if (typeof key !== 'string' && kept !== null && !isSamePlant(rest.url, stored.url))
    throw refused('enter it again: a stored key is not sent to another address');
  const settings = { ...rest, key: key ?? kept };
  if (settings.isEnabled && settings.key === null) throw refused('must not be empty');
  return settings;
}

/** The settings as clients read them. */
export function withoutKey({ key, ...settings }: PlantSettings): PlantSettings {
  return typeof key === 'string' ? { ...settings, key: null, keySet: true } : settings;
}

/** Whether two addresses lead to the same plant. */
export function isSamePlant(one: string, other: string): boolean {
  return withoutSlash(one) === withoutSlash(other);
}

/** An address without slashes at its end: paths are appended to it. */
export function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

function refused(detail: string): ProblemError {
  return new ProblemError('invalid-input', { detail: `/key: ${detail}`, errors: [{ pointer: '/key', detail }] });
}
