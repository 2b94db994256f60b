import type { ClockState } from '#contract/api-v3/clock.ts';
import { signingKeyIn } from '#storage/audit-chain/signing-key.ts';
import type { Log } from '#process/log.ts';
import { auditSigningKeyIn } from '../platform/data-folder-paths.ts';
import { Audit, type AuditOptions } from './audit.ts';

/** What the audit log needs of the controller. */
interface AuditedController {
  clock: { state: () => ClockState };
  settings: { retention: () => Promise<{ audit: number | null }> };
  /** Makes a write that must not be lost and waits on a full disk. */
  keep: (write: () => Promise<unknown>) => Promise<void>;
}

/** Opens the audit log of a data folder, and moves the entries of an older version into it. On a full disk they are moved later. */
export async function openAudit(
  dataFolder: string,
  controller: AuditedController,
  { db, now, log }: Pick<AuditOptions, 'db' | 'now'> & { log: Log },
): Promise<Audit> {
  const signingKey = signingKeyIn(auditSigningKeyIn(dataFolder));
  const audit = new Audit({
    ...{ db, now, signingKey },
    clockState: () => controller.clock.state(),
    keep: (write) => controller.keep(write),
    report: (error) => log.error('old records of the audit log could not be removed', error),
    keptDays: async () => (await controller.settings.retention()).audit,
  });
  await controller.keep(() => audit.start());
  return audit;
}
