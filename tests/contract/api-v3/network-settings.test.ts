import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { json } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ControllerNetwork, ControllerNetworkState } from '#contract/api-v3/network.ts';
import { OwnAuthority } from '#tls/own-authority.ts';
import { runController, startController, type ControllerProcess } from '#support/controller-process.ts';
import { freePort } from '#support/free-port.ts';
import { readApi } from '#support/call-api.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { untilHolds } from '#support/until-holds.ts';

/** A controller that other computers reach as a file says, which it follows while it runs. */

interface Site {
  controller: ControllerProcess;
  key: string;
  /** PEM of the authority that clients trust. */
  authority: string;
  settings: ControllerNetwork;
  /** Writes the part `controller` of the file; a text is written as the whole file. */
  write: (part: unknown) => void;
  state: () => Promise<ControllerNetworkState>;
}

async function openSite(part?: Partial<ControllerNetwork>): Promise<Site> {
  const folder = temporaryFolder();
  const dataFolder = join(folder, 'controller');
  mkdirSync(dataFolder);
  const own = new OwnAuthority({ folder: join(folder, 'tls'), now: Date.now, computer: 'line-7' });
  own.serverFiles(['localhost', '127.0.0.1'], 'controller');
  const settings: ControllerNetwork = {
    ...{ host: '127.0.0.1', port: await freePort(), names: ['line7.plant.example'], certificate: 'own' as const },
    ...{ textPort: null, textUnauthenticated: null, ...part },
  };
  const file = join(folder, 'strobe.json');
  const write = (content: unknown): void =>
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify({ controller: content }));
  const key = `strobe_${randomBytes(32).toString('base64url')}`;
  const hash = createHash('sha256').update(key).digest('hex');
  const flags = ['--empty', '--virtual-printers', '1', '--network-settings', file, '--station-key-hash', hash];
  if (part) write(settings);
  const controller = await startController({ dataFolder, flags });
  onTestFinished(async () => void (await controller.stop()));
  const state = (): Promise<ControllerNetworkState> => readApi(`${controller.url}/api/v3/settings/network`);
  return { controller, key, authority: own.certificate, settings, write, state };
}

interface Call {
  port: number;
  authority: string;
  key?: string | undefined;
  host?: string;
}

/** A read over TLS, with a certificate that is checked. Resolves with the status and the body, or with the code of the connection's error. */
function call({ port, authority, key, host = 'localhost' }: Call): Promise<{ status: number; body: unknown } | { code: string }> {
  const headers = { host: `${host}:${port}`, ...(key !== undefined && { authorization: `Bearer ${key}` }) };
  return new Promise((resolve, reject) => {
    const sent = request({
      host: '127.0.0.1',
      servername: 'localhost',
      port,
      path: '/api/v3/printers',
      ca: authority,
      headers,
      agent: false,
    });
    sent.once('response', (answer) => {
      json(answer).then((body) => resolve({ status: answer.statusCode ?? 0, body }), reject);
    });
    sent.once('error', (error: NodeJS.ErrnoException) => resolve({ code: error.code ?? '' }));
    sent.end();
  });
}

const becomes = (site: Site, state: ControllerNetworkState['state'], settings: ControllerNetwork | null) =>
  untilHolds(async () => expect(await site.state()).toMatchObject({ state, settings }));

describe('a controller that other computers reach as strobe.json says', () => {
  it('E27 listens for them over TLS with keys from its start, and for this computer as without it', async () => {
    const site = await openSite({});
    const { controller, key, authority, settings } = site;
    await expect(site.state()).resolves.toEqual({ settings, state: 'listening', reason: null });
    const asked = { port: settings.port, authority };
    await expect(call({ ...asked, key })).resolves.toEqual({ status: 200, body: await readApi(`${controller.url}/api/v3/printers`) });
    await expect(call(asked)).resolves.toMatchObject({ status: 401 });
    await expect(call({ ...asked, key, host: 'line7.plant.example' })).resolves.toMatchObject({ status: 200 });
    await expect(call({ ...asked, key, host: 'evil.example' })).resolves.toMatchObject({ status: 403 });
  });

  it('E27 does not serve a cached response to them without a key', async () => {
    const { controller, authority, settings } = await openSite({});
    for (let count = 0; count < 3; count += 1) await readApi(`${controller.url}/api/v3/printers`);
    await expect(call({ port: settings.port, authority })).resolves.toMatchObject({ status: 401 });
  });

  it('follows the file while it runs: opened, moved to another port, closed', async () => {
    const site = await openSite();
    const { key, authority, settings, write } = site;
    await expect(site.state()).resolves.toEqual({ settings: null, state: 'off', reason: null });
    write(settings);
    await becomes(site, 'listening', settings);
    const moved = { ...settings, port: await freePort() };
    write(moved);
    await becomes(site, 'listening', moved);
    await expect(call({ port: settings.port, authority, key })).resolves.toEqual({ code: 'ECONNREFUSED' });
    await expect(call({ port: moved.port, authority, key })).resolves.toMatchObject({ status: 200 });
    write(null);
    await becomes(site, 'off', null);
    await expect(call({ port: moved.port, authority, key })).resolves.toEqual({ code: 'ECONNREFUSED' });
  });

  it('says why it could not be opened, prints on, and is opened when the port is free', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const { port } = blocker.address() as { port: number };
    const site = await openSite({ port });
    await expect(site.state()).resolves.toMatchObject({ state: 'failed', reason: 'Another program uses this port.' });
    const ready = await readApi<{ status: string; warnings: { code: string }[] }>(`${site.controller.url}/healthz/ready`);
    expect([ready.status, ready.warnings.map(({ code }) => code)]).toEqual(['ready', ['network-closed']]);
    await new Promise((resolve) => blocker.close(resolve));
    await becomes(site, 'listening', site.settings);
  });

  it.each([
    ['{"controller": {"host": "everywhere"}}', 'strobe.json: controller.host must be an IP address, such as 0.0.0.0'],
    ['{"controller": ', 'strobe.json is no JSON object'],
  ])('keeps what is open while the file cannot be used, and says why: %s', async (text, reason) => {
    const site = await openSite({});
    site.write(text);
    await untilHolds(async () => expect(await site.state()).toMatchObject({ state: 'failed', reason }));
    await expect(call({ port: site.settings.port, authority: site.authority, key: site.key })).resolves.toMatchObject({ status: 200 });
  });

  it('says that the certificate is missing', async () => {
    const site = await openSite({ certificate: { cert: '/nowhere/cert.pem', key: '/nowhere/key.pem' } });
    await expect(site.state()).resolves.toMatchObject({
      state: 'failed',
      reason: 'The file of the certificate or of its key does not exist.',
    });
  });

  it('opens the text protocol over TLS with keys, and without for the addresses of a list, and warns of the latter', async () => {
    const ports = { textPort: await freePort(), textUnauthenticated: { port: await freePort(), allowed: ['127.0.0.0/8'] } };
    const { controller, key, authority, settings } = await openSite(ports);
    const socket = connect({ host: '127.0.0.1', servername: 'localhost', port: settings.textPort ?? 0, ca: authority });
    const lines: string[] = [];
    socket.setEncoding('utf8').on('data', (text: string) => void lines.push(text));
    socket.write(`printers\nauthenticate ${key}\n`);
    await untilHolds(() => expect(lines.join('')).toMatch(/^REQUEST_FAILED "A key is required[^\n]*\nOK \{"key"[^\n]*\n$/));
    socket.destroy();
    const ready = await readApi<{ warnings: { code: string; detail: string }[] }>(`${controller.url}/healthz/ready`);
    expect(ready.warnings).toEqual([{ code: 'text-unauthenticated', detail: expect.stringContaining('127.0.0.0/8') as string }]);
  });
});

it('refuses flags that contradict the file', async () => {
  const folder = temporaryFolder();
  const refused = await runController('--data', folder, '--host', '0.0.0.0', '--insecure-without-tls', '--network-settings', 'strobe.json');
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('leave out --host and --tls-cert') as string });
  rmSync(folder, { recursive: true });
});
