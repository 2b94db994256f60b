import { open } from 'node:fs/promises';
import { checkExport, type ExportReport } from '#storage/audit-chain/check-export.ts';
import { CommandLineError } from './command-line.ts';
import { EXIT_CODES, ExitError } from './exit-codes.ts';
import { writeLine } from './write-line.ts';

/** The output of the command, and whether the log is whole. */
export interface AuditCommandResult {
  lines: string[];
  isWhole: boolean;
}

/**
 * Runs `audit verify FILE`: checks an exported audit log. Needs no data folder and no running controller. Throws a `CommandLineError` for wrong arguments
 * and for a file that cannot be read.
 */
export async function runAuditCommand(words: string[]): Promise<AuditCommandResult> {
  const [action, file, ...rest] = words;
  if (action !== 'verify' || file === undefined || rest.length > 0) throw new CommandLineError('the command is: audit verify FILE');
  const handle = await open(file).catch((error: unknown) => {
    throw new CommandLineError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  });
  try {
    const report = await checkExport(handle.readLines());
    return { lines: linesOf(report), isWhole: report.fault === undefined };
  } finally {
    await handle.close();
  }
}

/** Writes what `audit verify FILE` found to standard output. Throws an `ExitError` for a log that is not whole. */
export async function answerAuditCommand(words: string[]): Promise<void> {
  const { lines, isWhole } = await runAuditCommand(words);
  for (const line of lines) await writeLine(line);
  if (!isWhole) throw new ExitError(EXIT_CODES.failed, 'The audit log was changed.');
}

function linesOf({ chain, first, last, sealedTo, keys, fault }: ExportReport): string[] {
  if (fault) return [`Not whole: line ${fault.line}, record ${fault.record}: ${fault.reason}.`];
  const open = last - sealedTo;
  return [
    last < first ? `Whole: the log "${chain}" has no records.` : `Whole: records ${first} to ${last} of the log "${chain}".`,
    ...(open > 0 ? [`The last ${open} are of an hour that was not over yet: only the signature of the export covers them.`] : []),
    ...keys.map((key) => `Signed with the key ${key}.`),
    ...(keys.length > 1 ? ['The key was replaced: ask who did it, and why.'] : []),
  ];
}
