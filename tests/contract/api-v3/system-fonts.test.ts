import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fontListItemSchema } from '#contract/api-v3/font.ts';
import { controllerSettingsSchema } from '#contract/api-v3/settings.ts';
import { systemFontSchema } from '#contract/api-v3/system-font.ts';
import { giantGlyphs } from '#support/font-files.ts';
import { collectionOf, madeFont, madeOpenTypeFont } from '#support/made-fonts.ts';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';
import { until } from '#support/until.ts';

const HAN = madeFont({ family: 'Han', characters: '漢字', licence: 'Free for all', licenceUrl: 'https://example.org/free' });
const THAI = madeFont({ family: 'Thai', characters: 'ก' });
const TOO = madeFont({ family: 'Han Too', characters: '字漢' });

let folder: string;
let service: OpenService;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'strobe-fonts-'));
  writeFileSync(join(folder, 'both.ttc'), collectionOf([HAN, THAI]));
  writeFileSync(join(folder, 'too.ttf'), TOO);
  service = await openService({ fontFolders: [folder] });
});
afterEach(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const list = async (query = '') => z.array(systemFontSchema).parse((await service.call(`/api/v3/systemFonts${query}`)).json);
const idOf = async (family: string) => (await list()).find((font) => font.family === family)?.id ?? '';
const installed = async () =>
  z
    .array(fontListItemSchema)
    .parse((await service.call('/api/v3/fonts')).json)
    .filter(({ isBundled }) => !isBundled);
async function install(family: string, body: object = {}) {
  return service.call(`/api/v3/systemFonts/${await idOf(family)}/install`, { method: 'POST', body });
}
const settings = async () => controllerSettingsSchema.parse((await service.call('/api/v3/settings')).json);
async function useFallbacks(...families: string[]) {
  const fallbackFonts = families.map((family) => ({ family }));
  return service.call('/api/v3/settings', { method: 'PUT', body: { ...(await settings()), fallbackFonts } });
}
const simulate = async () => {
  await service.call('/api/v3/labels/Carton', { method: 'PUT', body: textLabel('LOT 漢') });
  return service.call('/api/v3/labels/Carton/simulation', { headers: { accept: 'image/png' } });
};

describe("the fonts of the controller's computer", () => {
  it('are listed, all or those with certain characters', async () => {
    expect([
      (await list()).map(({ family }) => family),
      (await list(`?characters=${encodeURIComponent('漢')}`)).map(({ family }) => family),
    ]).toEqual([
      ['Han', 'Han Too', 'Thai'],
      ['Han', 'Han Too'],
    ]);
  });

  it('are installed in one step, copied and hashed, with their licence', async () => {
    const answer = await install('Han');
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/u) as string;
    expect(answer).toMatchObject({ status: 201, json: { family: 'Han', style: 'Regular', hash } });
    expect(await installed()).toMatchObject([{ family: 'Han', hash, licence: 'Free for all', licenceUrl: 'https://example.org/free' }]);
    rmSync(join(folder, 'both.ttc'));
    expect((await service.call('/api/v3/fonts/Han/Regular')).bytes.equals(Buffer.from(HAN))).toBe(true);
  });

  it('are installed once, and never replace another font', async () => {
    await install('Han');
    expect((await install('Han')).status).toBe(200);
    expect((await install('Han Too', { family: 'HAN' })).json).toMatchObject({ type: 'urn:strobe:problem:name-taken' });
    expect((await install('Han Too', { family: 'Arimo' })).json).toMatchObject({ type: 'urn:strobe:problem:name-taken' });
  });

  it('are inspected like uploaded ones', async () => {
    writeFileSync(join(folder, 'giant.ttf'), giantGlyphs());
    expect((await install('DejaVu Sans', { family: 'Giant' })).json).toMatchObject({
      type: 'urn:strobe:problem:invalid-input',
      detail: expect.stringContaining('its lines are too high') as string,
    });
  });

  it('are not found under another id', async () => {
    expect((await service.call('/api/v3/systemFonts/0123/install', { method: 'POST', body: {} })).status).toBe(404);
  });
});

describe('fallback fonts', () => {
  it('draw what the font of a text lacks, in all labels', async () => {
    expect((await simulate()).json).toMatchObject({ detail: expect.stringContaining('U+6F22') as string });
    await install('Han');
    await useFallbacks('Han');
    expect((await simulate()).status).toBe(200);
  });

  it('must exist', async () => {
    expect((await useFallbacks('Arimo', 'Gone')).json).toMatchObject({
      type: 'urn:strobe:problem:invalid-input',
      errors: [{ pointer: '/fallbackFonts/1', detail: 'there is no font "Gone"' }],
    });
  });

  it('E20 are not removed while they are in use', async () => {
    await install('Han');
    await useFallbacks('Han');
    expect((await service.call('/api/v3/fonts/Han/Regular', { method: 'DELETE' })).json).toMatchObject({
      type: 'urn:strobe:problem:in-use',
      detail: 'The font "Han Regular" is a fallback font of the controller. Remove it from the fallback fonts first.',
    });
    await useFallbacks();
    expect((await service.call('/api/v3/fonts/Han/Regular', { method: 'DELETE' })).status).toBe(204);
  });

  it('of a print stay as they were when the setting changes', async () => {
    await install('Han');
    await install('Han Too');
    await useFallbacks('Han');
    await simulate();
    await warm(service);
    await service.call('/api/v3/printers/Line%201/printJob', { method: 'POST', body: { labelName: 'Carton' } });
    await service.call('/api/v3/printers/Line%201/trigger', { method: 'POST' });
    const picture = () => service.call('/api/v3/prints/1/image');
    await until(picture, ({ status }) => status === 200);
    const before = await picture();
    await useFallbacks('Han Too');
    const [after, newer] = [await picture(), await simulate()];
    expect([after.status, after.bytes.equals(before.bytes), newer.status]).toEqual([200, true, 200]);
  });

  it('are kept over a restart', async () => {
    await install('Han');
    await useFallbacks('Han');
    expect((await settings()).fallbackFonts).toEqual([{ family: 'Han', style: '' }]);
  });
});

describe('an uploaded collection', () => {
  const upload = (path: string) =>
    service.call(path, { method: 'PUT', body: collectionOf([HAN, THAI]), headers: { 'content-type': 'font/collection' } });

  it('installs the font of the given name', async () => {
    expect((await upload('/api/v3/fonts/thai/Regular')).status).toBe(201);
    expect((await service.call('/api/v3/fonts/Thai/Regular')).bytes.equals(Buffer.from(THAI))).toBe(true);
  });

  it('installs the chosen font under any name', async () => {
    expect((await upload('/api/v3/fonts/Anything/Regular?face=0')).status).toBe(201);
    expect((await installed()).map(({ family, licence }) => [family, licence])).toEqual([['Anything', 'Free for all']]);
  });

  it.each([
    ['/api/v3/fonts/Anything/Regular', 'none of them has this name'],
    ['/api/v3/fonts/Anything/Regular?face=2', 'there is no font 2'],
  ])('is refused with the names of its fonts for %s', async (path, reason) => {
    expect((await upload(path)).json).toMatchObject({
      type: 'urn:strobe:problem:invalid-input',
      detail: `The file is a collection of fonts, and ${reason}. Choose one with the parameter face: 0: Han Regular; 1: Thai Regular`,
    });
  });
});

describe('a font with OpenType outlines', () => {
  it.each(['CFF ', 'CFF2'] as const)('of the format %s is installed and draws', async (format) => {
    const body = madeOpenTypeFont(format, { family: 'Square', characters: '漢' });
    const path = '/api/v3/fonts/Square/Regular';
    expect((await service.call(path, { method: 'PUT', body, headers: { 'content-type': 'font/otf' } })).status).toBe(201);
    expect((await service.call(`${path}/sample?text=${encodeURIComponent('漢')}`)).status).toBe(200);
  });
});
