import { sparkplugSettingsSchema, type SparkplugSettings } from '#contract/api-v3/sparkplug.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { Settings } from '../settings/settings.ts';
import { readStored } from '../stored-content/stored-json.ts';
import { nextBdSeq } from './edge-messages.ts';

const SETTINGS = 'sparkplug';
const BD_SEQ = 'sparkplugBdSeq';
/** Names and addresses of this machine: what is sent to them does not leave it. */
const LOOPBACK = /^mqtt:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:|\/|$)/i;

/** The stored settings of the edge node, with the password, and the number of its last connection. */
export class SparkplugSettingsStore {
  readonly #settings: Pick<Settings, 'get' | 'put'>;

  constructor(settings: Pick<Settings, 'get' | 'put'>) {
    this.#settings = settings;
  }

  /** The defaults while nothing is stored. Throws `content-unusable`. */
  async read(db?: ControllerDatabase | ControllerTransaction): Promise<SparkplugSettings> {
    const stored = await this.#settings.get(SETTINGS, db);
    if (stored === undefined) return sparkplugSettingsSchema.parse({});
    return readStored(sparkplugSettingsSchema, stored, { title: 'setting of MQTT Sparkplug', instance: '/api/v3/sparkplug' });
  }

  async store(settings: SparkplugSettings, trx: ControllerTransaction): Promise<void> {
    await this.#settings.put(SETTINGS, JSON.stringify(settings), trx);
  }

  /** The number of the next connection: 0, 1, ... 255, 0. It is stored, so that a late death of an earlier run does not match. */
  async nextBdSeq(): Promise<number> {
    const last = await this.#settings.get(BD_SEQ);
    const next = nextBdSeq(last === undefined ? undefined : Number(last));
    await this.#settings.put(BD_SEQ, String(next));
    return next;
  }
}

/**
 * The settings to be stored: with the password that was written, or with the stored one if none was written. A stored password is never sent
 * to a server that was added, and a password never leaves the machine without encryption. Throws `invalid-input`.
 */
export function withPassword(written: SparkplugSettings, stored: SparkplugSettings): SparkplugSettings {
  const { passwordSet: isKept = false, password, ...rest } = written;
  const isRemoved = password === null && !isKept;
  const kept = isRemoved ? null : (stored.password ?? null);
  const known = new Set(stored.servers.map(({ url }) => url));
  if (typeof password !== 'string' && kept !== null && rest.servers.some(({ url }) => !known.has(url)))
    throw refused('/password', 'enter it again: a stored password is not sent to another server');
  const settings = { ...rest, password: password ?? kept };
  const open = settings.servers.findIndex(({ url }) => /^mqtt:/i.test(url) && !LOOPBACK.test(url));
  if (settings.password !== null && open !== -1)
    throw refused(`/servers/${open}/url`, 'a password is sent over an encrypted connection only: begin the address with mqtts://');
  const plain = settings.servers.findIndex(({ url, fingerprint }) => fingerprint !== undefined && /^mqtt:/i.test(url));
  if (plain !== -1) throw refused(`/servers/${plain}/fingerprint`, 'needs an encrypted connection: begin the address with mqtts://');
  return settings;
}

/** The settings as clients read them. */
export function withoutPassword({ password, ...settings }: SparkplugSettings): SparkplugSettings {
  return typeof password === 'string' ? { ...settings, password: null, passwordSet: true } : settings;
}

function refused(pointer: string, detail: string): ProblemError {
  return new ProblemError('invalid-input', { detail: `${pointer}: ${detail}`, errors: [{ pointer, detail }] });
}
