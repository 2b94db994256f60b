/**
 * Signs a package for updates, or makes the key pair for it:
 *
 *     node build/scripts/sign-update.ts --new-key FOLDER           private.pem (keep it secret) and public.pem (for /etc/strobe/update-keys)
 *     node build/scripts/sign-update.ts --key private.pem FILE.deb writes FILE.deb.sig
 */
import { createHash, createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { createReadStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { SIGNATURE_ENDING } from '#contract/updates/latest-package.ts';
import { signPackage } from '#updates/package-signature.ts';
import { requireTool } from '#updates/run-tool.ts';

const OWNER_ONLY = 0o600;

/** Makes a key pair in a folder. Throws when there is one already. */
export function makeKeys(folder: string): void {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  mkdirSync(folder, { recursive: true });
  const secret = privateKey.export({ type: 'pkcs8', format: 'pem' });
  writeFileSync(join(folder, 'private.pem'), secret, { mode: OWNER_ONLY, flag: 'wx' });
  writeFileSync(join(folder, 'public.pem'), publicKey.export({ type: 'spki', format: 'pem' }), { flag: 'wx' });
}

/** Writes the signature next to the package, with the version that its control file has. */
export async function signFile(file: string, keyFile: string): Promise<void> {
  const version = (await requireTool('dpkg-deb', ['-f', file, 'Version'])).trim();
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  const signed = signPackage({ sha256: hash.digest('hex'), version }, createPrivateKey(readFileSync(keyFile)));
  writeFileSync(file + SIGNATURE_ENDING, signed);
}

async function runFromCommandLine(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    options: { 'new-key': { type: 'string' }, key: { type: 'string' } },
    allowPositionals: true,
  });
  const folder = values['new-key'];
  if (folder !== undefined && positionals.length === 0) makeKeys(folder);
  else if (values.key !== undefined && positionals.length > 0) for (const file of positionals) await signFile(file, values.key);
  else {
    console.error('sign-update: --new-key FOLDER, or --key private.pem FILE.deb');
    return 2;
  }
  return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await runFromCommandLine(process.argv.slice(2));
