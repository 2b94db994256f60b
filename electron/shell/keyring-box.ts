import type { SafeStorage } from 'electron';
import type { SecretBox } from '#station/secrets/secret-box.ts';

/** The asynchronous interface, because the other one blocks the program while the keyring asks a person. */
export type Keyring = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'
>;

/** Milliseconds for one answer of the keyring. A keyring that is locked waits for a person, and the start must not. */
const LIMIT = 5_000;
/** On Linux these mean that there is no keyring: texts would be encrypted with a password that everybody knows. */
const NO_KEYRING: ReadonlySet<string> = new Set(['basic_text', 'unknown']);

/** The keyring of the system; undefined when it has none, or when it does not answer in time. Call it when the app is ready. */
export async function findKeyring(keyring: Keyring, platform: NodeJS.Platform = process.platform): Promise<KeyringBox | undefined> {
  if (platform === 'linux' && NO_KEYRING.has(keyring.getSelectedStorageBackend())) return undefined;
  const isAvailable = await within(LIMIT, keyring.isAsyncEncryptionAvailable()).catch(() => false);
  return isAvailable ? new KeyringBox(keyring) : undefined;
}

/** Encrypts with a key in the keyring of the system, which belongs to the account that is signed in. */
export class KeyringBox implements SecretBox {
  readonly kind = 'keyring';
  readonly #keyring: Keyring;
  /** It did not answer in time: the station does not wait for it again in this run, once for each key. */
  #isSilent = false;

  constructor(keyring: Keyring) {
    this.#keyring = keyring;
  }

  async seal(name: string, text: string): Promise<string> {
    // The keyring does not authenticate anything else than the text, so the name is a part of it.
    const sealed = await this.#ask(() => this.#keyring.encryptStringAsync(JSON.stringify([name, text])));
    return sealed.toString('base64url');
  }

  async open(name: string, sealed: string): Promise<string> {
    const { result } = await this.#ask(() => this.#keyring.decryptStringAsync(Buffer.from(sealed, 'base64url')));
    const [sealedName, text] = JSON.parse(result) as unknown[];
    if (sealedName !== name || typeof text !== 'string') throw new Error('The value was sealed under another name.');
    return text;
  }

  async #ask<Result>(question: () => Promise<Result>): Promise<Result> {
    if (this.#isSilent) throw new SilentKeyringError();
    try {
      return await within(LIMIT, question());
    } catch (error) {
      this.#isSilent = error instanceof SilentKeyringError;
      throw error;
    }
  }
}

class SilentKeyringError extends Error {
  constructor() {
    super(`The keyring of the system did not answer within ${LIMIT} ms.`);
  }
}

async function within<Result>(limit: number, answer: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new SilentKeyringError()), limit);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
