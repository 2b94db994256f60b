import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { parseArgs } from 'node:util';
import { AUDIT_CHAINS } from '#contract/api-v3/audit.ts';
import { checkExport, type ExportReport, type NotedHead } from '#storage/audit-chain/check-export.ts';
import { headOf } from '#storage/backup/backup-file.ts';
import { CommandLineError } from './command-line.ts';
import { EXIT_CODES, ExitError } from './exit-codes.ts';
import { writeLine } from '#process/write-line.ts';

/** The output of the command, and whether the log is whole. */
export interface AuditCommandResult {
  lines: string[];
  isWhole: boolean;
}

const USAGE = 'the command is: audit verify FILE, or audit verify URL --key KEY; --backup FILE compares with a backup';

/**
 * Runs `audit verify FILE|URL`: checks an exported audit log of a controller or station. A URL is that of an export, or the address of a controller, of
 * which all chains are checked. `--backup FILE`, also several, compares with the ends of the log that these backups note. Needs no data folder. Throws a `CommandLineError` for wrong arguments and for what cannot be read.
 */
export async function runAuditCommand(words: string[]): Promise<AuditCommandResult> {
  const { source, key, backups } = parseWords(words);
  const noted = await notedBy(backups);
  if (!/^https?:\/\//i.test(source)) return resultOf([await checkFile(source, noted)]);
  const reports: ExportReport[] = [];
  for (const url of exportsAt(source)) reports.push(await checkUrl(url, { key, noted }));
  return resultOf(reports);
}

/** Writes what `audit verify` found to standard output. Throws an `ExitError` for a log that is not whole. */
export async function answerAuditCommand(words: string[]): Promise<void> {
  const { lines, isWhole } = await runAuditCommand(words);
  for (const line of lines) await writeLine(line);
  if (!isWhole) throw new ExitError(EXIT_CODES.failed, 'The audit log was changed.');
}

type NotedHeads = (chain: string) => readonly NotedHead[];

/** The ends of the audit log that backups note. A backup of a version that noted none is refused: the comparison would say nothing. */
async function notedBy(files: readonly string[]): Promise<NotedHeads> {
  const heads: (NotedHead & { chain: string })[] = [];
  for (const file of files) {
    const { auditHeads, made } = await headOf(file).catch((error: unknown) => {
      throw unreadable(file, error);
    });
    if (auditHeads === undefined) throw new CommandLineError(`${file} notes no end of the audit log: an older version made it`);
    const by = `the backup of ${new Date(made).toISOString()}`;
    heads.push(...auditHeads.map(({ chain, number, hash }) => ({ chain, number, hash, by })));
  }
  return (chain) => heads.filter((head) => head.chain === chain);
}

function parseWords(words: string[]): { source: string; key: string | undefined; backups: string[] } {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: { key: { type: 'string' }, backup: { type: 'string', multiple: true } },
    });
    const [action, source, ...rest] = positionals;
    if (action === 'verify' && source !== undefined && rest.length === 0) return { source, key: values.key, backups: values.backup ?? [] };
  } catch (error) {
    throw new CommandLineError(USAGE, { cause: error });
  }
  throw new CommandLineError(USAGE);
}

async function checkFile(file: string, noted: NotedHeads): Promise<ExportReport> {
  const handle = await open(file).catch((error: unknown) => {
    throw unreadable(file, error);
  });
  try {
    return await checkExport(handle.readLines(), noted);
  } finally {
    await handle.close();
  }
}

/** The export that a URL names, or those of all chains of a controller whose address it is. */
function exportsAt(source: string): URL[] {
  if (!URL.canParse(source)) throw new CommandLineError(`${source} is not a URL`);
  const url = new URL(source);
  if (url.pathname !== '/') return [url];
  return AUDIT_CHAINS.map((chain) => new URL(`/api/v3/audit/export?chain=${chain}`, url));
}

async function checkUrl(url: URL, { key, noted }: { key: string | undefined; noted: NotedHeads }): Promise<ExportReport> {
  try {
    const response = await fetch(url, { headers: key === undefined ? {} : { authorization: `Bearer ${key}` }, redirect: 'error' });
    if (!response.ok || !response.body) throw new Error(`the answer has the status ${response.status}`);
    const input = Readable.fromWeb(response.body as ReadableStream);
    return await checkExport(createInterface({ input, crlfDelay: Infinity }), noted);
  } catch (error) {
    throw unreadable(url.href, error);
  }
}

function unreadable(source: string, error: unknown): CommandLineError {
  return new CommandLineError(`${source} cannot be read: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
}

function resultOf(reports: readonly ExportReport[]): AuditCommandResult {
  return { lines: reports.flatMap(linesOf), isWhole: reports.every(({ fault }) => fault === undefined) };
}

function linesOf({ chain, first, last, sealedTo, keys, removed, fault }: ExportReport): string[] {
  if (fault) return [`Not whole: line ${fault.line}, record ${fault.record}: ${fault.reason}.`];
  const open = last - sealedTo;
  return [
    last < first ? `Whole: the log "${chain}" has no records.` : `Whole: records ${first} to ${last} of the log "${chain}".`,
    ...(removed ? [removedText(removed)] : []),
    ...(open > 0 ? [`The last ${open} are of an hour that was not over yet: only the signature of the export covers them.`] : []),
    ...keys.map((key) => `Signed with the key ${key}.`),
    ...(keys.length > 1 ? ['The key was replaced: ask who did it, and why.'] : []),
  ];
}

function removedText({ last, at }: NonNullable<ExportReport['removed']>): string {
  if (at === undefined)
    return `The records 1 to ${last} are not in it, and no record says when they were removed: compare with an earlier export.`;
  return `The records 1 to ${last} were removed by retention, the last of them on ${at}. Their head was kept, and the log continues from it.`;
}
