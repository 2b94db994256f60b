import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ownChild } from './own-children.ts';

const ROOT = join(import.meta.dirname, '../..');

/** One of the three programs, in a process of its own, that said that it listens. */
export interface Program {
  url: string;
  pid: number;
  /** Resolves with the exit code once it is gone, however it ends. */
  ended: Promise<number | null>;
  /** SIGTERM; resolves with the exit code once it is gone. */
  stop(): Promise<number | null>;
  /** SIGKILL: ends it as a power cut would. */
  kill(): Promise<void>;
  /** What it said on standard error so far. */
  complaint(): string;
  /** Closes its standard output and error, as a parent that dies does. */
  hangUp(): void;
}

/**
 * Starts `electron/<entry>` and resolves when it prints `<name> listening on <url>`. Rejects with what it said instead. `under` is a command that
 * runs it, with its flags.
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

/** Runs a program until it ends by itself. */
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

/** A program that may be ended at any moment, also before it says anything. */
export interface BegunProgram {
  /** Resolves with the exit code once it is gone; null when it was killed. */
  ended: Promise<number | null>;
  /** SIGKILL. */
  kill(): void;
}

export function beginProgram(entry: string, args: string[]): BegunProgram {
  const child = spawnProgram(entry, args);
  for (const stream of [child.stdout, child.stderr]) stream?.resume();
  return { ended: once(child, 'close').then(([code]) => code as number | null), kill: () => void child.kill('SIGKILL') };
}

/** Starts a program and ends it with SIGKILL after a while, wherever its start has come to by then. */
export async function killDuringStart(entry: string, args: string[], after: number): Promise<void> {
  const { ended, kill } = beginProgram(entry, args);
  const timer = setTimeout(kill, after);
  await ended;
  clearTimeout(timer);
}

function spawnProgram(entry: string, args: string[], under: string[] = []): ChildProcess {
  const [command = process.execPath, ...rest] = [...under, process.execPath, join(ROOT, 'electron', entry), ...args];
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
