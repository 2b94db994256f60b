import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { writeDurably } from '#storage/files/durable-file.ts';
import type { CertificateFiles } from './certificate.ts';
import { coversName } from './covers-name.ts';
import { issueAuthority, issueServerCertificate } from './issue-certificate.ts';
import { pemFilesIn, type CertifiedServer } from './pem-files.ts';
import { validityOf } from './validity.ts';

const DAY = 24 * 3_600_000;
const AUTHORITY_DAYS = 20 * 365;
/** Some systems refuse server certificates that are valid for more than 825 days. */
const SERVER_DAYS = 395;
/** A server certificate is replaced this long before it ends. */
const RENEWAL_TIME = 60 * DAY;
/** The authority is valid from here on: the clock of this computer may not be set yet when it is made. */
const AUTHORITY_FROM = Date.UTC(2025, 0, 1);
/** A device whose clock is slow accepts a server certificate, too. */
const BACKDATED = DAY;

export interface OwnAuthorityOptions {
  /** The folder of the certificates and their keys. */
  folder: string;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** The name of this computer, for people who look at the list of authorities of a device. */
  computer: string;
}

/**
 * The certificate authority of this station: a device that trusts it trusts the page of this station, also after its server certificate is replaced. The keys
 * are files that only their owner can read.
 */
export class OwnAuthority {
  readonly #options: OwnAuthorityOptions;

  constructor(options: OwnAuthorityOptions) {
    this.#options = options;
  }

  /** The certificate of the authority, as PEM, which is to be installed on other devices. It is made when it is first asked for. */
  get certificate(): string {
    const { cert } = this.#files('authority');
    if (!existsSync(cert)) this.#makeAuthority();
    return readFileSync(cert, 'utf8');
  }

  /** SHA-256 of the authority's certificate as devices show it: pairs of hexadecimal digits with colons. */
  get fingerprint(): string {
    return new X509Certificate(this.certificate).fingerprint256;
  }

  /**
   * The files of a server certificate for these host names and addresses. The present one is kept while it is valid for all of them and does not end soon.
   * Throws what the disk throws.
   */
  serverFiles(names: readonly string[], server: CertifiedServer = 'server'): CertificateFiles {
    const files = this.#files(server);
    const authority = this.certificate;
    if (!this.#isUsable(files, names, authority)) this.#issueServer(files, names, authority);
    return files;
  }

  #isUsable({ cert, key }: CertificateFiles, names: readonly string[], authority: string): boolean {
    if (!existsSync(cert) || !existsSync(key)) return false;
    const pem = readFileSync(cert, 'utf8');
    const present = new X509Certificate(pem);
    const { from, to } = validityOf(pem);
    const now = this.#options.now();
    const isValidLong = now >= from && now < to - RENEWAL_TIME;
    const isOwn = present.verify(new X509Certificate(authority).publicKey);
    return isValidLong && isOwn && names.every((name) => coversName(present, name));
  }

  #makeAuthority(): void {
    const { folder, now, computer } = this.#options;
    mkdirSync(folder, { recursive: true });
    const to = Math.max(now(), AUTHORITY_FROM) + AUTHORITY_DAYS * DAY;
    const { cert, key } = issueAuthority({ commonName: `Strobe on ${computer}`, from: AUTHORITY_FROM, to });
    const files = this.#files('authority');
    // The key first: a certificate without its key would be kept permanently.
    writeDurably(files.key, key);
    writeDurably(files.cert, cert);
  }

  #issueServer(files: CertificateFiles, names: readonly string[], authority: string): void {
    const { now, computer } = this.#options;
    const from = now() - BACKDATED;
    const privateKey = createPrivateKey(readFileSync(this.#files('authority').key));
    const issuer = { commonName: commonNameOf(authority), privateKey };
    const issued = issueServerCertificate({ commonName: computer, names, from, to: from + SERVER_DAYS * DAY, issuer });
    writeDurably(files.key, issued.key);
    writeDurably(files.cert, issued.cert + authority);
  }

  #files(name: 'authority' | CertifiedServer): CertificateFiles {
    return pemFilesIn(this.#options.folder, name);
  }
}

function commonNameOf(pem: string): string {
  return /^CN=(.*)$/m.exec(new X509Certificate(pem).subject)?.[1] ?? '';
}
