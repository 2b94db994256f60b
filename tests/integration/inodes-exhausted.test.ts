import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { callApi } from '#support/call-api.ts';
import { startController, type ControllerProcess } from '#support/controller-process.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { Judge } from '../faults/kills/judge.ts';
import { LedgerFile } from '../faults/ledger-file.ts';
import { furnishFolder, printerUrl, selectSerials, type LineSetup } from '../faults/lines.ts';

const EXHAUSTED = 'The controller can open no more files: nothing is printed until it can.';
const PRINTER = 'Line 1';
const LINES: readonly LineSetup[] = [{ printer: PRINTER, counter: 'Serial', lineSpeed: 2_400, bufferDepth: 8, isColor: false }];
const PRODUCTS_PER_MINUTE = 600;
const OPEN_FILES = 1_024;
/** File descriptors that connections can still use after the limit is lowered. */
const FEW = 8;

const isLinux = process.platform === 'linux';

let controller: ControllerProcess;
let dataFolder: string;
let judge: Judge;
let agent: Agent;
const sockets: Socket[] = [];
async function start(): Promise<void> {
  dataFolder = temporaryFolder();
  await furnishFolder(dataFolder, LINES);
  judge = new Judge(dataFolder, LINES);
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
  controller = await startController({ dataFolder, flags: ['--empty'], under: ['prlimit', `--nofile=${OPEN_FILES}:${OPEN_FILES}`] });
  await selectSerials(controller.url, LINES);
  await setConveyor(true);
  await judge.freshMarks(3);
  expect(await reasons()).toEqual([]);
}

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  agent.destroy();
  await controller.kill();
});

const setConveyor = (running: boolean) =>
  callApi('PUT', `${printerUrl(controller.url, PRINTER)}/conveyor`, { running, productsPerMinute: PRODUCTS_PER_MINUTE });
const highestFile = () => Math.max(...readdirSync(`/proc/${controller.pid}/fd`).map(Number));
/** Lowers or raises the soft limit of the running process. */
const limitFiles = (files: number) => execFileSync('prlimit', ['--pid', String(controller.pid), `--nofile=${files}:${OPEN_FILES}`]);

/** Uses an open connection, since there may be no descriptor for another one. */
async function read<Answer>(path: string): Promise<Answer> {
  const asked = request(`${controller.url}${path}`, { agent }).end();
  const [response] = (await once(asked, 'response')) as [NodeJS.ReadableStream];
  return JSON.parse(await text(response)) as Answer;
}
const reasons = async () => (await read<{ reasons: { code: string }[] }>('/healthz/ready')).reasons.map(({ code }) => code);
const errors = async () => (await read<{ errors: string[] }>(`${new URL(printerUrl('http://x', PRINTER)).pathname}/status`)).errors;

async function takeAllFiles(): Promise<void> {
  const { port } = new URL(controller.url);
  const ended = Array.from({ length: OPEN_FILES / 4 }, async () => {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  });
  await Promise.all(ended);
}

async function endInOrder(): Promise<void> {
  for (const socket of sockets.splice(0)) socket.destroy();
  await setConveyor(false);
  expect(await controller.stop()).toBe(0);
  judge.afterKill([]);
  judge.atTheEnd();
}

const voids = () => new LedgerFile(dataFolder).prints(0).filter(({ state }) => state === 'void');

describe.skipIf(!isLinux)('a controller whose connections use up the file descriptors', () => {
  it('B5 prints with its reserved descriptors, without void prints', async () => {
    await start();
    limitFiles(highestFile() + 1 + FEW);
    await takeAllFiles();
    await judge.freshMarks(10);
    limitFiles(OPEN_FILES);
    expect(await errors()).toEqual([]);
    await endInOrder();
    expect(voids()).toEqual([]);
  });
});

describe.skipIf(!isLinux)('a controller that cannot open any file', () => {
  it('B5 reports that in status and readiness, stops printing, and continues by itself', async () => {
    await start();
    limitFiles(16);
    await expect.poll(reasons).toEqual(['files-exhausted']);
    expect(await errors()).toContain(EXHAUSTED);
    limitFiles(OPEN_FILES);
    await expect.poll(reasons).toEqual([]);
    await judge.freshMarks(5);
    expect(await errors()).toEqual([]);
    await endInOrder();
    expect(voids()).toEqual([]);
  });
});
