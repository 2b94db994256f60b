import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = join(import.meta.dirname, '../..');
const LISTENING = /^controller listening on (http:\/\/\S+)$/;

/** A controller in a process of its own, on a port of its own. */
export interface ControllerProcess {
  url: string;
  pid: number;
  dataFolder: string;
  /** SIGTERM; resolves with the exit code once it is gone. A data folder that was made for it goes too. */
  stop(): Promise<number | null>;
  /** SIGKILL: ends it as a power cut would. The data folder stays. */
  kill(): Promise<void>;
  /** Closes its standard output and error, as a station that dies does. */
  hangUp(): void;
}

export interface StartOptions {
  /** Beside `--data` and `--port`. */
  flags?: string[];
  /** A folder of the caller's; one of its own when left out. */
  dataFolder?: string;
  port?: number;
}

/** Starts a controller and resolves when it says that it listens. Rejects with what it said instead. */
export async function startController({ flags = [], dataFolder, port = 0 }: StartOptions = {}): Promise<ControllerProcess> {
  const folder = dataFolder ?? mkdtempSync(join(tmpdir(), 'strobe-controller-'));
  const child = spawnController('--data', folder, '--port', String(port), ...flags);
  const exit = once(child, 'close').then(([code]) => code as number | null);
  const url = await listeningUrl(child, exit);
  const clean = () => {
    if (dataFolder === undefined) rmSync(folder, { recursive: true, force: true });
  };
  return {
    url,
    pid: child.pid!,
    dataFolder: folder,
    stop: async () => {
      child.kill('SIGTERM');
      const code = await exit;
      clean();
      return code;
    },
    hangUp: () => {
      child.stdout?.destroy();
      child.stderr?.destroy();
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exit;
    },
  };
}

/** Runs a controller until it ends by itself. */
export async function runController(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawnController(...args);
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) child[stream]?.on('data', (bytes: Buffer) => (said[stream] += bytes.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...said };
}

function spawnController(...args: string[]): ChildProcess {
  return spawn(process.execPath, [join(ROOT, 'electron/controller.ts'), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
}

async function listeningUrl(child: ChildProcess, exit: Promise<number | null>): Promise<string> {
  let complaint = '';
  child.stderr?.on('data', (bytes: Buffer) => (complaint += bytes.toString()));
  const line = new Promise<string>((resolve) => createInterface(child.stdout!).once('line', resolve));
  const first = await Promise.race([line, exit]);
  const url = typeof first === 'string' ? LISTENING.exec(first)?.[1] : undefined;
  if (url === undefined) throw new Error(`the controller did not start: ${String(first)} ${complaint}`);
  return url;
}
