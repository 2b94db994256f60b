import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** One of the parameter sets that OWASP's Password Storage Cheat Sheet recommends for scrypt. A hash takes 32 MiB for its time. */
const CURRENT = { ln: 15, r: 8, p: 3 };
const MEMORY_LIMIT = 64 * 1024 * 1024;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const PHC = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/]+)\$([\w+/]+)$/;

type Cost = typeof CURRENT;

/** The hash of a PIN or password with a new salt, in the PHC string format: `$scrypt$ln=15,r=8,p=3$<salt>$<hash>`. */
export async function hashSecret(secret: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await hashWith(secret, salt, CURRENT);
  return `$scrypt$ln=${CURRENT.ln},r=${CURRENT.r},p=${CURRENT.p}$${base64(salt)}$${base64(hash)}`;
}

/** Whether a PIN or password belongs to a hash. Throws for a text that is not a hash of `hashSecret`. */
export async function isSecretOf(stored: string, secret: string): Promise<boolean> {
  const { cost, salt, hash } = parse(stored);
  return timingSafeEqual(await hashWith(secret, salt, cost), hash);
}

/** Whether a hash was made with other parameters than those of today, so that it is to be replaced at the next sign-in. */
export function isOutdated(stored: string): boolean {
  const { ln, r, p } = parse(stored).cost;
  return ln !== CURRENT.ln || r !== CURRENT.r || p !== CURRENT.p;
}

/** Unicode has several spellings of the same characters, and keyboards differ in which one they write. */
function hashWith(secret: string, salt: Buffer, { ln, r, p }: Cost): Promise<Buffer> {
  return derive(secret.normalize('NFKC'), salt, HASH_BYTES, { N: 2 ** ln, r, p, maxmem: MEMORY_LIMIT });
}

function parse(stored: string): { cost: Cost; salt: Buffer; hash: Buffer } {
  const [, ln, r, p, salt, hash] = PHC.exec(stored) ?? [];
  if (salt === undefined || hash === undefined) throw new Error('the stored hash of a PIN or password cannot be read');
  return { cost: { ln: Number(ln), r: Number(r), p: Number(p) }, salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') };
}

/** Base64 without padding, as the PHC string format has it. */
function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
