import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** How a program of the system ended. */
export interface ToolResult {
  /** Null when it was killed by a signal. */
  code: number | null;
  stdout: string;
  stderr: string;
}

interface ToolOptions {
  /** Milliseconds after which it is killed. */
  limit?: number;
  /** The user that it runs as; by default that of this process. */
  user?: { uid: number; gid: number } | undefined;
}

const MAX_OUTPUT = 1_048_576;
const LIMIT = 600_000;

/** Runs a program of the system without a shell, in the C locale. Throws when it cannot be started or exceeds its time limit. */
export async function runTool(command: string, args: readonly string[], { limit = LIMIT, user }: ToolOptions = {}): Promise<ToolResult> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive', STROBE_UPDATE: '1' },
    timeout: limit,
    ...user,
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (bytes: Buffer) => {
      if (output[name].length < MAX_OUTPUT) output[name] += bytes.toString();
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...output };
}

/** As `runTool`; throws when it does not succeed, with the last line that it wrote. */
export async function requireTool(command: string, args: readonly string[], options: ToolOptions = {}): Promise<string> {
  const { code, stdout, stderr } = await runTool(command, args, options);
  if (code === 0) return stdout;
  const said = (stderr.trim() || stdout.trim()).split('\n').at(-1) ?? '';
  throw new Error(`${command} ${args[0] ?? ''} failed with ${code === null ? 'a signal' : `code ${code}`}: ${said}`);
}
