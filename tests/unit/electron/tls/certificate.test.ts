import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:tls';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Certificate, CertificateTimeError } from '#tls/certificate.ts';
import { aCertificate } from '#support/certificates.ts';
import { makeCertificate, writeCertificate } from '#support/make-certificate.ts';

const DAY = 24 * 3_600_000;

async function open(files = aCertificate('first'), now = () => Date.now()) {
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const certificate = await Certificate.open(files, { log, now });
  const server = certificate.serve({}, (_request, response) => void response.end()).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const shown = async () => {
    const { port } = server.address() as AddressInfo;
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    const { subject } = socket.getPeerCertificate();
    socket.destroy();
    return subject.CN;
  };
  return { files, log, certificate, shown };
}

describe('a certificate', () => {
  it('E28 is replaced by a new one in its files', async () => {
    const { files, log, certificate, shown } = await open();
    const next = aCertificate('second');
    copyFileSync(next.cert, files.cert);
    copyFileSync(next.key, files.key);
    await certificate.reload();
    expect(await shown()).toBe('second');
    expect(log.info).toHaveBeenCalledOnce();
  });

  it('E28 stays in use, with a warning, when the new one is broken, incomplete or missing', async () => {
    const { files, log, certificate, shown } = await open();
    for (const spoil of [() => writeFileSync(files.cert, 'nothing'), () => copyFileSync(aCertificate('second').cert, files.cert)]) {
      spoil();
      await certificate.reload();
      expect(await shown()).toBe('first');
    }
    expect(log.error).toHaveBeenCalledTimes(2);
    expect(log.error.mock.calls[0]?.[1]).toMatch(/cannot be used, and the previous one stays in use$/);
  });

  it('logs nothing when nothing changed', async () => {
    const { log, certificate } = await open();
    await certificate.reload();
    expect([log.info, log.error].flatMap(({ mock }) => mock.calls)).toEqual([]);
  });

  it('is reloaded when its files change', async () => {
    const { files, certificate, shown } = await open();
    certificate.start();
    onTestFinished(() => certificate.stop());
    const next = aCertificate('second');
    copyFileSync(next.key, files.key);
    copyFileSync(next.cert, files.cert);
    await expect.poll(shown, { timeout: 15_000, interval: 200 }).toBe('second');
  }, 20_000);
});

describe('the time of a certificate', () => {
  const now = Date.UTC(2027, 5, 1);
  const made = (commonName: string, from: number, to: number) =>
    writeCertificate(makeCertificate({ commonName, from: now + from * DAY, to: now + to * DAY }));
  const replace = (files: { cert: string; key: string }, next: { cert: string; key: string }) => {
    copyFileSync(next.cert, files.cert);
    copyFileSync(next.key, files.key);
  };

  it('E28 is checked at the start: an expired one is refused with its file and the date', async () => {
    const files = made('old', -10, -1);
    const opening = open(files, () => now);
    await expect(opening).rejects.toBeInstanceOf(CertificateTimeError);
    await expect(opening).rejects.toThrow(`the certificate in ${files.cert} expired on 2027-05-31T00:00:00Z`);
  });

  it('E28 only causes a warning if the clock of the machine is not set yet', async () => {
    const { certificate, log, shown } = await open(made('early', 1, 100), () => now);
    expect(await shown()).toBe('early');
    expect(log.warn.mock.calls[0]?.[0]).toMatch(/is in use although it is not valid before 2027-06-02T00:00:00Z$/);
    expect(certificate.warnings()).toEqual([
      { code: 'certificate-not-valid', detail: 'The certificate in use is not valid before 2027-06-02T00:00:00Z.' },
    ]);
  });

  it.each([
    ['has expired', [-10, -1], 'expired on 2027-05-31T00:00:00Z'],
    ['is not valid yet', [1, 100], 'is not valid before 2027-06-02T00:00:00Z'],
  ] as const)('E28 a new one that %s is not taken, which is logged once and said until it is taken back', async (_, [from, to], fault) => {
    const files = made('good', -1, 100);
    const { certificate, log, shown } = await open(files, () => now);
    onTestFinished(() => certificate.stop());
    const good = writeCertificate({ ...makeCertificate(), cert: readFileSync(files.cert, 'utf8'), key: readFileSync(files.key, 'utf8') });
    replace(files, made('next', from, to));
    await certificate.reload();
    await certificate.reload();
    expect(await shown()).toBe('good');
    expect(log.error.mock.calls.map(([, message]) => String(message))).toEqual([
      `the certificate in ${files.cert} cannot be used, and the previous one stays in use: it ${fault}`,
    ]);
    expect(certificate.warnings()).toEqual([
      { code: 'certificate-not-taken', detail: `The new certificate cannot be used, and the previous one stays in use: it ${fault}.` },
    ]);
    replace(files, good);
    await certificate.reload();
    expect(certificate.warnings()).toEqual([]);
  });

  it('E28 activates a refused certificate when it becomes valid, without a change of its files', async () => {
    const files = made('good', -1, 100);
    let moment = now;
    const { certificate, shown } = await open(files, () => moment);
    onTestFinished(() => certificate.stop());
    replace(files, made('next', 1 / DAY, 100));
    moment = now - 1_000;
    await certificate.reload();
    expect(await shown()).toBe('good');
    moment = now + 1_000;
    await expect.poll(shown, { timeout: 5_000 }).toBe('next');
  });

  it('E28 causes a warning 14 days before its end, and after it', async () => {
    let moment = now;
    const { certificate } = await open(made('good', -1, 20), () => moment);
    expect(certificate.warnings()).toEqual([]);
    moment = now + 7 * DAY;
    expect(certificate.warnings()).toEqual([
      { code: 'certificate-expires', detail: 'The certificate in use expires on 2027-06-21T00:00:00Z.' },
    ]);
    moment = now + 21 * DAY;
    expect(certificate.warnings()).toMatchObject([{ code: 'certificate-not-valid' }]);
  });
});
