import { writeFile } from 'node:fs/promises';
import { messageOf } from './model/check.ts';
import { commandContext, DIAGNOSTIC_EXIT_CODES, flagsOf, type CommandIo } from './command-context.ts';
import { runChecks } from './checks/run-checks.ts';
import { collectSupport, supportArchive, supportName } from './support/collect-support.ts';

/** The text of `support --help`. */
export const SUPPORT_HELP = `Writes a support file: logs, settings without secrets, diagnostics and metrics of the last day, as a zip archive.

support --data DIR --to FILE [--key KEY]

  --data DIR   data folder of the station or the controller; neither needs to run
  --to FILE    the archive; a file that exists is not replaced
  --key KEY    key with the scope "read", where programs on this computer need one
`;

/** Runs `support` and returns its exit code. Never rejects. */
export async function runSupportCommand(args: readonly string[], io: CommandIo): Promise<number> {
  if (args.includes('--help')) {
    io.write(SUPPORT_HELP.trimEnd());
    return DIAGNOSTIC_EXIT_CODES.ok;
  }
  const flags = flagsOf(args, { to: { type: 'string' } }, io);
  if (!flags) return DIAGNOSTIC_EXIT_CODES.badFlags;
  const { data, to, key } = flags;
  if (!data || !to) {
    io.writeError('--data DIR and --to FILE are required');
    return DIAGNOSTIC_EXIT_CODES.badFlags;
  }
  const context = commandContext({ data, key }, io);
  try {
    const files = await collectSupport(context, await runChecks(context));
    await writeFile(to, supportArchive(files, supportName(context.now())), { flag: 'wx', mode: 0o600 });
    for (const { name, text } of files) io.write(`${String(Buffer.byteLength(text)).padStart(10)}  ${name}`);
    io.write(`Written to ${to}. Look through it before you pass it on.`);
    return DIAGNOSTIC_EXIT_CODES.ok;
  } catch (error) {
    io.writeError(`the support file could not be written: ${messageOf(error)}`);
    return DIAGNOSTIC_EXIT_CODES.failed;
  }
}
