import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { NetworkListener } from '#contract/api-v3/network.ts';
import type { CertificateFiles } from '#tls/certificate.ts';
import { coversName } from '#tls/covers-name.ts';
import { pemFilesIn, type CertifiedServer } from '#tls/pem-files.ts';
import { validityOf } from '#tls/validity.ts';
import { finding, joined, messageOf, type Check, type Outcome } from '../model/check.ts';
import type { DataFolders } from '../model/data-folders.ts';
import { readNetworkSettings } from '../sources/network-settings.ts';

const DAY = 24 * 3_600_000;
/** How long before its end a certificate is warned of, in days, as by the controller. */
const WARNING_DAYS = 14;

interface Used {
  files: CertificateFiles;
  /** Names under which people open it. */
  names: readonly string[];
}

/** Validity, names, chain and key of the certificates for other computers. */
export const certificatesCheck: Check = {
  id: 'certificates',
  title: 'Certificates',
  run: async ({ folders, now }) => joined(await Promise.all(usedIn(folders).map((used) => outcomeOf(used, now())))),
};

/** Settings that cannot be read are reported by the check of the ports. */
function usedIn(folders: DataFolders): Used[] {
  try {
    const { page, controller } = readNetworkSettings(folders);
    return [...used(folders, page, 'server'), ...used(folders, controller, 'controller')];
  } catch {
    return [];
  }
}

/** The station's own certificate is made when it is first needed. */
function used({ station }: DataFolders, listener: NetworkListener | undefined, server: CertifiedServer): Used[] {
  if (!listener) return [];
  const { certificate, names } = listener;
  if (certificate !== 'own') return [{ files: certificate, names }];
  const files = pemFilesIn(join(station, 'tls'), server);
  return existsSync(files.cert) ? [{ files, names }] : [];
}

async function outcomeOf({ files, names }: Used, now: number): Promise<Outcome> {
  const file = basename(files.cert);
  try {
    const pem = await readFile(files.cert, 'utf8');
    const [own, ...issuers] = certificatesIn(pem);
    if (!own) return { facts: [], findings: [finding('certificate-unusable', { file })] };
    const key = createPrivateKey(await readFile(files.key, 'utf8'));
    const { to } = validityOf(pem);
    return {
      facts: [
        { name: 'validUntil', of: file, value: to },
        { name: 'certificateNames', of: file, value: namesOf(own) },
      ],
      findings: [
        ...timeFindings(pem, { file, now }),
        ...(own.checkPrivateKey(key) ? [] : [finding('certificate-key-differs', { file })]),
        ...chainFindings([own, ...issuers], file),
        ...names.filter((name) => !coversName(own, name)).map((name) => finding('certificate-name-missing', { file, name })),
      ],
    };
  } catch (error) {
    return { facts: [], findings: [finding('certificate-unusable', { file }, messageOf(error))] };
  }
}

function certificatesIn(pem: string): X509Certificate[] {
  return [...pem.matchAll(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)].map(([text]) => new X509Certificate(text));
}

function namesOf({ subjectAltName = '', subject }: X509Certificate): string {
  const names = subjectAltName.replaceAll(/(?:DNS|IP Address):/g, '');
  return names === '' ? subject.replaceAll('\n', ', ') : names;
}

function timeFindings(pem: string, { file, now }: { file: string; now: number }): Outcome['findings'] {
  const { from, to } = validityOf(pem);
  if (now > to) return [finding('certificate-expired', { file })];
  if (now < from) return [finding('certificate-not-yet-valid', { file })];
  const days = Math.floor((to - now) / DAY);
  return days < WARNING_DAYS ? [finding('certificate-expires', { file, days })] : [];
}

/** Each certificate must be issued by the next one. The last one may be issued by an authority that clients know. */
function chainFindings(chain: readonly X509Certificate[], file: string): Outcome['findings'] {
  const broken = chain.find((one, at) => {
    const next = chain[at + 1];
    return next !== undefined && !one.checkIssued(next);
  });
  return broken ? [finding('certificate-chain-broken', { file, issuer: broken.issuer.replaceAll('\n', ', ') })] : [];
}
