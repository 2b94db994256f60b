import { unwatchFile, watchFile } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { createServer, type Server, type ServerOptions } from 'node:https';
import { createSecureContext } from 'node:tls';
import type { ReadinessWarning } from '#contract/api-v3/health.ts';
import { faultOf, momentOf, validityOf, type Validity } from './validity.ts';

/** Where certificate (with its chain) and private key lie, as PEM. */
export interface CertificateFiles {
  cert: string;
  key: string;
}

interface CertificateLog {
  info: (message: string) => void;
  warn: (message: string) => void;
  error: (details: object, message: string) => void;
}

export interface CertificateOptions {
  log: CertificateLog;
  now: () => number;
}

interface Material {
  cert: string;
  key: string;
  validity: Validity;
}

/** Milliseconds between two looks at the files. A look by name also sees links that are turned, and files on network drives. */
const LOOK_INTERVAL = 2_000;
/** A certificate that is not valid yet is looked at again when it is; a clock that is set meanwhile is noticed within an hour. */
const LONGEST_WAIT = 3_600_000;
const DAY = 24 * 3_600_000;
/** So long before its end a certificate is warned of. */
const WARNING_TIME = 14 * DAY;

/** The files hold a certificate and its key, which is not valid at this time. */
export class CertificateTimeError extends Error {}

/**
 * The certificate with which servers answer. A new one in its files takes its place without a restart; one that is broken, expired or not valid
 * yet does not.
 */
export class Certificate {
  readonly #files: CertificateFiles;
  readonly #log: CertificateLog;
  readonly #now: () => number;
  readonly #servers = new Set<Server>();
  readonly #look = () => void this.reload();
  #material: Material;
  /** Why what the files hold now is not in use. */
  #refusal: string | undefined;
  #again: NodeJS.Timeout | undefined;

  private constructor(files: CertificateFiles, options: CertificateOptions, material: Material) {
    this.#files = files;
    this.#log = options.log;
    this.#now = options.now;
    this.#material = material;
  }

  /**
   * Reads the files. Throws when they cannot be read, or are no certificate and its key, and a `CertificateTimeError` for one that has expired.
   * One that is not valid yet is taken: a machine whose clock was not set yet has nothing better, and the line goes on.
   */
  static async open(files: CertificateFiles, options: CertificateOptions): Promise<Certificate> {
    const material = await read(files);
    const { validity } = material;
    const fault = faultOf(validity, options.now());
    if (fault !== undefined && options.now() > validity.to) throw new CertificateTimeError(`the certificate in ${files.cert} ${fault}`);
    if (fault !== undefined) options.log.warn(`the certificate in ${files.cert} is in use, although it ${fault}`);
    return new Certificate(files, options, material);
  }

  /** Looks at the files from now on. */
  start(): void {
    for (const file of Object.values(this.#files) as string[]) watchFile(file, { interval: LOOK_INTERVAL, persistent: false }, this.#look);
  }

  stop(): void {
    clearTimeout(this.#again);
    for (const file of Object.values(this.#files) as string[]) unwatchFile(file, this.#look);
  }

  /** A server that answers with the certificate of the day. */
  serve(options: ServerOptions, handler: RequestListener): Server {
    const { cert, key } = this.#material;
    const server = createServer({ ...options, cert, key }, handler);
    this.#servers.add(server);
    server.once('close', () => this.#servers.delete(server));
    return server;
  }

  /** Takes what the files hold now, for connections that begin from now on. Never rejects: what is not taken is logged, and the old one stays. */
  async reload(): Promise<void> {
    clearTimeout(this.#again);
    try {
      const material = await read(this.#files);
      const isInUse = material.cert === this.#material.cert && material.key === this.#material.key;
      const fault = isInUse ? undefined : faultOf(material.validity, this.#now());
      if (fault === undefined) this.#take(material, isInUse);
      else this.#refuse(`it ${fault}`, material.validity);
    } catch (error) {
      this.#refusal = 'its files are no certificate and its key';
      this.#log.error({ err: error }, `the certificate in ${this.#files.cert} is not taken, and the one before stays in use`);
    }
  }

  /** What somebody has to look after before clients turn away. */
  warnings(): ReadinessWarning[] {
    const { validity } = this.#material;
    const found: ReadinessWarning[] = [];
    if (this.#refusal !== undefined) {
      found.push({
        code: 'certificate-not-taken',
        detail: `The new certificate is not taken, and the one before stays in use: ${this.#refusal}.`,
      });
    }
    const fault = faultOf(validity, this.#now());
    if (fault !== undefined) found.push({ code: 'certificate-not-valid', detail: `The certificate in use ${fault}.` });
    else if (this.#now() > validity.to - WARNING_TIME) {
      found.push({ code: 'certificate-expires', detail: `The certificate in use expires on ${momentOf(validity.to)}.` });
    }
    return found;
  }

  #take(material: Material, isInUse: boolean): void {
    this.#refusal = undefined;
    if (isInUse) return;
    this.#material = material;
    for (const server of this.#servers) server.setSecureContext({ cert: material.cert, key: material.key });
    this.#log.info(`the certificate in ${this.#files.cert} is in use`);
  }

  /** Its files do not change again when its time comes. */
  #refuse(reason: string, { from }: Validity): void {
    if (this.#refusal !== reason) {
      this.#log.error({ reason }, `the certificate in ${this.#files.cert} is not taken, and the one before stays in use: ${reason}`);
    }
    this.#refusal = reason;
    const wait = from - this.#now();
    if (wait > 0) this.#again = setTimeout(this.#look, Math.min(wait, LONGEST_WAIT)).unref();
  }
}

/** While one of both files is new and the other is not, they do not fit together, and this throws. */
async function read({ cert: certFile, key: keyFile }: CertificateFiles): Promise<Material> {
  const [cert, key] = [await readFile(certFile, 'utf8'), await readFile(keyFile, 'utf8')];
  createSecureContext({ cert, key });
  return { cert, key, validity: validityOf(cert) };
}
