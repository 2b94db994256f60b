import type { ClockState } from '#contract/api-v3/clock.ts';
import { signingKeyIn } from '#storage/audit-chain/signing-key.ts';
import { auditSigningKeyIn } from '../platform/data-folder-paths.ts';
import { Audit, type AuditOptions } from './audit.ts';

/** What the audit log needs of the controller. */
interface AuditedController {
  clock: { state: () => ClockState };
  /** Makes a write that must not be lost and waits on a full disk. */
  keep: (write: () => Promise<unknown>) => Promise<void>;
}

/** Opens the audit log of a data folder, and moves the entries of an older version into it. On a full disk they are moved later. */
export async function openAudit(
  dataFolder: string,
  controller: AuditedController,
  parts: Pick<AuditOptions, 'db' | 'now'>,
): Promise<Audit> {
  const signingKey = signingKeyIn(auditSigningKeyIn(dataFolder));
  const audit = new Audit({ ...parts, signingKey, clockState: () => controller.clock.state(), keep: (write) => controller.keep(write) });
  await controller.keep(() => audit.start());
  return audit;
}
