import { CHECK_IDS, type CheckResult } from '#contract/station/diagnostics.ts';
import { resultOf, type Check } from './check.ts';
import { backupsCheck } from './checks/backups.ts';
import { certificatesCheck } from './checks/certificates.ts';
import { clockCheck } from './checks/clock.ts';
import { databaseCheck } from './checks/database.ts';
import { diskCheck } from './checks/disk.ts';
import { errorsCheck } from './checks/errors.ts';
import { plantCheck } from './checks/plant.ts';
import { portsCheck } from './checks/ports.ts';
import { printersCheck } from './checks/printers.ts';
import { processesCheck } from './checks/processes.ts';
import { readinessCheck } from './checks/readiness.ts';
import { versionsCheck } from './checks/versions.ts';
import type { DiagnosticsContext } from './context.ts';

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
