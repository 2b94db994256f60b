import type { Logger } from 'pino';
import { Certificate, CertificateTimeError } from '#tls/certificate.ts';
import type { ControllerFlags } from './command-line.ts';
import { EXIT_CODES, ExitError } from './exit-codes.ts';

/** Opens the certificate, reloads it when its files change, and at once on SIGHUP. */
export async function openCertificate(
  { tls }: ControllerFlags,
  log: Logger,
  resources: AsyncDisposableStack,
): Promise<Certificate | undefined> {
  if (!tls) return undefined;
  const certificate = await Certificate.open(tls, { log, now: () => Date.now() }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof CertificateTimeError) throw new ExitError(EXIT_CODES.badFlags, reason);
    throw new ExitError(EXIT_CODES.badFlags, `${tls.cert} and ${tls.key} are not a certificate and its private key: ${reason}`);
  });
  certificate.start();
  resources.defer(() => certificate.stop());
  process.on('SIGHUP', () => void certificate.reload());
  return certificate;
}
