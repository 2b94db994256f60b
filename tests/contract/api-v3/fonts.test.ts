import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { PNG } from 'pngjs';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fontListItemSchema } from '#contract/api-v3/font.ts';
import { giantGlyphs } from '#support/font-files.ts';
import { openService, type OpenService } from '#support/open-service.ts';

let service: OpenService;
let serif: Buffer;
beforeAll(async () => {
  serif = await readFile(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSerif.ttf'));
});
beforeEach(async () => {
  service = await openService();
});
afterEach(() => service.close());

const PATH = '/api/v3/fonts/Acme%20Serif/Regular';
const install = (body: unknown = serif, path = PATH) =>
  service.call(path, { method: 'PUT', body, headers: { 'content-type': 'font/ttf' } });
const list = async () => z.array(fontListItemSchema).parse((await service.call('/api/v3/fonts')).json);
const label = (family: string, style = '') => ({
  format: 3,
  width: 40,
  height: 10,
  objs: [{ type: 'Text', x: 1, y: 1, text: 'Best before', font: { family, style, height: 4 } }],
});
const simulate = async (family: string) => {
  await service.call('/api/v3/labels/Carton', { method: 'PUT', body: label(family) });
  return service.call('/api/v3/labels/Carton/simulation', { headers: { accept: 'image/png' } });
};

describe('fonts', () => {
  it('come with the program', async () => {
    expect((await list()).map(({ family, style, isBundled }) => `${family} ${style} ${isBundled}`)).toContain('Arimo Regular true');
  });

  it('are installed, listed, read back and removed', async () => {
    expect(await install()).toMatchObject({ status: 201, text: '' });
    const installed = (await list()).filter(({ isBundled }) => !isBundled);
    const hash = createHash('sha256').update(serif).digest('hex');
    const licence = expect.stringContaining('Bitstream') as string;
    const listed = { family: 'Acme Serif', style: 'Regular', isBundled: false, bytes: serif.length, hash, licence };
    expect(installed).toMatchObject([{ ...listed, installed: expect.any(String) as string }]);
    expect((await service.call(PATH)).bytes.equals(serif)).toBe(true);
    expect(await service.call(PATH, { method: 'DELETE' })).toMatchObject({ status: 204 });
    expect((await list()).filter(({ isBundled }) => !isBundled)).toEqual([]);
  });

  it('are used for drawing from their installation until their removal', async () => {
    expect((await simulate('Acme Serif')).json).toMatchObject({
      detail: expect.stringContaining('There is no font "Acme Serif"') as string,
    });
    await install();
    const own = await simulate('Acme Serif');
    await install(serif, '/api/v3/fonts/Twin/Regular');
    expect([own.status, (await simulate('Twin')).bytes.equals(own.bytes), (await simulate('Arimo')).bytes.equals(own.bytes)]).toEqual([
      200,
      true,
      false,
    ]);
    await service.call(PATH, { method: 'DELETE' });
    expect((await simulate('Acme Serif')).status).toBe(422);
  });

  it('have case-insensitive names, and installing the same file again changes nothing', async () => {
    await install();
    expect((await install(serif, '/api/v3/fonts/ACME%20SERIF/regular')).status).toBe(204);
    expect((await list()).filter(({ isBundled }) => !isBundled)).toHaveLength(1);
  });

  it('are shown as a sample', async () => {
    await install();
    const sample = await service.call(`${PATH}/sample?text=Hello`);
    expect([sample.status, PNG.sync.read(sample.bytes).width > 100]).toEqual([200, true]);
    expect((await service.call(`${PATH}/sample?text=${encodeURIComponent('漢')}`)).json).toMatchObject({
      detail: expect.stringContaining('U+6F22') as string,
    });
  });

  it('are kept over a restart', async () => {
    await install();
    const { Fonts } = await import('#controller/fonts/fonts.ts');
    const fonts = await Fonts.open({ db: service.db, now: () => 0, bundled: [] });
    expect(fonts.set.files.map(({ family }) => family)).toEqual(['Acme Serif']);
  });

  it.each([
    ['an empty file', Buffer.alloc(0)],
    ['a text', Buffer.from('This is no font.')],
    ['half a font', () => serif.subarray(0, 500)],
    ['a font with glyphs many times as large as a line', Buffer.from(giantGlyphs())],
  ])('B12 F5 are refused when the file is %s', async (_what, file) => {
    const answer = await install(typeof file === 'function' ? file() : file);
    expect(answer).toMatchObject({ status: 400, json: { type: 'urn:strobe:problem:invalid-input' } });
    expect((await list()).filter(({ isBundled }) => !isBundled)).toEqual([]);
  });

  it('are refused as anything but a font file', async () => {
    expect((await service.call(PATH, { method: 'PUT', body: { family: 'x' } })).status).toBe(415);
  });

  it('cannot be changed when they come with the program', async () => {
    expect((await install(serif, '/api/v3/fonts/Arimo/Bold')).json).toMatchObject({ type: 'urn:strobe:problem:font-bundled' });
    expect((await service.call('/api/v3/fonts/Arimo/Bold', { method: 'DELETE' })).status).toBe(409);
  });

  it('E20 are neither removed nor replaced while a selected job uses them', async () => {
    await install();
    await service.call('/api/v3/labels/Carton', { method: 'PUT', body: label('Acme Serif') });
    await service.call('/api/v3/printers/Line%201/printJob', { method: 'POST', body: { labelName: 'Carton' } });
    const detail = expect.stringContaining('The font "Acme Serif') as string;
    const inUse = { type: 'urn:strobe:problem:in-use', detail, instance: PATH };
    expect((await service.call(PATH, { method: 'DELETE' })).json).toMatchObject(inUse);
    const bold = await readFile(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSerif-Bold.ttf'));
    expect((await install(bold)).json).toMatchObject(inUse);
  });
});
