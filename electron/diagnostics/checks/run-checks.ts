import { CHECK_IDS, type CheckResult } from '#contract/station/diagnostics.ts';
import { resultOf, type Check } from '../model/check.ts';
import { backupsCheck } from './backups.ts';
import { certificatesCheck } from './certificates.ts';
import { clockCheck } from './clock.ts';
import { databaseCheck } from './database.ts';
import { diskCheck } from './disk.ts';
import { errorsCheck } from './errors.ts';
import { plantCheck } from './plant.ts';
import { portsCheck } from './ports.ts';
import { printersCheck } from './printers.ts';
import { processesCheck } from './processes.ts';
import { readinessCheck } from './readiness.ts';
import { versionsCheck } from './versions.ts';
import type { DiagnosticsContext } from '../model/context.ts';

/** Read much of the disk, so that they wait until its writes were measured. */
const AFTER_DISK: readonly Check[] = [databaseCheck(), backupsCheck, errorsCheck];
const OTHERS: readonly Check[] = [
  readinessCheck,
  printersCheck,
  clockCheck,
  portsCheck,
  certificatesCheck,
  processesCheck,
  plantCheck,
  versionsCheck,
];
export const CHECKS: readonly Check[] = [diskCheck, ...AFTER_DISK, ...OTHERS];

/** Runs all checks; each result is passed on when it is there. Returns them in the order of `CHECK_IDS`. Never rejects. */
export async function runChecks(
  context: DiagnosticsContext,
  onResult: (result: CheckResult) => void = () => undefined,
): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  const run = async (check: Check): Promise<void> => {
    const result = await resultOf(check, context);
    results.push(result);
    onResult(result);
  };
  const reading = async (): Promise<void> => {
    for (const check of [diskCheck, ...AFTER_DISK]) await run(check);
  };
  await Promise.all([reading(), ...OTHERS.map(run)]);
  return inOrder(results);
}

export function inOrder(results: readonly CheckResult[]): CheckResult[] {
  return results.toSorted((one, other) => CHECK_IDS.indexOf(one.id) - CHECK_IDS.indexOf(other.id));
}
