import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { portsCheck } from '#diagnostics/checks/ports.ts';
import { diagnosticsContext } from '#support/diagnostics-context.ts';
import { freePort } from '#support/free-port.ts';
import { openService } from '#support/open-service.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

/** The part of a running station, which looks at the ports of its settings only. */
async function run(folder: string) {
  return portsCheck.run(diagnosticsContext({ folder, stationPid: process.pid }));
}

function settings(folder: string, page: object): void {
  writeFileSync(join(folder, 'strobe.json'), JSON.stringify({ page }));
}

async function foreignServer(): Promise<number> {
  const server = createServer((_request, response) => response.end('<title>Another program</title>'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

it('a controller is recognised at its port', async () => {
  const service = await openService();
  onTestFinished(() => service.close());
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'controller.json'), JSON.stringify({ url: service.url, pid: process.pid }));
  expect(await run(folder)).toEqual({ facts: [{ name: 'port', of: String(service.port), value: 'controller' }], findings: [] });
});

it('another program on a port of the page is a fault', async () => {
  const folder = temporaryFolder();
  const port = await foreignServer();
  settings(folder, { port });
  expect(await run(folder)).toEqual({
    facts: [{ name: 'port', of: String(port), value: 'other' }],
    findings: [{ code: 'port-foreign', state: 'fault', parameters: { port } }],
  });
});

it('a port on which the controller says it listens and does not is a fault', async () => {
  const folder = temporaryFolder();
  const port = await freePort();
  writeFileSync(join(folder, 'controller.json'), JSON.stringify({ url: `http://127.0.0.1:${port}`, pid: 1 }));
  expect((await run(folder)).findings).toEqual([{ code: 'port-closed', state: 'fault', parameters: { port } }]);
});

it('a closed port of a page that does not run is none', async () => {
  const folder = temporaryFolder();
  const port = await freePort();
  settings(folder, { port });
  expect(await run(folder)).toEqual({ facts: [{ name: 'port', of: String(port), value: 'none' }], findings: [] });
});

it('settings that cannot be read are a fault', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'strobe.json'), '{');
  expect((await run(folder)).findings).toMatchObject([{ code: 'settings-unreadable' }]);
});
