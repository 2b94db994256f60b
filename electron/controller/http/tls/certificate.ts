import { unwatchFile, watchFile } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { createServer, type Server, type ServerOptions } from 'node:https';
import { createSecureContext } from 'node:tls';

/** Where certificate (with its chain) and private key lie, as PEM. */
export interface CertificateFiles {
  cert: string;
  key: string;
}

interface CertificateLog {
  info: (message: string) => void;
  error: (details: object, message: string) => void;
}

interface Material {
  cert: string;
  key: string;
}

/** Milliseconds between two looks at the files. A look by name also sees links that are turned, and files on network drives. */
const LOOK_INTERVAL = 2_000;

/** The certificate with which servers answer. A new one in its files takes its place without a restart; a broken one does not. */
export class Certificate {
  readonly #files: CertificateFiles;
  readonly #log: CertificateLog;
  readonly #servers = new Set<Server>();
  readonly #look = () => void this.reload();
  #material: Material;

  private constructor(files: CertificateFiles, log: CertificateLog, material: Material) {
    this.#files = files;
    this.#log = log;
    this.#material = material;
  }

  /** Reads the files. Throws when they cannot be read, or are no certificate and its key. */
  static async open(files: CertificateFiles, log: CertificateLog): Promise<Certificate> {
    return new Certificate(files, log, await read(files));
  }

  /** Looks at the files from now on. */
  start(): void {
    for (const file of Object.values(this.#files) as string[]) watchFile(file, { interval: LOOK_INTERVAL, persistent: false }, this.#look);
  }

  stop(): void {
    for (const file of Object.values(this.#files) as string[]) unwatchFile(file, this.#look);
  }

  /** A server that answers with the certificate of the day. */
  serve(options: ServerOptions, handler: RequestListener): Server {
    const server = createServer({ ...options, ...this.#material }, handler);
    this.#servers.add(server);
    server.once('close', () => this.#servers.delete(server));
    return server;
  }

  /** Takes what the files hold now, for connections that begin from now on. Never rejects: what is broken is logged, and the old one stays. */
  async reload(): Promise<void> {
    try {
      const material = await read(this.#files);
      if (material.cert === this.#material.cert && material.key === this.#material.key) return;
      this.#material = material;
      for (const server of this.#servers) server.setSecureContext(material);
      this.#log.info(`the certificate in ${this.#files.cert} is in use`);
    } catch (error) {
      this.#log.error({ err: error }, `the certificate in ${this.#files.cert} is not taken, and the one before stays in use`);
    }
  }
}

/** While one of both files is new and the other is not, they do not fit together, and this throws. */
async function read({ cert, key }: CertificateFiles): Promise<Material> {
  const material = { cert: await readFile(cert, 'utf8'), key: await readFile(key, 'utf8') };
  createSecureContext(material);
  return material;
}
