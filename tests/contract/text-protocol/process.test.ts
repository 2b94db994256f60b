import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runController } from '#support/controller-process.ts';
import { ownChild } from '#support/own-children.ts';
import { programFile } from '#support/program-file.ts';
import { TextClient } from './text-client.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'strobe-text-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a controller with --text-port prints the address of the text protocol, and stops in order with a client connected', async () => {
  const flags = ['--data', folder, '--port', '0', '--empty', '--virtual-printers', '1', '--text-port', '0'];
  const child = ownChild(spawn(process.execPath, [programFile('controller.ts'), ...flags], { stdio: ['ignore', 'pipe', 'inherit'] }));
  const ended = once(child, 'close');
  const said: string[] = [];
  for await (const line of createInterface(child.stdout!)) {
    said.push(line);
    if (said.length === 2) break;
  }
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
