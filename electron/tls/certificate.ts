import { unwatchFile, watchFile } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { createServer, type Server, type ServerOptions } from 'node:https';
import { createSecureContext, type SecureContext } from 'node:tls';
import type { ReadinessWarning } from '#contract/api-v3/health.ts';
import { faultOf, momentOf, validityOf, type Validity } from './validity.ts';

/** The PEM files of a certificate (with its chain) and its private key. */
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
  context: SecureContext;
  validity: Validity;
}

/** Milliseconds between two checks of the files. Polling by path also notices changed symbolic links and works on network drives. */
const POLL_INTERVAL = 2_000;
/**
 * A certificate that is not valid yet is checked again when it becomes valid, but at least every hour, in case the clock is changed
 * meanwhile.
 */
const MAX_WAIT = 3_600_000;
const DAY = 24 * 3_600_000;
/** How long before its end a certificate is warned of. */
const WARNING_TIME = 14 * DAY;

/** The files hold a certificate and its key, but it is not valid at this time. */
export class CertificateTimeError extends Error {}

/**
 * The certificate of TLS servers. Reloads it when its files change, without a restart; a certificate that is broken, expired or not valid
 * yet does not replace the current one.
 */
export class Certificate {
  readonly #files: CertificateFiles;
  readonly #log: CertificateLog;
  readonly #now: () => number;
  readonly #servers = new Set<Server>();
  readonly #onChange = () => void this.reload();
  #material: Material;
  /** Why the current content of the files is not in use. */
  #refusal: string | undefined;
  #retry: NodeJS.Timeout | undefined;

  private constructor(files: CertificateFiles, options: CertificateOptions, material: Material) {
    this.#files = files;
    this.#log = options.log;
    this.#now = options.now;
    this.#material = material;
  }

  /**
   * Reads the files. Throws when they cannot be read or do not match, and a `CertificateTimeError` for an expired certificate. A
   * certificate that is not valid yet is accepted: on a machine whose clock is not set yet there is nothing better, and the line keeps
   * running.
   */
  static async open(files: CertificateFiles, options: CertificateOptions): Promise<Certificate> {
    const material = await read(files);
    const { validity } = material;
    const fault = faultOf(validity, options.now());
    if (fault !== undefined && options.now() > validity.to) throw new CertificateTimeError(`the certificate in ${files.cert} ${fault}`);
    if (fault !== undefined) options.log.warn(`the certificate in ${files.cert} is in use although it ${fault}`);
    return new Certificate(files, options, material);
  }

  /** Starts to watch the files. */
  start(): void {
    for (const file of Object.values(this.#files) as string[])
      watchFile(file, { interval: POLL_INTERVAL, persistent: false }, this.#onChange);
  }

  stop(): void {
    clearTimeout(this.#retry);
    for (const file of Object.values(this.#files) as string[]) unwatchFile(file, this.#onChange);
  }

  /** Creates a server that always uses the current certificate. */
  serve(options: ServerOptions, handler: RequestListener): Server {
    const { cert, key } = this.#material;
    const server = createServer({ ...options, cert, key }, handler);
    this.#servers.add(server);
    server.once('close', () => this.#servers.delete(server));
    return server;
  }

  /** The current certificate, for the next connection of a server that is not HTTP. */
  secureContext(): SecureContext {
    return this.#material.context;
  }

  /**
   * Loads the certificate from its files for new connections. Never rejects: a certificate that cannot be used is logged, and the current
   * one stays in use.
   */
  async reload(): Promise<void> {
    clearTimeout(this.#retry);
    try {
      const material = await read(this.#files);
      const isInUse = material.cert === this.#material.cert && material.key === this.#material.key;
      const fault = isInUse ? undefined : faultOf(material.validity, this.#now());
      if (fault === undefined) this.#take(material, isInUse);
      else this.#refuse(`it ${fault}`, material.validity);
    } catch (error) {
      this.#refusal = 'its files are not a certificate and its private key';
      this.#log.error({ err: error }, `the certificate in ${this.#files.cert} cannot be used, and the previous one stays in use`);
    }
  }

  /** The problems to report before clients refuse to connect. */
  warnings(): ReadinessWarning[] {
    const { validity } = this.#material;
    const found: ReadinessWarning[] = [];
    if (this.#refusal !== undefined) {
      found.push({
        code: 'certificate-not-taken',
        detail: `The new certificate cannot be used, and the previous one stays in use: ${this.#refusal}.`,
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

  /** Also schedules the reload at the start of the certificate's validity, since the files do not change again then. */
  #refuse(reason: string, { from }: Validity): void {
    if (this.#refusal !== reason) {
      this.#log.error({ reason }, `the certificate in ${this.#files.cert} cannot be used, and the previous one stays in use: ${reason}`);
    }
    this.#refusal = reason;
    const wait = from - this.#now();
    if (wait > 0) this.#retry = setTimeout(this.#onChange, Math.min(wait, MAX_WAIT)).unref();
  }
}

/** Throws while one of the files is new and the other is not, because they do not match. */
async function read({ cert: certFile, key: keyFile }: CertificateFiles): Promise<Material> {
  const [cert, key] = [await readFile(certFile, 'utf8'), await readFile(keyFile, 'utf8')];
  const context = createSecureContext({ cert, key });
  return { cert, key, context, validity: validityOf(cert) };
}
