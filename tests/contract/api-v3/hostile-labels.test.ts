import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { labelSchema } from '#contract/api-v3/label.ts';
import { problemSchema } from '#contract/problem-schema.ts';
import { openService, textLabel, type OpenService } from '#support/open-service.ts';
import { pngChunk, pngFile } from '../../support/png-file.ts';

/** Labels made to use up memory or time: each is refused with a plain description, and the service keeps working. */

let service: OpenService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const LABEL = '/api/v3/labels/Hostile';
const head = { format: 3, width: 20, height: 10 };
const plate = { type: 'Rect', x: 0, y: 0, width: 1, height: 1 };

/** Status and errors of a PUT. */
async function put(body: unknown): Promise<{ status: number; errors: unknown }> {
  const headers = { 'content-type': 'application/json' };
  const { status, text } = await service.call(LABEL, { method: 'PUT', headers, body });
  return { status, errors: text === '' ? undefined : problemSchema.parse(JSON.parse(text)).errors };
}

const putBitmap = (bitmap: string) => put({ ...head, objs: [plate, { type: 'StaticBitmap', x: 0, y: 0, width: 5, height: 5, bitmap }] });
const refusedBitmap = (detail: string) => ({ status: 400, errors: [{ pointer: '/objs/1/bitmap', detail }] });

describe('a label that refers to itself', () => {
  it('E21 prints codes in the value of a variable literally', async () => {
    await service.call('/api/v3/variables/Self', { method: 'PUT', body: { value: '{VARIABLE;Self}' } });
    await service.call('/api/v3/labels/Self', { method: 'PUT', body: textLabel('{VARIABLE;Self}') });
    const { json } = await service.call('/api/v3/labels/Self/simulation');
    expect(labelSchema.parse(json).objs).toMatchObject([{ text: String.raw`\{VARIABLE;Self\}` }]);
  });
});

describe('a label with unknown keys', () => {
  it.each(['1e400', '12345678901234567890'])('is refused with %s, which would come back as something else', async (number) => {
    const { status, errors } = await put(`{"format":3,"width":1,"height":1,"objs":[],"erp":{"order":[1,${number}]}}`);
    expect({ status, errors }).toMatchObject({ status: 400, errors: [{ pointer: '/erp/order/1' }] });
  });

  it('is returned with every number that can be stored exactly', async () => {
    const erp = '{"order":[9007199254740991,-0.1,1e+300,"12345678901234567890"]}';
    expect((await put(`{"format":3,"width":1,"height":1,"objs":[],"erp":${erp}}`)).status).toBe(201);
    expect((await service.call(LABEL)).text).toContain(erp);
    await service.call(LABEL, { method: 'DELETE' });
  });
});

describe('an excessive label', () => {
  it('E21 is refused when groups are nested 10 000 deep', async () => {
    const nested = `${'{"type":"ObjectGroup","children":['.repeat(10_000)}${']}'.repeat(10_000)}`;
    const answer = await put(`{"format":3,"width":1,"height":1,"objs":[${nested}]}`);
    expect(answer).toEqual({ status: 400, errors: [{ pointer: '', detail: 'is nested deeper than 64 levels' }] });
  });

  it.each(['{}', '1', '{"type":"ObjectGroup","children":[]}'])('E21 is refused when it has 400 000 objects: %s', async (object) => {
    const answer = await put(`{"format":3,"width":1,"height":1,"objs":[${`${object},`.repeat(399_999)}${object}]}`);
    expect(answer).toEqual({ status: 400, errors: [{ pointer: '/objs', detail: 'must have at most 10 000 objects' }] });
  });

  it('E21 is refused when it has a million objects, which are more than a body may have', async () => {
    const answer = await put(`{"format":3,"width":1,"height":1,"objs":[${`${JSON.stringify(plate)},`.repeat(999_999)}1]}`);
    expect(answer.status).toBe(413);
  });

  it('E21 is refused when it is 10 m by 10 m at 600 dpi', async () => {
    expect((await put({ ...head, width: 10_000, height: 10_000, hdpi: 600, vdpi: 600, objs: [plate] })).status).toBe(201);
    const { status, json } = await service.call(`${LABEL}/simulation`, { headers: { accept: 'image/png' } });
    const detail = 'The label has 236220 x 236220 dots; at most 200 million can be drawn';
    expect({ status, json }).toMatchObject({ status: 422, json: { errors: [{ pointer: '/width', detail }] } });
  });
});

describe('a decompression bomb', () => {
  it('E21 is refused by its size: 65 536 x 65 536 pixels', async () => {
    const bomb = pngFile({ width: 65_536, height: 65_536, depth: 1, colorType: 0 }, new Uint8Array(50_000_000));
    expect(await putBitmap(bomb.toString('base64'))).toEqual(
      refusedBitmap('The picture has 65536 x 65536 pixels of 1 bits; at most 4 million pixels and 20 MB can be drawn'),
    );
  });

  it('E21 is refused when it unpacks to more than its size says', async () => {
    const bomb = pngFile({ width: 100, height: 100, depth: 8, colorType: 0 }, new Uint8Array(200_000_000));
    expect(await putBitmap(bomb.toString('base64'))).toEqual(refusedBitmap('The PNG holds more than its size says'));
  });

  it('E21 is refused with its body when it has 100 MB', async () => {
    expect((await putBitmap('A'.repeat(100_000_000))).status).toBe(413);
  });

  it.each([
    ['no PNG', Buffer.from('<svg/>'), 'The picture is not a PNG'],
    ['cut off', pngFile({ width: 1, height: 1, depth: 8, colorType: 0 }, new Uint8Array(2)).subarray(0, 50), 'The PNG is cut off'],
    [
      'animated',
      pngFile({ width: 1, height: 1, depth: 8, colorType: 0 }, new Uint8Array(2), [pngChunk('acTL', new Uint8Array(8))]),
      'The picture is animated; a label can show one picture only',
    ],
  ])('E21 is refused: %s', async (_, bytes, detail) => {
    expect(await putBitmap(bytes.toString('base64'))).toEqual(refusedBitmap(detail));
  });
});
