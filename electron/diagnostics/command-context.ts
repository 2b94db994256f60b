import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { runProgram, type DiagnosticsContext } from './model/context.ts';
import { findDataFolders } from './model/data-folders.ts';
import { runningController } from './sources/own-controller.ts';

/** What a command of the diagnostics is given. */
export interface CommandIo {
  /** Writes a line to standard output. */
  write: (line: string) => void;
  /** Writes a line to standard error. */
  writeError: (line: string) => void;
  /** Version of this program. */
  version: string;
  /** Folder of the built page; undefined where it is not known. */
  pageFolder?: string | undefined;
}

/** How the commands of the diagnostics end; `docs/reference/exit-codes.md` has all codes. */
export const DIAGNOSTIC_EXIT_CODES = { ok: 0, failed: 1, badFlags: 2, faultFound: 3 };

/** Flags that all commands of the diagnostics have. */
export const COMMON_OPTIONS = { data: { type: 'string' }, key: { type: 'string' } } as const satisfies ParseArgsOptionsConfig;

/** The flags; undefined, and a line on standard error, for wrong ones. */
export function flagsOf<Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options, io: CommandIo) {
  try {
    return parseArgs({ args: [...args], options: { ...COMMON_OPTIONS, ...options } }).values;
  } catch (error) {
    io.writeError(error instanceof Error ? (error.message.split(/\.\s|\n/, 1)[0] ?? '') : String(error));
    return undefined;
  }
}

/** The context of a command: the folder that was named, and the controller that runs on it. */
export function commandContext({ data, key }: { data: string; key: string | undefined }, io: CommandIo): DiagnosticsContext {
  const folders = findDataFolders(data);
  const controller = runningController(folders, key);
  return {
    folders,
    version: io.version,
    pageFolder: io.pageFolder,
    controllers: controller ? [controller] : [],
    now: () => Date.now(),
    runProgram,
    processFolder: '/proc',
  };
}
