import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { missingPackages } from './foreign-modbus.ts';
import { freePort } from './free-port.ts';

const PYTHON = '/usr/bin/python3';
const SERVER = join(import.meta.dirname, 'smtp-server.py');

/** An e-mail that the server has taken. */
export interface TakenEmail {
  from: string;
  to: string[];
  subject: string;
  text: string;
  isEncrypted: boolean;
  user: string;
}

export interface SmtpServerOptions {
  security: 'starttls' | 'tls' | 'none';
  /** The files of certificate and key. */
  certificate?: { cert: string; key: string };
  /** That of a server that was stopped. */
  port?: number;
}

/** Debian's aiosmtpd in a process of its own: user `strobe`, password `secret`. */
export class SmtpServer {
  readonly port: number;
  readonly emails: TakenEmail[] = [];
  readonly #child: ChildProcess;

  private constructor(port: number, child: ChildProcess) {
    this.port = port;
    this.#child = child;
  }

  /** Why it cannot run here; undefined if it can. As root on Debian, it is installed if it is missing. */
  static missing(): string | undefined {
    return missingPackages(['python3-aiosmtpd'], () => existsSync(PYTHON) && spawnSync(PYTHON, ['-c', 'import aiosmtpd']).status === 0);
  }

  static async start({ security, certificate, port }: SmtpServerOptions): Promise<SmtpServer> {
    const ownPort = port ?? (await freePort());
    const files = certificate ? [certificate.cert, certificate.key] : [];
    const child = spawn(PYTHON, [SERVER, String(ownPort), security, ...files], { stdio: ['pipe', 'pipe', 'ignore'] });
    const server = new SmtpServer(ownPort, child);
    const ready = Promise.withResolvers<undefined>();
    child.once('exit', (code) => ready.reject(new Error(`the SMTP server ended with ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line === 'ready') ready.resolve(undefined);
      else server.emails.push(JSON.parse(line) as TakenEmail);
    });
    await ready.promise;
    return server;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
  }
}
