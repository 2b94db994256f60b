import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { json } from 'node:stream/consumers';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { connect as connectEncrypted, type TLSSocket } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { aCertificate } from '#support/certificates.ts';
import { runController, startController, type ControllerProcess } from '#support/controller-process.ts';
import { readEvents } from '#support/event-reader.ts';
import { makeCertificate, writeCertificate } from '#support/make-certificate.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

/** A controller that other computers can reach: keys, encryption and names. */

/** Several programs are started one after the other, on a machine that may be busy. */
const FLAGS = ['--empty', '--virtual-printers', '1'];
/** An address under which other computers could reach this one. */
const OWN = Object.values(networkInterfaces()).flatMap((all = []) => all.filter(({ family, internal }) => family === 'IPv4' && !internal));
const ANYWHERE = ['--host', '0.0.0.0', ...FLAGS];

async function addKey(dataFolder: string, name: string, scopes: string): Promise<string> {
  const { code, stdout, stderr } = await runController('keys', 'add', name, '--scopes', scopes, '--data', dataFolder);
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('shown only once') as string });
  return stdout.trim();
}

const statusOf = async (url: string, key: string, path = '/api/v3/labels') =>
  (await fetch(url + path, { headers: { authorization: `Bearer ${key}` } })).status;

describe('a controller that other computers can reach', () => {
  it('E27 does not start without a key, and says how to make one', async () => {
    const refused = await runController('--data', temporaryFolder(), '--port', '0', ...ANYWHERE, '--insecure-without-tls');
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toMatch(
      /^other computers can reach 0\.0\.0\.0, but no API key is stored: .* keys add NAME .* --insecure-without-keys\n$/,
    );
  });

  it('E27 does not start without a certificate that fits its key', async () => {
    const [one, other] = [aCertificate('first'), aCertificate('second')];
    for (const [cert, key] of [
      [one.cert, other.key],
      [one.cert, '/nowhere'],
      [one.key, one.key],
    ] as const) {
      const refused = await runController('--data', temporaryFolder(), '--port', '0', '--tls-cert', cert, '--tls-key', key, ...FLAGS);
      expect(refused).toMatchObject({ code: 2, stdout: '' });
      expect(refused.stderr).toMatch(/are not a certificate and its private key/);
    }
  });

  it('starts without either if the flags say so', async () => {
    const controller = await startController({ flags: [...ANYWHERE, '--insecure-without-tls', '--insecure-without-keys'] });
    expect((await fetch(`${controller.url}/api/v3/labels`)).status).toBe(200);
    expect(await controller.stop()).toBe(0);
  });

  it('E8 applies added and revoked keys at once', async () => {
    const dataFolder = temporaryFolder();
    const first = await addKey(dataFolder, 'First', 'read');
    const controller = await startController({ dataFolder, flags: [...ANYWHERE, '--insecure-without-tls'] });
    expect((await fetch(`${controller.url}/api/v3/labels`)).status).toBe(401);
    expect(await statusOf(controller.url, first)).toBe(200);
    const second = await addKey(dataFolder, 'Second', 'admin');
    expect([await statusOf(controller.url, second), await statusOf(controller.url, second, '/api/v3/audit')]).toEqual([403, 200]);
    expect(await runController('keys', 'revoke', 'First', '--data', dataFolder)).toMatchObject({ code: 0, stdout: '' });
    expect([await statusOf(controller.url, first), await statusOf(controller.url, second, '/api/v3/audit')]).toEqual([401, 200]);
    expect((await runController('keys', 'list', '--data', dataFolder)).stdout).toMatch(/^First\tread\t.*revoked.*\nSecond\tadmin\t/);
    expect(await controller.stop()).toBe(0);
  });

  it('E8 closes an idle event stream when another process revokes its key', async () => {
    const dataFolder = temporaryFolder();
    const key = await addKey(dataFolder, 'Screen', 'read');
    const controller = await startController({ dataFolder, flags: [...ANYWHERE, '--insecure-without-tls'] });
    const reader = await readEvents(controller.url, { headers: { authorization: `Bearer ${key}` } });
    await reader.next();
    expect(await runController('keys', 'revoke', 'Screen', '--data', dataFolder)).toMatchObject({ code: 0 });
    expect(await reader.ended).toBe('cut');
    expect(await controller.stop()).toBe(0);
  });

  it.skipIf(OWN.length === 0)(
    'E9 makes an address wait from which keys are guessed, and neither the machine itself nor what stops a printer',
    async () => {
      const dataFolder = temporaryFolder();
      const key = await addKey(dataFolder, 'MES', 'read,print,admin');
      const controller = await startController({ dataFolder, flags: [...ANYWHERE, '--insecure-without-tls'] });
      const { port } = new URL(controller.url);
      const [local, remote] = [`http://127.0.0.1:${port}`, `http://${OWN[0]?.address}:${port}`];
      const guess = (url: string) => statusOf(url, `strobe_${randomBytes(32).toString('base64url')}`);
      const seen: number[] = [];
      while (!seen.includes(429)) seen.push(await guess(remote));
      expect(new Set(seen.slice(0, 11))).toEqual(new Set([401]));
      const headers = { authorization: `Bearer ${key}` };
      const refused = await fetch(`${remote}/api/v3/labels`, { headers });
      expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
      for (const path of ['abortPrint', 'printJob']) {
        const stopped = await fetch(`${remote}/api/v3/printers/Line%201/${path}`, { method: 'POST', headers });
        expect(stopped.status).toBe(204);
      }
      for (let count = 0; count < 20; count += 1) expect(await guess(local)).toBe(401);
      expect(await statusOf(local, key)).toBe(200);
      const audit = (await (await fetch(`${local}/api/v3/audit`, { headers })).json()) as { entries: { operation: string }[] };
      expect(audit.entries.filter(({ operation }) => operation.startsWith('wrong keys'))).toMatchObject([
        { key: '', operation: `wrong keys from ${OWN[0]?.address}`, path: '/api/v3/labels', status: 401 },
      ]);
      expect(await controller.stop()).toBe(0);
    },
  );

  it('E1 is called by an address of its own and by its public names, and by no other name', async () => {
    const flags = [...ANYWHERE, '--insecure-without-tls', '--insecure-without-keys', '--public-name', 'line-7.plant.example'];
    const controller = await startController({ flags });
    const { port } = new URL(controller.url);
    for (const address of ['127.0.0.1', ...OWN.map((own) => own.address)])
      expect((await fetch(`http://${address}:${port}/healthz`)).status).toBe(200);
    const called = async (host: string) => firstLine(Number(port), `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(await called(`line-7.plant.example:${port}`)).toContain('200');
    for (const host of [`evil.example:${port}`, `0.0.0.0:${port}`, 'line-7.plant.example']) expect(await called(host)).toContain('403');
    expect(await controller.stop()).toBe(0);
  });
});

async function firstLine(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').end(text);
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return bytes.toString().split('\r\n', 1)[0] ?? '';
}

describe('a controller with a certificate', () => {
  async function start(): Promise<{ controller: ControllerProcess; files: { cert: string; key: string } }> {
    const files = aCertificate('first');
    return { files, controller: await startController({ flags: [...FLAGS, '--tls-cert', files.cert, '--tls-key', files.key] }) };
  }

  /** The certificate that a new connection gets. */
  async function shownBy({ url }: ControllerProcess): Promise<string> {
    const socket: TLSSocket = connectEncrypted({ port: Number(new URL(url).port), host: '127.0.0.1', rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    const { subject } = socket.getPeerCertificate();
    socket.destroy();
    return String(subject.CN);
  }

  async function status({ url }: ControllerProcess, headers: Record<string, string>, ca: string): Promise<number> {
    const asked = request(`${url}/healthz`, { ca, headers, agent: false }).end();
    const [answer] = (await once(asked, 'response')) as [{ statusCode: number; resume: () => void }];
    answer.resume();
    return answer.statusCode;
  }

  it('answers over TLS, and knows its own origin by https', async () => {
    const { controller, files } = await start();
    expect(controller.url).toMatch(/^https:/);
    const ca = readFileSync(files.cert, 'utf8');
    const { host } = new URL(controller.url);
    expect(await status(controller, {}, ca)).toBe(200);
    expect(await status(controller, { origin: `https://${host}` }, ca)).toBe(200);
    expect(await status(controller, { origin: `http://${host}` }, ca)).toBe(403);
    expect(await controller.stop()).toBe(0);
  });

  it('continues when a client does not speak TLS', async () => {
    const { controller, files } = await start();
    for (const text of ['GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n', '\u0016\u0003\u0001', '']) {
      const socket = connect(Number(new URL(controller.url).port), '127.0.0.1').end(text);
      socket.on('error', () => undefined);
      socket.resume();
      await once(socket, 'close');
    }
    expect(await status(controller, {}, readFileSync(files.cert, 'utf8'))).toBe(200);
    expect(await controller.stop()).toBe(0);
  });

  it('E28 takes a new certificate without a restart, and keeps the one before when the new one is broken', async () => {
    const { controller, files } = await start();
    expect(await shownBy(controller)).toBe('first');
    const next = aCertificate('second');
    copyFileSync(next.cert, files.cert);
    process.kill(controller.pid, 'SIGHUP');
    expect(await shownBy(controller)).toBe('first');
    copyFileSync(next.key, files.key);
    process.kill(controller.pid, 'SIGHUP');
    await expect.poll(() => shownBy(controller)).toBe('second');
    writeFileSync(files.cert, 'nothing');
    process.kill(controller.pid, 'SIGHUP');
    expect(await shownBy(controller)).toBe('second');
    expect(await controller.stop()).toBe(0);
  });

  it('E28 does not start with an expired one, and names the file and the date', async () => {
    const files = writeCertificate(makeCertificate({ from: Date.UTC(2020, 0, 1), to: Date.UTC(2021, 0, 1) }));
    const flags = ['--data', temporaryFolder(), '--port', '0', '--tls-cert', files.cert, '--tls-key', files.key, ...FLAGS];
    expect(await runController(...flags)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: `the certificate in ${files.cert} expired on 2021-01-01T00:00:00Z\n`,
    });
  });

  it('E28 does not take an expired one in place of its own, and says so in its readiness', async () => {
    const own = makeCertificate({ commonName: 'first' });
    const files = writeCertificate(own);
    const controller = await startController({ flags: [...FLAGS, '--tls-cert', files.cert, '--tls-key', files.key] });
    const expired = writeCertificate(makeCertificate({ from: Date.UTC(2020, 0, 1), to: Date.UTC(2021, 0, 1) }));
    copyFileSync(expired.key, files.key);
    copyFileSync(expired.cert, files.cert);
    process.kill(controller.pid, 'SIGHUP');
    await expect
      .poll(() => readiness(controller, own.cert))
      .toMatchObject({
        warnings: [
          {
            code: 'certificate-not-taken',
            detail: 'The new certificate cannot be used, and the previous one stays in use: it expired on 2021-01-01T00:00:00Z.',
          },
        ],
      });
    expect(await shownBy(controller)).toBe('first');
    expect(await controller.stop()).toBe(0);
  });

  async function readiness({ url }: ControllerProcess, ca: string): Promise<unknown> {
    const asked = request(`${url}/healthz/ready`, { ca, agent: false }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    return json(answer);
  }
});
