import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backupSchema, type Backup } from '#contract/api-v3/backup.ts';
import { callApi, readApi } from '#support/call-api.ts';
import { startController, type ControllerProcess } from '#support/controller-process.ts';
import { until } from '#support/until.ts';

const MEDIA_TYPE = 'application/vnd.strobe.backup';
/** A program is started here, on a machine that may be busy. */

let controller: ControllerProcess;
let backups: string;
beforeAll(async () => {
  controller = await startController({ flags: ['--empty'] });
  backups = `${controller.url}/api/v3/backups`;
  await callApi('PUT', `${controller.url}/api/v3/variables/Shift`, { value: 'late' });
});
afterAll(() => controller.stop());

async function make(): Promise<Backup> {
  return backupSchema.parse(await (await callApi('POST', backups)).json());
}

async function read({ name }: Backup): Promise<Uint8Array<ArrayBuffer>> {
  return (await callApi('GET', `${backups}/${name}`)).bytes();
}

async function bring(name: string, body: Uint8Array<ArrayBuffer>, type = MEDIA_TYPE): Promise<{ status: number; problem: string }> {
  const response = await fetch(`${backups}/${name}`, { method: 'PUT', headers: { 'content-type': type }, body });
  const { type: slug = '', detail = '' } = (await response.json()) as { type?: string; detail?: string };
  return { status: response.status, problem: `${slug.replace('urn:strobe:problem:', '')} ${detail}` };
}

const names = async (): Promise<string[]> => (await readApi<Backup[]>(backups)).map(({ name }) => name);

describe('backups', () => {
  it('are made while the controller works, listed newest first, and named after their time', async () => {
    const [first, second] = [await make(), await make()];
    expect(first.name).toMatch(/^\d{8}T\d{6}Z(-2)?\.strobe-backup$/);
    expect(second.name).not.toBe(first.name);
    expect((await readApi<Backup[]>(backups)).slice(0, 2)).toEqual([second, first]);
  });

  it('are downloaded and uploaded again byte for byte', async () => {
    const made = await make();
    const bytes = await read(made);
    expect(bytes.length).toBe(made.size + 4_096);
    await callApi('DELETE', `${backups}/${made.name}`);
    expect(await names()).not.toContain(made.name);
    const response = await fetch(`${backups}/from-stick.strobe-backup`, {
      method: 'PUT',
      headers: { 'content-type': MEDIA_TYPE },
      body: bytes,
    });
    expect([response.status, await response.json()]).toEqual([201, { ...made, name: 'from-stick.strobe-backup' }]);
    expect(await read({ ...made, name: 'from-stick.strobe-backup' })).toEqual(bytes);
  });

  it('E11 are read by a few clients at a time: each holds a file open', async () => {
    const long = 'x'.repeat(4_096);
    await callApi('PUT', `${controller.url}/api/v3/tables/Long`, ['Text', ...Array.from({ length: 4_000 }, () => long), ''].join('\n'));
    const { name } = await make();
    const gone = new AbortController();
    const begun = await Promise.all(Array.from({ length: 8 }, () => fetch(`${backups}/${name}`, { signal: gone.signal })));
    expect(begun.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    const late = await fetch(`${backups}/${name}`);
    expect([late.status, late.headers.get('retry-after')]).toEqual([429, '10']);
    gone.abort();
    const status = async () => {
      const response = await fetch(`${backups}/${name}`, { method: 'HEAD' });
      return response.status;
    };
    await until(status, (answered) => answered === 200);
    await callApi('DELETE', `${controller.url}/api/v3/tables/Long`);
  });

  it('F4 are refused when anything about them is wrong, and then there is none', async () => {
    const bytes = await read(await make());
    const changed = bytes.slice();
    changed.set([changed.at(-100)! ^ 1], changed.length - 100);
    const before = await names();
    expect(await bring('a.strobe-backup', changed)).toMatchObject({
      status: 400,
      problem: expect.stringContaining('changed or damaged') as string,
    });
    expect(await bring('a.strobe-backup', bytes.subarray(0, 9_000))).toMatchObject({ status: 400 });
    expect(await bring('a.strobe-backup', new Uint8Array())).toMatchObject({ status: 400 });
    expect(await bring('a.strobe-backup', bytes, 'application/zip')).toMatchObject({ status: 415 });
    expect(await bring(before[0]!, bytes)).toMatchObject({ status: 409, problem: expect.stringContaining('name-taken') as string });
    expect(await names()).toEqual(before);
  });

  it('have an ETag, and are not sent to a client that has them', async () => {
    const url = `${backups}/${(await make()).name}`;
    const etag = (await fetch(url)).headers.get('etag') ?? '';
    const again = await fetch(url, { headers: { 'if-none-match': etag } });
    expect([again.status, again.headers.get('etag'), (await again.bytes()).length]).toEqual([304, etag, 0]);
    const other = (await fetch(`${backups}/${(await make()).name}`)).headers.get('etag');
    expect(other).not.toBe(etag);
    expect(etag).toMatch(/^"[\w-]+"$/);
  });

  it('E17 are removed only if If-Match names their ETag', async () => {
    const made = await make();
    const url = `${backups}/${made.name}`;
    const remove = async (tag: string) => (await fetch(url, { method: 'DELETE', headers: { 'if-match': tag } })).status;
    expect([await remove('"nope"'), await names()]).toEqual([412, expect.arrayContaining([made.name])]);
    const etag = (await fetch(url)).headers.get('etag') ?? '';
    expect([await remove(etag), await remove(etag)]).toEqual([204, 404]);
  });

  it('E17 are uploaded only if the conditions of the request hold', async () => {
    const made = await make();
    const body = await read(made);
    const put = async (name: string, condition: Record<string, string>) =>
      (await fetch(`${backups}/${name}`, { method: 'PUT', headers: { 'content-type': MEDIA_TYPE, ...condition }, body })).status;
    expect(await put(made.name, { 'if-none-match': '*' })).toBe(412);
    expect(await put(made.name, { 'if-match': '"nope"' })).toBe(412);
    expect(await put(made.name, { 'if-match': '*' })).toBe(409);
    expect(await put('new.strobe-backup', { 'if-match': '*' })).toBe(412);
    expect(await put('new.strobe-backup', { 'if-none-match': '*' })).toBe(201);
  });

  it.each([
    '..%2fcontroller.strobe-backup',
    '%2e%2e%5ca.strobe-backup',
    '.strobe-backup',
    'a%00.strobe-backup',
    'a.db',
    `${'x'.repeat(120)}.strobe-backup`,
  ])('E16 are not called %s', async (name) => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const headers = new Headers(method === 'PUT' ? [['content-type', MEDIA_TYPE]] : []);
      const response = await fetch(`${backups}/${name}`, { method, headers, body: method === 'PUT' ? 'x' : null });
      expect(response.status).toBe(400);
    }
  });

  it.each(['CON', 'nul.old', 'Com1', 'lpt9.a.b'])('E16 are not brought as %s, which is a device on Windows', async (name) => {
    const { status, problem } = await bring(`${name}.strobe-backup`, await read(await make()));
    expect([status, problem]).toEqual([400, expect.stringContaining(`"${name}.strobe-backup" is the name of a device on Windows`)]);
  });

  it('cannot be uploaded under the name of a daily one, which is removed automatically', async () => {
    const name = 'daily-20261122T060000Z.strobe-backup';
    const { status, problem } = await bring(name, await read(await make()));
    expect([status, problem]).toEqual([400, expect.stringContaining(`"${name}" is the name of a daily backup`)]);
  });

  it('E16 cannot be uploaded under a name that differs only by case', async () => {
    const bytes = await read(await make());
    expect((await bring('case.strobe-backup', bytes)).status).toBe(201);
    expect(await bring('CASE.strobe-backup', bytes)).toMatchObject({
      status: 409,
      problem: expect.stringContaining('A backup "case.strobe-backup" already exists') as string,
    });
  });

  it('are a 404 when they do not exist', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/restore'],
    ]) {
      expect((await fetch(`${backups}/none.strobe-backup${path}`, { method: method! })).status).toBe(404);
    }
  });
});

describe('recovery', () => {
  it('has nothing to confirm where nothing was restored, and confirming that changes nothing', async () => {
    const recovery = `${controller.url}/api/v3/recovery`;
    expect(await readApi(recovery)).toEqual({ recovery: null });
    await callApi('POST', `${recovery}/confirm`);
    expect(await readApi(recovery)).toEqual({ recovery: null });
  });
});
