import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { lockFolder } from '#storage/files/folder-lock.ts';
import { callApi, readApi } from '#support/call-api.ts';
import { startController, type ControllerProcess } from '#support/controller-process.ts';
import { HungFile } from '#support/hung-file.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { untilHolds } from '#support/until-holds.ts';
import { Customer } from '../faults/kills/customer.ts';
import { Judge } from '../faults/kills/judge.ts';
import { LedgerFile } from '../faults/ledger-file.ts';
import { furnishFolder, printerUrl, selectSerials, type LineSetup } from '../faults/lines.ts';

/** Generous, since programs are started on a machine that may be busy. */
/** The second printer is slower than its triggers, so that its buffer is full. */
const LINES: readonly LineSetup[] = [
  { printer: 'Line 1', counter: 'Shared', lineSpeed: 2_400, bufferDepth: 8, isColor: false },
  { printer: 'Line 2', counter: 'Shared', lineSpeed: 480, bufferDepth: 8, isColor: false },
];
/** The buffered prints of a printer, and its waiting triggers. */
const MAX_IN_PROGRESS = 8 + 16;

const running: ControllerProcess[] = [];
afterEach(async () => {
  for (const controller of running.splice(0)) await controller.kill();
});

async function start(dataFolder: string): Promise<ControllerProcess> {
  const controller = await startController({ dataFolder, flags: ['--empty'] });
  running.push(controller);
  return controller;
}

/** A client with an incomplete request, for which the server waits a while. */
async function hesitate(url: string): Promise<void> {
  const { host, port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(`PUT /api/v3/tables/t HTTP/1.1\r\nHost: ${host}\r\nContent-Type: text/csv\r\nContent-Length: 1000\r\n\r\na,b\n`);
}

describe('SIGTERM while two lines print', () => {
  it('A14 I8 accepts no more requests, settles every print by its engine, and ends with 0', async () => {
    const dataFolder = temporaryFolder();
    await furnishFolder(dataFolder, LINES);
    const [judge, ledger] = [new Judge(dataFolder, LINES), new LedgerFile(dataFolder)];
    const first = await start(dataFolder);
    await selectSerials(first.url, LINES);
    const conveyor = { running: true, productsPerMinute: 2_000 };
    for (const { printer } of LINES) await callApi('PUT', `${printerUrl(first.url, printer)}/conveyor`, conveyor);
    const customers = LINES.map(({ printer }, place) => new Customer(first.url, { printer, name: `customer-${place}` }));
    const triggering = Promise.all(customers.map((customer) => customer.trigger()));
    await judge.freshMarks(20);
    await hesitate(first.url);
    const before = ledger.prints(1).length;
    expect(await first.stop()).toBe(0);
    await triggering;

    const prints = ledger.prints(1);
    const keys = new Set(prints.map(({ key }) => key));
    expect({
      notPrinted: prints.filter(({ state }) => state !== 'printed'),
      lost: customers.flatMap(({ acknowledged }) => acknowledged).filter((key) => !keys.has(key)),
      accounts: ledger.findLedgerFaults(),
    }).toEqual({ notPrinted: [], lost: [], accounts: [] });
    expect(prints.length - before).toBeLessThanOrEqual(LINES.length * MAX_IN_PROGRESS);

    const second = await start(dataFolder);
    await judge.afterRestart();
    const errors = await Promise.all(
      LINES.map(async ({ printer }) => (await readApi<{ errors: string[] }>(`${printerUrl(second.url, printer)}/status`)).errors),
    );
    expect(errors).toEqual([[], []]);
    expect(await second.stop()).toBe(0);
    judge.atTheEnd();
  });

  it('A14 F8 completes the prints and closes the high-water marks also while a backup hangs', async () => {
    const dataFolder = temporaryFolder();
    await furnishFolder(dataFolder, LINES);
    const [judge, ledger] = [new Judge(dataFolder, LINES), new LedgerFile(dataFolder)];
    const first = await start(dataFolder);
    await selectSerials(first.url, LINES);
    mkdirSync(join(dataFolder, 'backups'));
    const hung = new HungFile(join(dataFolder, 'backups/hung.strobe-backup'));
    const asked = fetch(`${first.url}/api/v3/backups/hung.strobe-backup/restore`, { method: 'POST' }).catch(() => undefined);
    await hung.isWaitedFor(first.pid);
    const customers = LINES.map(({ printer }, place) => new Customer(first.url, { printer, name: `customer-${place}` }));
    const triggering = Promise.all(customers.map((customer) => customer.trigger()));
    await judge.freshMarks(5);
    const ended = first.stop();
    // The controller unlocks its folder last.
    await untilHolds(() => lockFolder(dataFolder) ?? expect.unreachable('the folder is held')).then((lock) => lock.release());
    hung.letGo();
    expect(await ended).toBe(0);
    await Promise.all([triggering, asked]);
    expect(ledger.prints(1).filter(({ state }) => state !== 'printed')).toEqual([]);
    const second = await start(dataFolder);
    await judge.afterRestart();
    expect(await second.stop()).toBe(0);
    judge.atTheEnd();
  });
});
