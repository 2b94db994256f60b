import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { temporaryFolder } from './temporary-folder.ts';

export interface MadeCertificate {
  cert: string;
  key: string;
  commonName: string;
  privateKey: KeyObject;
  /** SHA-256 of the certificate, as people compare it. */
  fingerprint: string;
}

export interface CertificateWishes {
  commonName?: string;
  /** Host names and addresses for which it is valid. */
  names?: readonly string[];
  /** Milliseconds since the epoch. */
  from?: number;
  to?: number;
  /** The issuer; default: self-signed. */
  issuer?: MadeCertificate;
  isAuthority?: boolean;
}

const DAY = 24 * 3_600_000;

/** A certificate with a new key: X.509 version 3, ECDSA P-256, as PEM. */
export function makeCertificate({
  commonName = 'line-7',
  names = ['localhost', '127.0.0.1'],
  from = Date.now() - DAY,
  to = Date.now() + 365 * DAY,
  issuer,
  isAuthority = false,
}: CertificateWishes = {}): MadeCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const extensions = [extension('551d11', sequence(...names.map(altName))), ...(isAuthority ? [AUTHORITY] : [])];
  const body = sequence(
    tagged(0xa0, integer(Buffer.of(2))),
    integer(Buffer.concat([Buffer.of(1), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    nameOf(issuer?.commonName ?? commonName),
    sequence(time(from), time(to)),
    nameOf(commonName),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensions)),
  );
  const signature = sign('sha256', body, issuer?.privateKey ?? privateKey);
  const der = sequence(body, ECDSA_WITH_SHA256, bits(signature));
  const hash = createHash('sha256').update(der).digest('hex').toUpperCase();
  return {
    ...{ commonName, privateKey, cert: pem('CERTIFICATE', der) },
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    fingerprint: hash.match(/../g)!.join(':'),
  };
}

/** The files of the certificate, in a temporary folder of the test. */
export function writeCertificate({ cert, key }: MadeCertificate): { cert: string; key: string } {
  const folder = temporaryFolder();
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  writeFileSync(files.cert, cert);
  writeFileSync(files.key, key);
  return files;
}

function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const size = content.length.toString(16);
  const bytes = Buffer.from(size.length % 2 === 0 ? size : `0${size}`, 'hex');
  const length = content.length < 128 ? bytes : Buffer.concat([Buffer.of(0x80 + bytes.length), bytes]);
  return Buffer.concat([Buffer.of(tag), length, content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, ...parts);
}

function integer(value: Buffer): Buffer {
  return tagged(0x02, value);
}

function objectId(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, 'hex'));
}

function bits(value: Buffer): Buffer {
  return tagged(0x03, Buffer.of(0), value);
}

function nameOf(commonName: string): Buffer {
  return sequence(tagged(0x31, sequence(objectId('550403'), tagged(0x0c, Buffer.from(commonName)))));
}

function time(moment: number): Buffer {
  const text = new Date(moment).toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return tagged(0x18, Buffer.from(text));
}

function extension(id: string, value: Buffer): Buffer {
  return sequence(objectId(id), tagged(0x04, value));
}

function altName(name: string): Buffer {
  return isIP(name) === 4 ? tagged(0x87, Buffer.from(name.split('.').map(Number))) : tagged(0x82, Buffer.from(name));
}

function pem(kind: string, der: Buffer): string {
  return `-----BEGIN ${kind}-----\n${der.toString('base64').replaceAll(/.{1,64}/g, '$&\n')}-----END ${kind}-----\n`;
}

const ECDSA_WITH_SHA256 = sequence(objectId('2a8648ce3d040302'));
const AUTHORITY = extension('551d13', sequence(Buffer.of(0x01, 0x01, 0xff)));
