import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram, startProgram, type Program } from './program.ts';

/** A controller in its own process, on its own port. */
export interface ControllerProcess extends Program {
  dataFolder: string;
}

export interface StartControllerOptions {
  /** Flags in addition to `--data` and `--port`. */
  flags?: string[];
  /** Data folder of the caller; default: a temporary one that `stop` removes. */
  dataFolder?: string;
  port?: number;
  /** A command that runs the program, with its flags. */
  under?: string[];
}

/** Starts a controller and resolves when it listens. Rejects with its output otherwise. */
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

/** Runs a controller that ends by itself. */
export function runController(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return runProgram('controller.ts', args);
}
