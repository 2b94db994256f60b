import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const PROGRAM = join(import.meta.dirname, '../../electron/plant.ts');
const KEY = /^the first key, which is shown only now: (\S+)$/;
const LISTENS = /^plant listening on (\S+)$/;

/** An instance of the plant. */
export interface PlantInstance {
  url: string;
  pid: number;
  /** Ends it at once. */
  kill: () => Promise<void>;
  /** Ends it as its service does. */
  stop: () => Promise<void>;
}

/** The plant as a process of its own, on an embedded database in a temporary folder. */
export class PlantProcess {
  readonly url: string;
  /** The key that the first start created, which may do everything. */
  readonly key: string;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #folder: string;

  private constructor(place: { url: string; key: string; child: ChildProcessWithoutNullStreams; folder: string }) {
    this.url = place.url;
    this.key = place.key;
    this.#child = place.child;
    this.#folder = place.folder;
  }

  /** Resolves when it listens. Rejects when it ends before. */
  static async start(...flags: string[]): Promise<PlantProcess> {
    const folder = mkdtempSync(join(tmpdir(), 'strobe-plant-'));
    const child = spawn(process.execPath, [PROGRAM, '--data', folder, '--port', '0', ...flags]);
    child.stderr.pipe(process.stderr);
    let key = '';
    for await (const line of createInterface(child.stdout)) {
      key = KEY.exec(line)?.[1] ?? key;
      const url = LISTENS.exec(line)?.[1];
      if (url !== undefined) return new PlantProcess({ url, key, child, folder });
    }
    throw new Error('The plant ended before it listened.');
  }

  /**
   * Starts an instance on a database server that has been migrated, on a port that it can have again. It has no first key. Resolves when it listens.
   */
  static async startOn(database: string, port: number): Promise<PlantInstance> {
    const child = spawn(process.execPath, [PROGRAM, '--database', database, '--no-migrate', '--port', String(port)]);
    child.stderr.pipe(process.stderr);
    for await (const line of createInterface(child.stdout)) {
      const url = LISTENS.exec(line)?.[1];
      if (url === undefined) continue;
      child.stdout.resume();
      return { url, pid: child.pid ?? 0, kill: () => ended(child, 'SIGKILL'), stop: () => ended(child, 'SIGTERM') };
    }
    throw new Error('The plant ended before it listened.');
  }

  /** Sends a request with the first key. Rejects for every answer that is not a success, with its text. */
  async send(
    method: string,
    path: string,
    { body, type = 'application/json' }: { body: string | Buffer; type?: string },
  ): Promise<Response> {
    const headers = { authorization: `Bearer ${this.key}`, 'content-type': type };
    const answer = await fetch(`${this.url}/plant/v1/${path}`, { method, headers, body: new Uint8Array(Buffer.from(body)) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  }

  /** Stops it as its service does, and resolves with its exit code. Its data are removed. */
  async stop(): Promise<number | null> {
    const exit = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    const [code] = (await exit) as [number | null];
    rmSync(this.#folder, { recursive: true, force: true });
    return code;
  }
}

async function ended(child: ChildProcessWithoutNullStreams, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}
