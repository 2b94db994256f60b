import { PNG } from 'pngjs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { labelVersionsPageSchema } from '#contract/api-v3/label-version.ts';
import { printsPageSchema } from '#contract/api-v3/print.ts';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';

let service: OpenService;
beforeEach(async () => {
  service = await openService();
});
afterEach(() => service.close());

const PATH = '/api/v3/labels/Carton';
const put = (text: string, headers: Record<string, string> = {}) => service.call(PATH, { method: 'PUT', body: textLabel(text), headers });
const versions = async (query = '') => labelVersionsPageSchema.parse((await service.call(`${PATH}/versions${query}`)).json);
const difference = (path: string) => service.call(`${PATH}/versions/${path}`, { headers: { accept: 'image/png' } });

describe('the versions of a label', () => {
  it('are one for each PUT, newest first, with author and time', async () => {
    await put('one');
    await put('two', { 'strobe-author': encodeURIComponent('Åsa Öberg') });
    const page = await versions();
    const draft = { approval: 'draft', decisions: [] };
    expect(page).toEqual({
      versions: [
        { revision: 2, author: 'Åsa Öberg', created: expect.stringMatching(/Z$/) as string, isCurrent: true, ...draft },
        { revision: 1, author: '', created: expect.stringMatching(/Z$/) as string, isCurrent: false, ...draft },
      ],
      next: null,
    });
  });

  it('are read page by page', async () => {
    for (const text of ['one', 'two', 'three']) await put(text);
    const first = await versions('?limit=2');
    const second = await versions(`?limit=2&before=${first.next}`);
    expect([first, second].map(({ versions: page }) => page.map(({ revision }) => revision))).toEqual([[3, 2], [1]]);
  });

  it('are read back as they were put, also when the label is deleted', async () => {
    await put('one');
    await put('two');
    await service.call(PATH, { method: 'DELETE' });
    expect((await service.call(`${PATH}/versions/1`)).json).toMatchObject(textLabel('one'));
    expect((await versions()).versions.map(({ revision, isCurrent }) => [revision, isCurrent])).toEqual([
      [2, false],
      [1, false],
    ]);
  });

  it('do not change with a PUT that is refused', async () => {
    await put('one');
    await put('{NONSENSE}');
    expect((await versions()).versions).toHaveLength(1);
  });

  it('are a 404 that names the missing label or version', async () => {
    await put('one');
    expect((await service.call('/api/v3/labels/Tea/versions')).json).toMatchObject({
      status: 404,
      detail: 'There is no version of a label "Tea".',
    });
    expect((await service.call(`${PATH}/versions/7`)).json).toMatchObject({
      status: 404,
      detail: 'There is no version 7 of the label "Carton".',
    });
  });

  it('refuse an author that is not percent-encoded', async () => {
    expect(await put('one', { 'strobe-author': '%E0%A4' })).toMatchObject({ status: 400 });
  });
});

describe('the difference of two versions', () => {
  it('shows in grey what both have, in orange and blue what one of them has', async () => {
    await put('AB');
    await put('AC');
    const answer = await difference('1/difference?printer=Line%201');
    const colors = new Set<string>();
    const { data } = PNG.sync.read(answer.bytes);
    for (let at = 0; at < data.length; at += 4) colors.add(data.subarray(at, at + 3).join(' '));
    expect([...colors].sort()).toEqual(['0 92 200', '150 150 150', '213 72 0', '255 255 255']);
  });

  it('is grey and white between a version and itself', async () => {
    await put('AB');
    const { data } = PNG.sync.read((await difference('1/difference?with=1')).bytes);
    const greys = new Set(data.filter((_, index) => index % 4 === 0));
    expect([...greys].sort((a, b) => a - b)).toEqual([150, 255]);
  });

  it('names the version that can no longer be drawn', async () => {
    await service.call('/api/v3/variables/Gone', { method: 'PUT', body: { value: 'EAN' } });
    await service.call(PATH, {
      method: 'PUT',
      body: { format: 3, width: 40, height: 15, objs: [{ type: 'EAN-13', x: 1, y: 1, text: '{VARIABLE;Gone}' }] },
    });
    await put('fine');
    expect((await difference('1/difference')).json).toMatchObject({
      type: 'urn:strobe:problem:cannot-render',
      detail: expect.stringMatching(/^Version 1 cannot be drawn\./) as string,
    });
  });
});

it('a print says which version of the label it is', async () => {
  await warm(service);
  await put('one');
  await put('two');
  const line = '/api/v3/printers/Line%201';
  await service.call(`${line}/printJob`, { method: 'POST', body: { labelName: 'Carton' } });
  await service.call(`${line}/trigger`, { method: 'POST' });
  const { prints } = printsPageSchema.parse((await service.call('/api/v3/prints')).json);
  expect(prints[0]?.labelRevision).toBe(2);
});
