import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { callApi, readApi } from '#support/call-api.ts';
import { runController, startController, type ControllerProcess } from '#support/controller-process.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { EngineLog } from '../faults/engine-log.ts';
import { furnishFolder, printerUrl, selectSerials, type LineSetup } from '../faults/lines.ts';
import { LedgerFile } from '../faults/ledger-file.ts';

const LINES: readonly LineSetup[] = [{ printer: 'Line 1', counter: 'Serial', lineSpeed: 24_000, bufferDepth: 8, isColor: false }];
const PRINTER = 'Line 1';
const FOLDER_LOST = 11;

const running: ControllerProcess[] = [];
afterEach(async () => {
  for (const controller of running.splice(0)) await controller.kill();
});

async function start(dataFolder: string, ...flags: string[]): Promise<ControllerProcess> {
  const controller = await startController({ dataFolder, flags: ['--empty', ...flags] });
  running.push(controller);
  return controller;
}

/** A controller that prints serials, with a data folder that can be moved. */
async function startPrinting({ via = (folder: string) => folder, flags = [] as string[] } = {}) {
  const parent = temporaryFolder();
  const folder = join(parent, 'data');
  mkdirSync(folder);
  await furnishFolder(folder, LINES);
  const controller = await start(via(folder), ...flags);
  await selectSerials(controller.url, LINES);
  await callApi('PUT', `${printerUrl(controller.url, PRINTER)}/conveyor`, { running: true, productsPerMinute: 1_200 });
  await expect.poll(() => marksOf(folder).length, { timeout: 60_000 }).toBeGreaterThan(3);
  return { parent, folder, controller };
}

function marksOf(folder: string) {
  return new EngineLog(folder, { printer: PRINTER, position: 1 }).readOn();
}

/** Every file below a folder with its content. */
function contentOf(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(files.map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'latin1')]));
}

describe('B15 a data folder under a running controller', () => {
  it('that is moved ends it, and its prints are recorded in the moved folder', async () => {
    const { parent, folder, controller } = await startPrinting();
    const moved = join(parent, 'moved');
    renameSync(folder, moved);
    expect(await controller.ended).toBe(FOLDER_LOST);
    expect(existsSync(folder)).toBe(false);
    const prints = new LedgerFile(moved).prints(1);
    expect(prints.filter(({ state }) => !['printed', 'void'].includes(state))).toEqual([]);
    expect(prints.filter(({ state }) => state === 'printed')).toHaveLength(marksOf(moved).length);
  });

  it('that is deleted ends it, and is not created again', async () => {
    const { folder, controller } = await startPrinting({ flags: ['--log-file'] });
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
    expect(await controller.ended).toBe(FOLDER_LOST);
    expect(existsSync(folder)).toBe(false);
  });

  it('that is replaced by a copy ends it, the copy is not written to, and does not print before a person has confirmed it', async () => {
    const { parent, folder, controller } = await startPrinting({ flags: ['--log-file'] });
    const [copy, moved] = [join(parent, 'copy'), join(parent, 'moved')];
    cpSync(folder, copy, { recursive: true });
    const marked = marksOf(folder).length;
    await expect.poll(() => marksOf(folder).length, { timeout: 60_000 }).toBeGreaterThan(marked + 3);
    const before = [...contentOf(copy)].map(([file, content]) => [file.replace(copy, folder), content]);
    renameSync(folder, moved);
    renameSync(copy, folder);
    expect(await controller.ended).toBe(FOLDER_LOST);
    expect([...contentOf(folder)]).toEqual(before);

    const second = await start(folder);
    const refused = await fetch(`${printerUrl(second.url, PRINTER)}/trigger`, { method: 'POST' });
    expect(refused.status).toBe(409);
    expect(await readApi(`${second.url}/api/v3/recovery`)).toMatchObject({ recovery: { reason: 'copied', endedJobs: 1 } });
    await callApi('POST', `${second.url}/api/v3/recovery/confirm`);
    await callApi('POST', `${printerUrl(second.url, PRINTER)}/printJob`, { labelName: 'Serial' });
    const copied = marksOf(folder).length;
    await callApi('POST', `${printerUrl(second.url, PRINTER)}/trigger`);
    await expect.poll(() => marksOf(folder).length).toBeGreaterThan(copied);
    const pictures = new Set(marksOf(moved).map(({ pictureHash }) => pictureHash));
    expect(pictures).not.toContain(marksOf(folder).at(-1)?.pictureHash);
  });

  it('whose symbolic link has another target ends it', async () => {
    const links: string[] = [];
    const { parent, controller } = await startPrinting({
      via: (folder) => {
        links.push(`${folder}-link`);
        symlinkSync(folder, `${folder}-link`);
        return `${folder}-link`;
      },
    });
    const [link = ''] = links;
    mkdirSync(join(parent, 'elsewhere'));
    unlinkSync(link);
    symlinkSync(join(parent, 'elsewhere'), link);
    expect(await controller.ended).toBe(FOLDER_LOST);
    expect(readdirSync(link)).toEqual([]);
  });

  it.each(['controller.db', 'controller.db-wal', 'lock.db'])('whose %s is deleted ends it', async (name) => {
    const { folder, controller } = await startPrinting();
    rmSync(join(folder, name));
    expect(await controller.ended).toBe(FOLDER_LOST);
    expect(existsSync(join(folder, name))).toBe(false);
  });

  it('is locked by it under every path', async () => {
    const { parent, folder, controller } = await startPrinting();
    symlinkSync(folder, join(parent, 'link'));
    expect(await runController('--data', join(parent, 'link'), '--port', '0')).toMatchObject({
      code: 4,
      stdout: `controller already running on ${controller.url}\n`,
    });
  });
});

describe('a controller that requires its data', () => {
  it('does not start in an empty folder, and creates no folder', async () => {
    const parent = temporaryFolder();
    for (const folder of [parent, join(parent, 'gone')]) {
      expect(await runController('--data', folder, '--port', '0', '--require-data', '--log-file')).toMatchObject({
        code: FOLDER_LOST,
        stderr: expect.stringContaining('put the folder back') as string,
      });
    }
    expect(readdirSync(parent)).toEqual([]);
  });

  it('starts when they exist', async () => {
    const folder = temporaryFolder();
    await furnishFolder(folder, LINES);
    await start(folder, '--require-data');
  });
});
