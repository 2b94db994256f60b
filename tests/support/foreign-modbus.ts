import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from './free-port.ts';
import { untilHolds } from './until-holds.ts';

const PYTHON = '/usr/bin/python3';
/** Its server does not start without the other ones. */
const PACKAGES = ['python3-pymodbus', 'python3-serial', 'python3-serial-asyncio'];
const CODER = join(import.meta.dirname, 'hitachi-registers.py');
const LIBMODBUS_PACKAGES = ['libmodbus-dev', 'gcc', 'libc6-dev'];
const LIBMODBUS = '/usr/include/modbus/modbus.h';
const COMPILER = 'gcc';
const C_MODULE = join(import.meta.dirname, 'modbus-module.c');
const MODULE = join(import.meta.dirname, 'modbus-module.py');

/** Registers of a device on a Modbus server of other authors: Debian's pymodbus, or libmodbus in a program that is built here. */
export class ForeignModbus {
  readonly port: number;
  /** What it has told, oldest first: what a coder has marked, or what was written to a module. */
  readonly marks: string[] = [];
  readonly #child: ChildProcess;

  private constructor(port: number, [command = '', ...args]: readonly string[]) {
    this.port = port;
    this.#child = spawn(command, [...args, String(port)], { stdio: ['pipe', 'pipe', 'ignore'] });
    createInterface({ input: this.#child.stdout! }).on('line', (line) => this.marks.push(line));
  }

  /** Why pymodbus cannot run here; undefined if it can. As root on Debian, what is missing is installed. */
  static missing(): string | undefined {
    return missingPackages(PACKAGES, () => existsSync(PYTHON) && spawnSync(PYTHON, ['-c', 'import pymodbus.server']).status === 0);
  }

  /** The same for libmodbus and a C compiler. */
  static missingLibmodbus(): string | undefined {
    return missingPackages(LIBMODBUS_PACKAGES, () => existsSync(LIBMODBUS) && spawnSync(COMPILER, ['--version']).status === 0);
  }

  /** A Hitachi coder. */
  static start(): Promise<ForeignModbus> {
    return ForeignModbus.#run([PYTHON, CODER]);
  }

  /** An I/O module. */
  static startModule(): Promise<ForeignModbus> {
    return ForeignModbus.#run([PYTHON, MODULE]);
  }

  /** The same module on a server of libmodbus. */
  static startLibmodbusModule(): Promise<ForeignModbus> {
    const program = join(mkdtempSync(join(tmpdir(), 'strobe-libmodbus-')), 'module');
    const built = spawnSync(COMPILER, ['-O1', '-Wall', '-I/usr/include/modbus', C_MODULE, '-o', program, '-lmodbus'], { encoding: 'utf8' });
    if (built.status !== 0) throw new Error(`the program with libmodbus could not be built: ${built.stderr}`);
    return ForeignModbus.#run([program]);
  }

  static async #run(command: readonly string[]): Promise<ForeignModbus> {
    const device = new ForeignModbus(await freePort(), command);
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
    if (this.#child.exitCode !== null) throw new Error(`the server ended with ${this.#child.exitCode}`);
    const socket = connect(this.port, '127.0.0.1');
    try {
      await once(socket, 'connect');
    } finally {
      socket.destroy();
    }
  }
}

/** Why packages of Debian cannot be used; undefined if they can. As root on Debian, what is missing is installed. */
export function missingPackages(packages: readonly string[], isInstalled: () => boolean): string | undefined {
  if (process.platform !== 'linux') return 'servers of other authors are tried on Linux only';
  if (isInstalled()) return undefined;
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return `not installed: ${packages.join(', ')}`;
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // Another test may install something at the same time.
  const wait = ['-o', 'DPkg::Lock::Timeout=100'];
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...wait, ...packages], { env: environment, timeout: 120_000 });
  return isInstalled() ? undefined : `could not be installed: ${packages.join(', ')}`;
}
