import { spawn } from 'node:child_process';
import { mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Services } from '#updates/debian-system.ts';

const PAUSE = 20;
const STOP_PATIENCE = 15_000;

/** A controller of a program folder as a process of its own, which outlives the process that started it, as a service does. */
export class FolderServices implements Services {
  readonly #entry: string;
  readonly #dataFolder: string;
  readonly #log: string;

  constructor({ program, dataFolder, state }: { program: string; dataFolder: string; state: string }) {
    this.#entry = join(program, 'dist/programs/controller.js');
    this.#dataFolder = dataFolder;
    this.#log = join(state, 'controller.log');
  }

  async start(): Promise<void> {
    if (this.pid !== undefined) return;
    mkdirSync(this.#dataFolder, { recursive: true });
    const log = openSync(this.#log, 'a');
    const args = [this.#entry, '--data', this.#dataFolder, '--port', '0', '--empty'];
    const child = spawn(process.execPath, args, { detached: true, stdio: ['ignore', log, log] });
    child.unref();
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM', STOP_PATIENCE);
    await this.#end('SIGKILL', STOP_PATIENCE);
  }

  async kill(): Promise<void> {
    await this.#end('SIGKILL', STOP_PATIENCE);
  }

  async hasFailed(): Promise<boolean> {
    return this.pid === undefined;
  }

  /** Undefined when it does not run. It is found by its command line: a process that was killed may have started it without noting that. */
  get pid(): number | undefined {
    return readdirSync('/proc')
      .map(Number)
      .find((pid) => pid > 0 && this.#isController(pid) && isAlive(pid));
  }

  #isController(pid: number): boolean {
    try {
      const [, program, ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      return program === this.#entry && args[0] === '--data' && args[1] === this.#dataFolder;
    } catch {
      return false;
    }
  }

  async #end(signal: NodeJS.Signals, patience: number): Promise<void> {
    const { pid } = this;
    if (pid === undefined) return;
    process.kill(pid, signal);
    for (const end = Date.now() + patience; isAlive(pid) && Date.now() < end;) await wait(PAUSE);
  }
}

/** A process that has ended may remain as a zombie. */
function isAlive(pid: number): boolean {
  try {
    return pid > 0 && !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}
