import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

const PATIENCE = 20_000;
const PLACES = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin'];

/** Debian's MQTT server, on a port that it keeps when it is killed and started again. */
export class Mosquitto {
  readonly port: number;
  readonly #folder: string;
  readonly #lines: readonly string[];
  #child: ChildProcess | undefined;

  private constructor({ port, folder, lines }: { port: number; folder: string; lines: readonly string[] }) {
    this.port = port;
    this.#folder = folder;
    this.#lines = lines;
  }

  /** Why it cannot run here; undefined if it can. As root on Debian, it is installed if it is missing. */
  static missing(): string | undefined {
    if (program() !== undefined) return undefined;
    if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return 'not installed: mosquitto';
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'mosquitto'], { env: environment, timeout: 120_000 });
    return program() === undefined ? 'could not be installed: mosquitto' : undefined;
  }

  /** `lines` are added to its configuration; by default everyone may connect. */
  static async start(lines: readonly string[] = ['allow_anonymous true']): Promise<Mosquitto> {
    const folder = mkdtempSync(join(tmpdir(), 'strobe-mosquitto-'));
    const server = new Mosquitto({ port: await freePort(), folder, lines });
    await server.start();
    return server;
  }

  get url(): string {
    return `mqtt://127.0.0.1:${this.port}`;
  }

  /** Starts it again after `kill`: it remembers nothing. */
  async start(): Promise<void> {
    const config = join(this.#folder, 'mosquitto.conf');
    // Started by root it would become another user, who may not read the test's certificates.
    const user = process.getuid?.() === 0 ? ['user root'] : [];
    const lines = [...user, `listener ${this.port} 127.0.0.1`, 'persistence false', 'max_queued_messages 0', ...this.#lines];
    writeFileSync(config, `${lines.join('\n')}\n`);
    const child = spawn(program() ?? 'mosquitto', ['-c', config], { stdio: 'ignore' });
    this.#child = child;
    const end = Date.now() + PATIENCE;
    while (!(await accepts(this.port))) {
      if (child.exitCode !== null || Date.now() > end) throw new Error('mosquitto did not start');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Ends it at once, as when its machine loses power. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function program(): string | undefined {
  return PLACES.map((folder) => join(folder, 'mosquitto')).find((file) => existsSync(file));
}

function accepts(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({ host: '127.0.0.1', port });
  socket.once('connect', () => resolve(true));
  socket.once('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}
