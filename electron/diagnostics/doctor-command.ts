import { worstOf } from './model/check.ts';
import { commandContext, DIAGNOSTIC_EXIT_CODES, flagsOf, type CommandIo } from './command-context.ts';
import { reportLines } from './checks/report-text.ts';
import { runChecks } from './checks/run-checks.ts';

/** The text of `doctor --help`. */
export const DOCTOR_HELP = `Checks the data folder, this computer, the controller and its printers, and says what to do. Changes nothing.

doctor --data DIR [--json] [--key KEY]

  --data DIR   data folder of the station or the controller; neither needs to run
  --json       the results as JSON
  --key KEY    key with the scope "read", where programs on this computer need one

Ends with 0 when no fault was found, and with 3 when one was. Warnings are no faults.
`;

/** Runs `doctor` and returns its exit code. Never rejects. */
export async function runDoctorCommand(args: readonly string[], io: CommandIo): Promise<number> {
  if (args.includes('--help')) return written(DOCTOR_HELP, io);
  const flags = flagsOf(args, { json: { type: 'boolean', default: false } }, io);
  if (!flags) return DIAGNOSTIC_EXIT_CODES.badFlags;
  const { data, key, json } = flags;
  if (data === undefined || data === '') {
    io.writeError('--data DIR is required: the data folder of the station or the controller');
    return DIAGNOSTIC_EXIT_CODES.badFlags;
  }
  const context = commandContext({ data, key }, io);
  const results = await runChecks(context);
  const state = worstOf(results.map((result) => result.state));
  if (json) io.write(JSON.stringify({ at: new Date(context.now()).toISOString(), state, results }, undefined, 2));
  else for (const line of reportLines(results)) io.write(line);
  return state === 'fault' ? DIAGNOSTIC_EXIT_CODES.faultFound : DIAGNOSTIC_EXIT_CODES.ok;
}

function written(text: string, io: CommandIo): number {
  io.write(text.trimEnd());
  return DIAGNOSTIC_EXIT_CODES.ok;
}
