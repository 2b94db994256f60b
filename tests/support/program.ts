import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { CONTROLLER_NODE_FLAGS } from '#station/embedded/launcher.ts';
import { ownChild } from './own-children.ts';
import { programFile } from './program-file.ts';

/** One of the three programs in its own process, which is listening. */
export interface Program {
  url: string;
  pid: number;
  /** Resolves with the exit code when the process has ended. */
  ended: Promise<number | null>;
  /** Sends SIGTERM, and resolves with the exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** The output to standard error so far. */
  complaint(): string;
  /** Closes its standard output and error, like a parent process that ends. */
  hangUp(): void;
}

/**
 * Starts `electron/<entry>` and resolves when it prints `<name> listening on <url>`. Rejects with its output otherwise. `under` is a command that
 * runs the program, with its flags.
 */
export async function startProgram(entry: string, args: string[], under: string[] = []): Promise<Program> {
  const child = spawnProgram(entry, args, under);
  const exit = once(child, 'close').then(([code]) => code as number | null);
  let complaint = '';
  child.stderr?.on('data', (bytes: Buffer) => (complaint += bytes.toString()));
  const url = await listeningUrl({ child, exit, complaint: () => complaint });
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    return exit;
  };
  return {
    url,
    pid: child.pid!,
    ended: exit,
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
    complaint: () => complaint,
    hangUp: () => {
      child.stdout?.destroy();
      child.stderr?.destroy();
    },
  };
}

/** Runs a program that ends by itself. */
export async function runProgram(
  entry: string,
  args: string[],
  under: string[] = [],
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawnProgram(entry, args, under);
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) child[stream]?.on('data', (bytes: Buffer) => (said[stream] += bytes.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...said };
}

/** A program that may be killed at any moment, also before its first output. */
export interface BegunProgram {
  /** Resolves with the exit code when the process has ended; null when it was killed. */
  ended: Promise<number | null>;
  /** Sends SIGKILL. */
  kill(): void;
}

export function beginProgram(entry: string, args: string[]): BegunProgram {
  const child = spawnProgram(entry, args);
  for (const stream of [child.stdout, child.stderr]) stream?.resume();
  return { ended: once(child, 'close').then(([code]) => code as number | null), kill: () => void child.kill('SIGKILL') };
}

/** Starts a program and kills it after a while, at any point of its start. */
export async function killDuringStart(entry: string, args: string[], after: number): Promise<void> {
  const { ended, kill } = beginProgram(entry, args);
  const timer = setTimeout(kill, after);
  await ended;
  clearTimeout(timer);
}

function spawnProgram(entry: string, args: string[], under: string[] = []): ChildProcess {
  const flags = entry === 'controller.ts' ? CONTROLLER_NODE_FLAGS : [];
  const [command = process.execPath, ...rest] = [...under, process.execPath, ...flags, programFile(entry), ...args];
  return ownChild(spawn(command, rest, { stdio: ['ignore', 'pipe', 'pipe'] }));
}

interface Begun {
  child: ChildProcess;
  exit: Promise<number | null>;
  complaint: () => string;
}

async function listeningUrl({ child, exit, complaint }: Begun): Promise<string> {
  const listening = new Promise<string>((resolve) => {
    createInterface(child.stdout!).on('line', (line) => {
      const url = /^\w+ listening on (https?:\/\/\S+)$/.exec(line)?.[1];
      if (url !== undefined) resolve(url);
    });
  });
  const first = await Promise.race([listening, exit]);
  if (typeof first !== 'string') throw new Error(`the program did not start: ${String(first)} ${complaint()}`);
  return first;
}
