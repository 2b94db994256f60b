import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { untilHolds } from './until-holds.ts';

const PYTHON = '/usr/bin/python3';
/** Its server does not start without the other ones. */
const PACKAGES = ['python3-pymodbus', 'python3-serial', 'python3-serial-asyncio'];
const CODER = join(import.meta.dirname, 'hitachi-registers.py');
const MODULE = join(import.meta.dirname, 'modbus-module.py');

/** Registers of a device on a Modbus server of other authors: Debian's pymodbus. */
export class PymodbusCoder {
  readonly port: number;
  /** What it has told, oldest first: what a coder has marked, or what was written to a module. */
  readonly marks: string[] = [];
  readonly #child: ChildProcess;

  private constructor(port: number, program: string) {
    this.port = port;
    this.#child = spawn(PYTHON, [program, String(port)], { stdio: ['pipe', 'pipe', 'ignore'] });
    createInterface({ input: this.#child.stdout! }).on('line', (line) => this.marks.push(line));
  }

  /** Why it cannot run here; undefined if it can. As root on Debian, what is missing is installed. */
  static missing(): string | undefined {
    if (process.platform !== 'linux') return 'pymodbus is tried on Linux only';
    if (isInstalled()) return undefined;
    if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return `not installed: ${PACKAGES.join(', ')}`;
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...PACKAGES], { env: environment, timeout: 120_000 });
    return isInstalled() ? undefined : `could not be installed: ${PACKAGES.join(', ')}`;
  }

  /** A Hitachi coder. */
  static start(): Promise<PymodbusCoder> {
    return PymodbusCoder.#run(CODER);
  }

  /** An I/O module. */
  static startModule(): Promise<PymodbusCoder> {
    return PymodbusCoder.#run(MODULE);
  }

  static async #run(program: string): Promise<PymodbusCoder> {
    const device = new PymodbusCoder(await freePort(), program);
    await untilHolds(() => device.#isListening());
    return device;
  }

  /** Sets registers of a module: those that follow the address, in `coils`, `discrete`, `holding` or `input`. */
  async set(table: string, address: number, ...values: number[]): Promise<void> {
    const before = this.#settings;
    this.#child.stdin!.write(`${[table, address, ...values].join(' ')}\n`);
    await untilHolds(() => {
      if (this.#settings === before) throw new Error('the module has not set it yet');
    });
  }

  get #settings(): number {
    return this.marks.filter((line) => line === 'done').length;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
  }

  /** Rejects until it takes a connection. */
  async #isListening(): Promise<void> {
    if (this.#child.exitCode !== null) throw new Error(`pymodbus ended with ${this.#child.exitCode}`);
    const socket = connect(this.port, '127.0.0.1');
    try {
      await once(socket, 'connect');
    } finally {
      socket.destroy();
    }
  }
}

function isInstalled(): boolean {
  return existsSync(PYTHON) && spawnSync(PYTHON, ['-c', 'import pymodbus.server']).status === 0;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
