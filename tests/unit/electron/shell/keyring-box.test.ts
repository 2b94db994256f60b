import { afterEach, describe, expect, it, vi } from 'vitest';
import { Secrets } from '#station/secrets/secrets.ts';
import { findKeyring, type Keyring } from '#shell/keyring-box.ts';

const NAME = 'connection-sealed-key:c-1';

/** A keyring that turns every byte round: what it stores is not the text. */
function keyring(changes: Partial<Keyring> = {}): Keyring {
  const turned = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte) => byte ^ 0xff));
  return {
    isAsyncEncryptionAvailable: () => Promise.resolve(true),
    getSelectedStorageBackend: () => 'gnome_libsecret',
    encryptStringAsync: (text) => Promise.resolve(turned(Buffer.from(text))),
    decryptStringAsync: (bytes) => Promise.resolve({ result: turned(bytes).toString(), shouldReEncrypt: false }),
    ...changes,
  };
}

afterEach(() => void vi.useRealTimers());

describe('the keyring of the system', () => {
  it.each(['basic_text', 'unknown'] as const)('is not used on Linux when it is %s', async (backend) => {
    expect(await findKeyring(keyring({ getSelectedStorageBackend: () => backend }), 'linux')).toBeUndefined();
  });

  it('is not asked for its kind on Windows, where there is one', async () => {
    const unknown = keyring({
      getSelectedStorageBackend: () => {
        throw new Error('not on this platform');
      },
    });
    expect(await findKeyring(unknown, 'win32')).toBeDefined();
  });

  it.each([() => Promise.resolve(false), () => Promise.reject(new Error('no bus'))])(
    'is not used when it is not available',
    async (isAvailable) => {
      expect(await findKeyring(keyring({ isAsyncEncryptionAvailable: isAvailable }), 'linux')).toBeUndefined();
    },
  );

  it('is not used when it waits for a person, so that the start goes on', async () => {
    vi.useFakeTimers();
    const found = findKeyring(keyring({ isAsyncEncryptionAvailable: () => new Promise(() => undefined) }), 'linux');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await found).toBeUndefined();
  });

  it('seals and opens a secret, under its own name only', async () => {
    const box = await findKeyring(keyring(), 'linux');
    if (!box) throw new Error('There is no keyring.');
    const secrets = new Secrets([box]);
    const stored = await secrets.seal(NAME, 'strobe_key');
    expect(stored).toMatch(/^keyring:1:[\w-]+$/);
    expect(Buffer.from(stored.slice(10), 'base64url').toString()).not.toContain('strobe_key');
    expect([await secrets.open(NAME, stored), await secrets.open('connection-sealed-key:c-2', stored)]).toEqual(['strobe_key', undefined]);
  });

  it('loses a secret that it does not decrypt, and a sealed value that is none', async () => {
    const box = await findKeyring(keyring({ decryptStringAsync: () => Promise.reject(new Error('other account')) }), 'linux');
    const odd = await findKeyring(
      keyring({ decryptStringAsync: () => Promise.resolve({ result: '{}', shouldReEncrypt: false }) }),
      'linux',
    );
    if (!box || !odd) throw new Error('There is no keyring.');
    expect([await new Secrets([box]).open(NAME, 'keyring:1:AAAA'), await new Secrets([odd]).open(NAME, 'keyring:1:AAAA')]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('is waited for once only when it does not answer, not once for each key', async () => {
    vi.useFakeTimers();
    let asked = 0;
    const silent = keyring({
      decryptStringAsync: () => {
        asked += 1;
        return new Promise(() => undefined);
      },
    });
    const box = await findKeyring(silent, 'linux');
    if (!box) throw new Error('There is no keyring.');
    const secrets = new Secrets([box]);
    const first = secrets.open(NAME, 'keyring:1:AAAA');
    await vi.advanceTimersByTimeAsync(5_000);
    expect([await first, await secrets.open(NAME, 'keyring:1:AAAA'), asked]).toEqual([undefined, undefined, 1]);
  });
});
