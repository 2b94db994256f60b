import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { certificatesCheck } from '#diagnostics/checks/certificates.ts';
import { makeCertificate, writeCertificate } from '#support/make-certificate.ts';
import { codesOf, diagnosticsContext } from '#support/diagnostics-context.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

const DAY = 24 * 3_600_000;

async function findingsOf(files: { cert: string; key: string }, names: string[] = []) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'strobe.json'), JSON.stringify({ page: { port: 7320, names, certificate: files } }));
  return certificatesCheck.run(diagnosticsContext({ folder }));
}

it('a valid certificate has no finding', async () => {
  const { facts, findings } = await findingsOf(writeCertificate(makeCertificate({ names: ['line-7.example.com', '10.1.2.3'] })));
  expect(findings).toEqual([]);
  expect(facts).toContainEqual({ name: 'certificateNames', of: 'cert.pem', value: 'line-7.example.com, 10.1.2.3' });
});

it.each([
  [{ from: Date.now() - 9 * DAY, to: Date.now() - DAY }, 'certificate-expired'],
  [{ to: Date.now() + 3 * DAY }, 'certificate-expires'],
  [{ from: Date.now() + DAY }, 'certificate-not-yet-valid'],
] as const)('%o: %s', async (wishes, code) => {
  expect(codesOf(await findingsOf(writeCertificate(makeCertificate(wishes))))).toEqual([code]);
});

it('a key of another certificate is a fault', async () => {
  const { cert } = makeCertificate();
  expect(codesOf(await findingsOf(writeCertificate({ ...makeCertificate(), cert })))).toEqual(['certificate-key-differs']);
});

it('issuers follow the certificate in their order', async () => {
  const authority = makeCertificate({ commonName: 'Plant authority', isAuthority: true });
  const other = makeCertificate({ commonName: 'Other authority', isAuthority: true });
  const made = makeCertificate({ issuer: authority });
  expect(codesOf(await findingsOf(writeCertificate({ ...made, cert: made.cert + authority.cert })))).toEqual([]);
  expect(codesOf(await findingsOf(writeCertificate({ ...made, cert: made.cert + other.cert })))).toEqual(['certificate-chain-broken']);
});

it('a name that it lacks is a warning', async () => {
  const files = writeCertificate(makeCertificate({ names: ['line-7.example.com'] }));
  expect((await findingsOf(files, ['line-7.example.com', 'press.example.com'])).findings).toEqual([
    { code: 'certificate-name-missing', state: 'warning', parameters: { file: 'cert.pem', name: 'press.example.com' } },
  ]);
});

it('files that are missing are a fault', async () => {
  expect(codesOf(await findingsOf({ cert: '/nowhere/cert.pem', key: '/nowhere/key.pem' }))).toEqual(['certificate-unusable']);
});
