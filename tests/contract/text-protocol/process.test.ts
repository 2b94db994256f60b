import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:https';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runKeysCommand } from '#controller/process/keys-command.ts';
import { aCertificate } from '#support/certificates.ts';
import { runController } from '#support/controller-process.ts';
import { ownChild } from '#support/own-children.ts';
import { programFile } from '#support/program-file.ts';
import { TextClient } from './text-client.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'strobe-text-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a controller, and resolves with the lines that it prints when it listens. */
async function startController(count: number, ...flags: string[]) {
  const all = ['--data', folder, '--port', '0', '--empty', '--virtual-printers', '1', ...flags];
  const child = ownChild(spawn(process.execPath, [programFile('controller.ts'), ...all], { stdio: ['ignore', 'pipe', 'inherit'] }));
  const ended = once(child, 'close');
  const said: string[] = [];
  for await (const line of createInterface(child.stdout!)) {
    // How much there is to read, when the folder has been used before.
    if (!line.startsWith('controller starting')) said.push(line);
    if (said.length === count) break;
  }
  return { child, ended, said };
}

it('a controller with --text-port prints the address of the text protocol, and stops in order with a client connected', async () => {
  const { child, ended, said } = await startController(2, '--text-port', '0');
  expect(said[0]).toMatch(/^controller listening on http:\/\/127\.0\.0\.1:\d+$/);
  const url = /^text protocol listening on (tcp:\/\/127\.0\.0\.1:\d+)$/.exec(said[1] ?? '')?.[1];
  const client = await TextClient.connect(url ?? '');
  expect(await client.ask('getPrinterState')).toMatch(/^OK "/);
  child.kill('SIGTERM');
  await client.rest();
  expect(await ended).toEqual([0, null]);
});

it('a controller whose text port is taken says so and ends with 5', async () => {
  const other = createServer();
  await once(other.listen(0, '127.0.0.1'), 'listening');
  const { port } = other.address() as AddressInfo;
  const { code, stderr } = await runController('--data', folder, '--port', '0', '--text-port', String(port));
  expect({ code, stderr }).toMatchObject({ code: 5, stderr: expect.stringContaining(`port ${port} on 127.0.0.1 is taken`) as string });
  other.close();
});

it('E27 a controller without a key does not start to speak the text protocol to other computers', async () => {
  const { cert, key } = aCertificate('first');
  const text = ['--text-port', '0', '--text-host', '0.0.0.0', '--tls-cert', cert, '--tls-key', key];
  const refused = await runController('--data', folder, '--port', '0', ...text);
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^other computers can reach 0\.0\.0\.0, but no API key/) as string,
  });
});

it('E27 a controller speaks the text protocol to other computers with keys over TLS, and without keys to listed addresses', async () => {
  const { cert, key } = aCertificate('first');
  const text = ['--text-port', '0', '--text-host', '0.0.0.0', '--tls-cert', cert, '--tls-key', key];
  const { lines: added } = await runKeysCommand(['add', 'PLC', '--scopes', 'read', '--data', folder]);
  const plain = ['--text-unauthenticated-port', '0', '--text-unauthenticated-host', '::', '--text-unauthenticated-allow', '127.0.0.0/8'];
  const { child, ended, said } = await startController(3, ...text, ...plain);
  const own = /^text protocol listening on tls:\/\/0\.0\.0\.0:(\d+)$/.exec(said[1] ?? '')?.[1];
  const open = /^unauthenticated text protocol listening on tcp:\/\/\[::\]:(\d+) for 127\.0\.0\.0\/8$/.exec(said[2] ?? '')?.[1];
  const client = await TextClient.connect(`tls://localhost:${own}`, { ca: readFileSync(cert) });
  expect(await client.ask(`authenticate ${added[0]}`)).toBe('OK {"key":"PLC","scopes":["read"]}');
  expect(await client.ask('trigger')).toBe('REQUEST_FAILED "The key \\"PLC\\" has no scope \\"print\\"."');
  expect(await (await TextClient.connect(`tcp://127.0.0.1:${open}`)).ask('getPrinterState')).toMatch(/^OK "/);
  // The allow-list has the IPv4 addresses of this computer only.
  expect(await (await TextClient.connect(`tcp://[::1]:${open}`)).rest()).toBe('');
  const url = said[0]?.replace('controller listening on ', '') ?? '';
  const ready = await getJson(`${url}/healthz/ready`, readFileSync(cert));
  expect(ready).toMatchObject({ warnings: [{ code: 'text-unauthenticated', detail: expect.stringContaining('127.0.0.0/8') as string }] });
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

function getJson(url: string, ca: Buffer): Promise<unknown> {
  return new Promise((resolve, reject) => get(url, { ca }, (response) => resolve(json(response))).on('error', reject));
}
