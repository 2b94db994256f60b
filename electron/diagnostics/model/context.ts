import { execFile } from 'node:child_process';
import type { DataFolders } from './data-folders.ts';

/** A controller that the diagnostics ask. */
export interface CheckedController {
  name: string;
  /** Whether it runs on this computer: only then are the addresses of its printers tried from here. */
  isLocal: boolean;
  /** GETs a path, whatever the status of the answer. Throws when there is no answer. */
  get(path: string): Promise<{ status: number; text: string }>;
}

/** Runs a program and returns its standard output; undefined when it does not exist, fails, or takes longer than `limit` milliseconds. */
export type RunProgram = (command: string, args: readonly string[], limit: number) => Promise<string | undefined>;

/** What the checks look at. */
export interface DiagnosticsContext {
  folders: DataFolders;
  /** Version of this program. */
  version: string;
  /** Folder of the built page; undefined where it is not known. */
  pageFolder?: string | undefined;
  controllers: readonly CheckedController[];
  /** Process id of the station; undefined when it does not run. */
  stationPid?: number | undefined;
  /** Milliseconds since the epoch. */
  now: () => number;
  runProgram: RunProgram;
  /** Where the system describes its processes: `/proc`. */
  processFolder: string;
}

const OUTPUT_BYTES = 16 * 1024 * 1024;

export const runProgram: RunProgram = (command, args, limit) =>
  new Promise((resolve) => {
    const options = { timeout: limit, maxBuffer: OUTPUT_BYTES, killSignal: 'SIGKILL', windowsHide: true } as const;
    execFile(command, args, options, (error, output) => resolve(error ? undefined : output));
  });
