import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram, startProgram, type Program } from './program.ts';

/** A controller in a process of its own, on a port of its own. */
export interface ControllerProcess extends Program {
  dataFolder: string;
}

export interface StartControllerOptions {
  /** Beside `--data` and `--port`. */
  flags?: string[];
  /** A folder of the caller's; one of its own, gone with `stop`, when left out. */
  dataFolder?: string;
  port?: number;
  /** A command that runs it, with its flags. */
  under?: string[];
}

/** Starts a controller and resolves when it says that it listens. Rejects with what it said instead. */
export async function startController({
  flags = [],
  dataFolder,
  port = 0,
  under,
}: StartControllerOptions = {}): Promise<ControllerProcess> {
  const folder = dataFolder ?? mkdtempSync(join(tmpdir(), 'strobe-controller-'));
  const program = await startProgram('controller.ts', ['--data', folder, '--port', String(port), ...flags], under);
  return {
    ...program,
    dataFolder: folder,
    stop: async () => {
      const code = await program.stop();
      if (dataFolder === undefined) rmSync(folder, { recursive: true, force: true });
      return code;
    },
  };
}

/** Runs a controller until it ends by itself. */
export function runController(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return runProgram('controller.ts', args);
}
