import { signingKeyIn } from '#storage/audit-chain/signing-key.ts';
import { auditSigningKeyIn } from '../platform/data-folder-paths.ts';
import { Audit, type AuditOptions } from './audit.ts';

/** Opens the audit log of a data folder, and moves the entries of an older version into it. On a full disk they are moved later. */
export async function openAudit(
  dataFolder: string,
  options: Omit<AuditOptions, 'signingKey'> & Required<Pick<AuditOptions, 'keep'>>,
): Promise<Audit> {
  const audit = new Audit({ ...options, signingKey: signingKeyIn(auditSigningKeyIn(dataFolder)) });
  await options.keep(() => audit.start());
  return audit;
}
