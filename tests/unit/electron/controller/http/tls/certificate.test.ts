import { copyFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:tls';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Certificate } from '#controller/http/tls/certificate.ts';
import { aCertificate } from '#support/certificates.ts';

async function open() {
  const files = aCertificate('first');
  const log = { info: vi.fn(), error: vi.fn() };
  const certificate = await Certificate.open(files, log);
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
  it('E28 gives way to a new one in its files', async () => {
    const { files, log, certificate, shown } = await open();
    const next = aCertificate('second');
    copyFileSync(next.cert, files.cert);
    copyFileSync(next.key, files.key);
    await certificate.reload();
    expect(await shown()).toBe('second');
    expect(log.info).toHaveBeenCalledOnce();
  });

  it('E28 stays in use, and says so, when the new one is broken, half there or gone', async () => {
    const { files, log, certificate, shown } = await open();
    for (const spoil of [() => writeFileSync(files.cert, 'nothing'), () => copyFileSync(aCertificate('second').cert, files.cert)]) {
      spoil();
      await certificate.reload();
      expect(await shown()).toBe('first');
    }
    expect(log.error).toHaveBeenCalledTimes(2);
    expect(log.error.mock.calls[0]?.[1]).toMatch(/is not taken, and the one before stays in use$/);
  });

  it('says nothing when nothing changed', async () => {
    const { log, certificate } = await open();
    await certificate.reload();
    expect([log.info, log.error].flatMap(({ mock }) => mock.calls)).toEqual([]);
  });

  it('is taken by itself when its files change', async () => {
    const { files, certificate, shown } = await open();
    certificate.start();
    onTestFinished(() => certificate.stop());
    const next = aCertificate('second');
    copyFileSync(next.key, files.key);
    copyFileSync(next.cert, files.cert);
    await expect.poll(shown, { timeout: 15_000, interval: 200 }).toBe('second');
  }, 20_000);
});
