import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hashOfOwnKey, newOwnKey } from '#station/connections/own-key.ts';
import { CONTROLLER_OPTIONS } from '#controller/process/command-line.ts';
import { runController, startController } from '#support/controller-process.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

/** The controller as a process: its line, its exit codes, its folder. */

const FLAGS = ['--empty', '--virtual-printers', '1'];
const isAnswering = async (url: string) => (await fetch(`${url}/healthz`)).status === 200;

describe('the controller process', () => {
  it('prints its URL when it can respond, and stops in order on SIGTERM', async () => {
    const controller = await startController({ flags: FLAGS });
    expect(await isAnswering(controller.url)).toBe(true);
    expect(await controller.stop()).toBe(0);
  });

  it('prints its help and starts nothing', async () => {
    const { code, stdout, stderr } = await runController('--help', '--data', '/dev/null');
    const told = [...stdout.matchAll(/^ {2}--([\w-]+)/gm)].map(([, flag]) => flag).sort();
    expect([code, stderr, told]).toEqual([0, '', [...Object.keys(CONTROLLER_OPTIONS), 'help'].sort()]);
  });

  it('A13 does not start twice on one folder: the second names the first and ends with 4', async () => {
    const controller = await startController({ flags: FLAGS });
    const second = await runController('--data', controller.dataFolder, '--port', '0', ...FLAGS);
    expect(second).toEqual({ code: 4, stdout: `controller already running on ${controller.url}\n`, stderr: '' });
    expect(JSON.parse(readFileSync(join(controller.dataFolder, 'controller.json'), 'utf8'))).toEqual({
      url: controller.url,
      pid: controller.pid,
    });
    await controller.stop();
  });

  it('names the controller that holds the folder, and makes the key of a station valid there, when it only attaches', async () => {
    const controller = await startController({ flags: [...FLAGS, '--host', '127.0.0.1'] });
    const key = newOwnKey();
    const attached = await runController('--attach', '--data', controller.dataFolder, '--station-key-hash', hashOfOwnKey(key));
    expect(attached).toEqual({ code: 4, stdout: `controller already running on ${controller.url}\n`, stderr: '' });
    const headers = { authorization: `Bearer ${key}` };
    const { status } = await fetch(`${controller.url}/api/v3/keys`, { headers });
    expect(status).toBe(200);
    await controller.stop();
  });

  it('ends with 13, and makes nothing, when it only attaches and no controller runs', async () => {
    const killed = await startController({ flags: FLAGS, dataFolder: temporaryFolder() });
    await killed.kill();
    const folders = [join(temporaryFolder(), 'missing'), killed.dataFolder];
    for (const folder of folders)
      expect(await runController('--attach', '--data', folder)).toEqual({
        code: 13,
        stdout: '',
        stderr: `no controller runs on ${folder}\n`,
      });
    expect(existsSync(folders[0]!)).toBe(false);
  });

  it('I7 ends with 11, and prints nothing, when its lock is taken away and another controller takes over its database', async () => {
    const first = await startController({ flags: FLAGS });
    const { dataFolder } = first;
    const label = { format: 3, width: 20, height: 10, objs: [{ type: 'Rect', x: 1, y: 1, width: 3, height: 3, fillColor: 'black' }] };
    const post = (url: string, what: string, body?: object) =>
      fetch(`${url}/api/v3/printers/Line%201/${what}`, {
        method: 'POST',
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
    await post(first.url, 'printJob', { labelData: label });
    // A person or program that copies or tidies up folders can remove the lock.
    for (const part of ['', '-wal', '-shm', '-journal']) rmSync(join(dataFolder, `lock.db${part}`), { force: true });
    const second = await startController({ dataFolder, flags: FLAGS });
    const state = async () => ((await (await fetch(`${second.url}/api/v3/printers/Line%201/status`)).json()) as { state: string }).state;
    await expect.poll(state).toBe('STARTED');
    await expect(post(first.url, 'trigger')).rejects.toThrow('fetch failed');
    expect(await first.ended).toBe(11);
    expect((await post(second.url, 'trigger')).status).toBe(202);
    expect(await second.stop()).toBe(0);
  });

  it('keeps stored data over a kill, and locks the folder of the killed one', async () => {
    const dataFolder = temporaryFolder();
    const first = await startController({ dataFolder, flags: FLAGS });
    const path = '/api/v3/variables/Kept';
    const headers = { 'content-type': 'application/json' };
    await fetch(first.url + path, { method: 'PUT', headers, body: JSON.stringify({ value: 'yes' }) });
    await first.kill();
    const second = await startController({ dataFolder, flags: FLAGS });
    expect(await (await fetch(second.url + path)).json()).toMatchObject({ value: 'yes' });
    expect(await second.stop()).toBe(0);
  });

  it('continues when its output is no longer read', async () => {
    const controller = await startController({ flags: [...FLAGS, '--log-level', 'trace'] });
    controller.hangUp();
    for (let count = 0; count < 3; count++) expect(await isAnswering(controller.url)).toBe(true);
    expect(await controller.stop()).toBe(0);
  });

  it('E26 logs to the data folder with --log-file, including how it ended', async () => {
    const dataFolder = temporaryFolder();
    const first = await startController({ dataFolder, flags: [...FLAGS, '--log-file', '--log-level', 'info'] });
    expect(await first.stop()).toBe(0);
    const lines = readFileSync(join(dataFolder, 'logs', 'controller.log'), 'utf8')
      .trimEnd()
      .split('\n');
    const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect(messages).toContain('Line 1: STOPPED -> INITIALIZING');
    writeFileSync(join(dataFolder, 'controller.db'), 'no database');
    const second = await runController('--data', dataFolder, '--port', '0', '--log-file');
    expect(second.code).toBe(8);
    expect(readFileSync(join(dataFolder, 'logs', 'controller.log'), 'utf8')).toContain('the controller ends after a failure');
  });

  it('reports before it opens the database how much it reads', async () => {
    const dataFolder = temporaryFolder();
    const database = join(dataFolder, 'controller.db');
    writeFileSync(database, 'no database');
    const said = async () => (await runController('--data', dataFolder, '--port', '0')).stdout;
    expect(await said()).toBe('controller starting: 11 bytes to look through\n');
    writeFileSync(`${database}-wal`, 'no log');
    expect(await said()).toBe('controller starting: 17 bytes to look through\n');
    mkdirSync(join(dataFolder, 'backups'));
    writeFileSync(join(dataFolder, 'backups', 'old.strobe-backup'), 'no backup of anything');
    expect(await said()).toBe('controller starting: 21 bytes to look through\n');
  });

  it('ends in order although a client holds a connection open', async () => {
    const controller = await startController({ flags: FLAGS });
    const socket = connect(Number(new URL(controller.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.on('error', () => undefined);
    socket.write(
      `PUT /api/v3/tables/t HTTP/1.1\r\nHost: ${new URL(controller.url).host}\r\nContent-Type: text/csv\r\nContent-Length: 1000\r\n\r\na,b\n`,
    );
    expect(await controller.stop()).toBe(0);
  });

  it.each([
    [['--prot', '1'], /--prot/],
    [['--port', '0'], /--data DIR is required/],
    [['--data', 'unused', '--port', 'x'], /--port must be a whole number/],
    [
      ['--data', 'unused', '--host', '0.0.0.0'],
      /^other computers can reach 0\.0\.0\.0.* --insecure-without-tls if something else encrypts the connection\n$/,
    ],
  ])('ends with 2 and one line for %j', async (args, line) => {
    const { code, stdout, stderr } = await runController(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(line);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  it('ends with 2 when the data folder cannot be made', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    expect(await runController('--data', join(file, 'folder'), '--port', '0')).toMatchObject({ code: 2, stdout: '' });
  });

  it('ends with 5 when the port is taken, and unlocks its folder', async () => {
    const dataFolder = temporaryFolder();
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const refused = await runController('--data', dataFolder, '--port', String(port), ...FLAGS);
    expect(refused).toEqual({ code: 5, stdout: '', stderr: `port ${port} on 127.0.0.1 is taken by another program\n` });
    server.close();
    const controller = await startController({ dataFolder, port, flags: FLAGS });
    expect(controller.url).toBe(`http://127.0.0.1:${port}`);
    expect(await controller.stop()).toBe(0);
  });
});
