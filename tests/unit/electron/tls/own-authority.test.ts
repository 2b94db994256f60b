import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { OwnAuthority } from '#tls/own-authority.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

const DAY = 24 * 3_600_000;

function anAuthority(now = Date.now()) {
  const clock = { now };
  const folder = temporaryFolder();
  const open = () => new OwnAuthority({ folder, now: () => clock.now, computer: 'line-7' });
  return { clock, folder, open, authority: open() };
}

describe('the certificate authority of a station', () => {
  it('issues a certificate that TLS accepts for each of its names, from those who trust the authority only', async () => {
    const { authority } = anAuthority();
    const { cert, key } = authority.serverFiles(['line-7', '127.0.0.1', '::1']);
    const server = createServer({ cert: readFileSync(cert), key: readFileSync(key) }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const attempt = async (name: { servername: string } | { host: string }, ca?: string): Promise<string> => {
      const socket = connect({ host: '127.0.0.1', port, ...name, ...(ca !== undefined && { ca }) });
      const result = await once(socket, 'secureConnect').then(
        () => 'accepted',
        (error: Error & { code: string }) => error.code,
      );
      socket.destroy();
      return result;
    };
    expect(await attempt({ servername: 'line-7' }, authority.certificate)).toBe('accepted');
    expect(await attempt({ host: '127.0.0.1' }, authority.certificate)).toBe('accepted');
    expect(await attempt({ servername: 'line-8' }, authority.certificate)).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
    expect(await attempt({ servername: 'line-7' })).toBe('SELF_SIGNED_CERT_IN_CHAIN');
    server.close();
  });

  it('keeps authority and certificate over restarts, and issues another one for a further name or near its end', () => {
    const { authority, clock, open } = anAuthority();
    const read = (from: OwnAuthority, ...names: string[]): string => readFileSync(from.serverFiles(names).cert, 'utf8');
    const first = read(authority, 'line-7', '10.0.0.7');
    expect(read(open(), '10.0.0.7')).toBe(first);
    expect(open().fingerprint).toBe(authority.fingerprint);

    const second = read(authority, 'line-7', '10.0.0.8');
    expect(new X509Certificate(second).checkIP('10.0.0.8')).toBe('10.0.0.8');
    expect(new X509Certificate(read(authority, 'line-7', 'press.example.com')).checkHost('press.example.com')).toBe('press.example.com');
    clock.now += 340 * DAY;
    const third = read(authority, 'line-7', '10.0.0.8');
    expect(Date.parse(new X509Certificate(third).validTo)).toBeGreaterThan(clock.now + 390 * DAY);
    expect(new X509Certificate(third).verify(new X509Certificate(authority.certificate).publicKey)).toBe(true);
  });

  it('has keys that only their owner can read', () => {
    const { authority, folder } = anAuthority();
    authority.serverFiles(['line-7']);
    const modes = ['authority-key.pem', 'server-key.pem'].map((file) => statSync(join(folder, file)).mode & 0o777);
    expect(modes).toEqual([0o600, 0o600]);
  });

  it('signs servers only: its certificates are no authorities', () => {
    const { authority } = anAuthority();
    const server = new X509Certificate(readFileSync(authority.serverFiles(['line-7']).cert));
    expect([new X509Certificate(authority.certificate).ca, server.ca]).toEqual([true, false]);
    expect(server.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
  });
});
