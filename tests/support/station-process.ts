import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { StationClient } from '#contract/station/index.ts';
import { programFile } from './program-file.ts';
import { rpcClient, webSocketPort } from './rpc-client.ts';
import { addStation } from './running-stations.ts';
import { openStationSocket, signInTo, type SignedIn } from './sign-in.ts';
import { untilHolds } from './until-holds.ts';

const ROOT = join(import.meta.dirname, '../..');
const LISTENING = /^station listening on (http:\/\/\S+)$/;

/** A headless station in its own process, on its own port. */
export interface StationProcess {
  /** Address of the page. */
  url: string;
  dataFolder: string;
  pid: number;
  /** A signed-in browser. */
  signedIn: SignedIn;
  /** A client over its own WebSocket, which is closed with the station. */
  connect(): Promise<StationClient>;
  /** Sends SIGTERM, and resolves with the exit code. Removes a temporary data folder. */
  stop(): Promise<number | null>;
  /** Kills the station only; its controller goes on. */
  kill(): Promise<void>;
}

export interface StartStationOptions {
  /** Flags in addition to `--data` and `--port`. */
  flags?: string[];
  /** Data folder of the caller; default: a temporary one. */
  dataFolder?: string;
  port?: number;
  /** An open file for its output. Its address is then known by `port` only. */
  output?: number;
  /** Environment variables in addition to those of this process. */
  env?: Readonly<Record<string, string>>;
}

/** Starts a station and resolves when it listens. Rejects with its output otherwise. */
export async function startStation({
  flags = [],
  dataFolder,
  port = 0,
  output,
  env = {},
}: StartStationOptions = {}): Promise<StationProcess> {
  const folder = dataFolder ?? mkdtempSync(join(tmpdir(), 'strobe-station-'));
  const child = spawnStation(['--data', folder, '--port', String(port), ...flags], { output, env });
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  const { url, signedIn } = await begun(child, { exit, folder, port: output === undefined ? undefined : port });
  const forget = await addStation(signedIn.cookie);
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    forget();
    child.kill(signal);
    return exit;
  };
  return {
    url,
    dataFolder: folder,
    pid: child.pid!,
    signedIn,
    connect: async () => rpcClient(webSocketPort(await openStationSocket(url, signedIn.headers))),
    stop: async () => {
      const code = await end('SIGTERM');
      if (dataFolder === undefined) rmSync(folder, { recursive: true, force: true });
      return code;
    },
    kill: async () => {
      await end('SIGKILL');
    },
  };
}

/** Runs a station that ends by itself. */
export async function runStation(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawnStation(args);
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) child[stream]?.on('data', (bytes: Buffer) => (said[stream] += bytes.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...said };
}

interface SpawnOptions {
  output?: number | 'pipe' | undefined;
  env?: Readonly<Record<string, string>>;
}

function spawnStation(args: string[], { output = 'pipe', env = {} }: SpawnOptions = {}): ChildProcess {
  const stdio = ['ignore', output, output] as const;
  return spawn(process.execPath, [programFile('headless.ts'), ...args], { cwd: ROOT, stdio: [...stdio], env: { ...process.env, ...env } });
}

interface Beginning {
  exit: Promise<number | null>;
  folder: string;
  /** Its address, when its output cannot be read. */
  port: number | undefined;
}

/** Resolves when the station accepts browsers; stops it otherwise. */
async function begun(child: ChildProcess, { exit, folder, port }: Beginning): Promise<Pick<StationProcess, 'url' | 'signedIn'>> {
  try {
    if (port === undefined) return { url: await listeningUrl(child, exit), signedIn: await signInTo(folder) };
    // An old start file remains until the station has written its own.
    return { url: await answeringUrl(port), signedIn: await untilHolds(() => signInTo(folder)) };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

async function answeringUrl(port: number): Promise<string> {
  const url = `http://127.0.0.1:${port}`;
  await untilHolds(() => fetch(url));
  return url;
}

async function listeningUrl(child: ChildProcess, exit: Promise<number | null>): Promise<string> {
  let complaint = '';
  child.stderr?.on('data', (bytes: Buffer) => (complaint += bytes.toString()));
  const line = new Promise<string>((resolve) => createInterface(child.stdout!).once('line', resolve));
  const first = await Promise.race([line, exit]);
  const url = typeof first === 'string' ? LISTENING.exec(first)?.[1] : undefined;
  if (url === undefined) throw new Error(`the station did not start: ${String(first)} ${complaint}`);
  return url;
}
