import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, readdirSync, readFileSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { untilHolds } from './until-holds.ts';

/** A file on a hanging disk: opening it blocks until it is released. */
export class HungFile {
  readonly #file: string;

  constructor(file: string) {
    const { status, stderr } = spawnSync('mkfifo', [file], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`no pipe could be made: ${stderr}`);
    this.#file = file;
  }

  /** Resolves when a thread is blocked by it. */
  async isWaitedFor(pid = process.pid): Promise<void> {
    const calls = () => readdirSync(`/proc/${pid}/task`).map((task) => readFileSync(`/proc/${pid}/task/${task}/wchan`, 'utf8'));
    await untilHolds(() => {
      if (!calls().includes('wait_for_partner')) throw new Error(`no call waits for ${this.#file}`);
    });
  }

  /** Releases it for the rest of the test, as an empty file. */
  letGo(): void {
    const handle = openSync(this.#file, constants.O_RDWR | constants.O_NONBLOCK);
    onTestFinished(() => closeSync(handle));
  }
}
