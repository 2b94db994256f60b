import { emailSettingsSchema, type EmailSettings } from '#contract/api-v3/email.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { Settings } from '../settings/settings.ts';
import { readStored } from '../stored-content/stored-json.ts';

const SETTINGS = 'email';
/** Names and addresses of this machine: what is sent to them does not leave it. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i;

/** The stored settings of e-mails, with the password. */
export class EmailSettingsStore {
  readonly #settings: Pick<Settings, 'get' | 'put'>;

  constructor(settings: Pick<Settings, 'get' | 'put'>) {
    this.#settings = settings;
  }

  /** The defaults while nothing is stored. Throws `content-unusable`. */
  async read(db?: ControllerDatabase | ControllerTransaction): Promise<EmailSettings> {
    const stored = await this.#settings.get(SETTINGS, db);
    if (stored === undefined) return emailSettingsSchema.parse({});
    return readStored(emailSettingsSchema, stored, { title: 'setting of e-mails', instance: '/api/v3/email' });
  }

  async store(settings: EmailSettings, trx: ControllerTransaction): Promise<void> {
    await this.#settings.put(SETTINGS, JSON.stringify(settings), trx);
  }
}

/**
 * The settings to be stored: with the password that was written, or with the stored one if none was written. A stored password is never sent
 * to another host, and a password never leaves the machine without encryption. Throws `invalid-input`.
 */
export function withPassword(written: EmailSettings, stored: EmailSettings): EmailSettings {
  const { passwordSet: isKept = false, password, ...rest } = written;
  const isRemoved = password === null && !isKept;
  const kept = isRemoved ? null : (stored.password ?? null);
  if (typeof password !== 'string' && kept !== null && rest.host !== stored.host)
    throw refused('/password', 'enter it again: a stored password is not sent to another server');
  const settings = { ...rest, password: password ?? kept };
  if (settings.password !== null && settings.security === 'none' && !LOOPBACK.test(settings.host))
    throw refused('/security', 'a password is sent over an encrypted connection only: choose starttls or tls');
  return settings;
}

/** The settings as clients read them. */
export function withoutPassword({ password, ...settings }: EmailSettings): EmailSettings {
  return typeof password === 'string' ? { ...settings, password: null, passwordSet: true } : settings;
}

function refused(pointer: string, detail: string): ProblemError {
  return new ProblemError('invalid-input', { detail: `${pointer}: ${detail}`, errors: [{ pointer, detail }] });
}
