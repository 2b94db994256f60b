import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface ChildRun {
  command: string;
  args: string[];
  onLine: (line: string) => void;
}

/**
 * Runs a program to its end and gives its exit code; its lines are passed on. It gets SIGINT and SIGTERM once, from here: in a
 * group of its own the Ctrl-C of a terminal does not reach it a second time.
 */
export async function runChild({ command, args, onLine }: ChildRun): Promise<number> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], detached: process.platform !== 'win32' });
  const release = forwardSignals(child);
  createInterface({ input: child.stdout }).on('line', (line) => {
    console.log(line);
    onLine(line);
  });
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(code ?? 1));
    });
  } finally {
    release();
  }
}

function forwardSignals(child: ChildProcess): () => void {
  let isEnding = false;
  const end = (): void => {
    if (!isEnding) child.kill('SIGTERM');
    isEnding = true;
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  return () => {
    process.off('SIGINT', end);
    process.off('SIGTERM', end);
  };
}
