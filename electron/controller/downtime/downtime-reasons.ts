import { downtimeReasonsSchema, isRetiredReason, type DowntimeReason, type DowntimeReasons } from '#contract/api-v3/downtime.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { Settings } from '../settings/settings.ts';
import { readStored } from '../stored-content/stored-json.ts';
import { DEFAULT_REASONS } from './default-reasons.ts';

const REASONS = 'downtimeReasons';

/** The reasons of stops that persons choose from, for all lines of the controller. */
export class StoredDowntimeReasons {
  readonly #settings: Pick<Settings, 'get' | 'put'>;

  constructor(settings: Pick<Settings, 'get' | 'put'>) {
    this.#settings = settings;
  }

  /** The default reasons until a person replaces them. Throws `content-unusable`. */
  async read(db?: ControllerDatabase | ControllerTransaction): Promise<DowntimeReasons> {
    const stored = await this.#settings.get(REASONS, db);
    if (stored === undefined) return DEFAULT_REASONS;
    return readStored(downtimeReasonsSchema, stored, { title: 'reasons of stops', instance: '/api/v3/downtimeReasons' });
  }

  async store(reasons: DowntimeReasons, trx: ControllerTransaction): Promise<void> {
    await this.#settings.put(REASONS, JSON.stringify(reasons), trx);
  }

  /** Throws `invalid-input` for a key that no reason has, for a group, and for a retired reason unless it was stated before. */
  async require(key: string, stated: string | null, trx: ControllerTransaction): Promise<DowntimeReason> {
    const reasons = await this.read(trx);
    const found = reasons.find((reason) => reason.key === key);
    if (!found) throw refused(`there is no reason "${key}"`);
    if (reasons.some(({ group }) => group === key)) throw refused(`"${key}" is a group: choose one of its reasons`);
    if (key !== stated && isRetiredReason(reasons, found)) throw refused(`"${key}" is retired: choose another reason`);
    return found;
  }
}

function refused(detail: string): ProblemError {
  return new ProblemError('invalid-input', { detail: `/reason: ${detail}`, errors: [{ pointer: '/reason', detail }] });
}
