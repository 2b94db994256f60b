import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A program to run. */
export interface ChildRun {
  command: string;
  args: string[];
  onLine: (line: string) => void;
}

/**
 * Runs a program to its end, passes on its output line by line and returns its exit code. Forwards SIGINT and SIGTERM once; the program has
 * its own process group, so that the terminal does not send it Ctrl-C a second time.
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
