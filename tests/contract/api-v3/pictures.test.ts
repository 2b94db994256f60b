import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, textLabel, type OpenService } from '#support/open-service.ts';

let service: OpenService;
beforeAll(async () => {
  service = await openService();
  await service.call('/api/v3/labels/Carton', { method: 'PUT', body: textLabel('Carton') });
});
afterAll(() => service.close());

const simulate = (headers: Record<string, string>, query = '') => service.call(`/api/v3/labels/Carton/simulation${query}`, { headers });
const IMAGE_ELEMENT = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';

describe('a simulation', () => {
  it.each([
    [undefined, 'application/json; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
    ['application/json', 'application/json; charset=utf-8'],
    ['image/png', 'image/png'],
    [IMAGE_ELEMENT, 'image/png'],
  ])('for Accept: %s is %s', async (accept, type) => {
    const answer = await simulate(accept === undefined ? {} : { accept });
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': type, vary: 'Accept' } });
  });

  it('is not available as another type', async () => {
    expect(await simulate({ accept: 'text/html' })).toMatchObject({ status: 406, json: { type: 'urn:strobe:problem:not-acceptable' } });
  });

  it('is a picture in black and white at the resolution of the printer', async () => {
    const picture = PNG.sync.read((await simulate({ accept: 'image/png' }, '?printer=Line%201')).bytes);
    expect([picture.width, picture.height].map((dots) => Math.round((dots / 300) * 25.4))).toEqual([40, 15]);
    const shades = new Set(picture.data.filter((_, index) => index % 4 === 0));
    expect([...shades].sort()).toEqual([0, 255]);
  });

  it('is sent once: a client that has it gets 304, with any cache buster', async () => {
    const { etag } = (await simulate({ accept: 'image/png' }, '?at=2030-01-01T00:00:00Z')).headers;
    expect(etag).toMatch(/^"[\w-]+"$/);
    for (const known of [etag ?? '', `"other", ${etag}`, `W/${etag}`, '*']) {
      const answer = await simulate({ accept: 'image/png', 'if-none-match': known }, '?at=2030-01-01T00:00:00Z&v=7');
      expect(answer).toMatchObject({ status: 304, text: '', headers: { etag, 'cache-control': 'no-cache' } });
    }
    expect((await simulate({ accept: 'image/png', 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('has another ETag when the picture differs', async () => {
    const before = (await simulate({ accept: 'image/png' })).headers.etag;
    await service.call('/api/v3/labels/Carton', { method: 'PUT', body: textLabel('Other') });
    expect((await simulate({ accept: 'image/png' })).headers.etag).not.toBe(before);
  });
});

describe('the picture of the next print', () => {
  it('is refused while nothing is selected', async () => {
    const answer = await service.call('/api/v3/printers/Line%202/nextPrint');
    expect(answer).toMatchObject({ status: 409, json: { type: 'urn:strobe:problem:nothing-selected' } });
  });

  it('is the simulation of the selected label', async () => {
    await service.call('/api/v3/printers/Line%201/printJob', { method: 'POST', body: { labelName: 'Carton' } });
    const next = await service.call('/api/v3/printers/Line%201/nextPrint?v=1');
    expect(next.bytes.equals((await simulate({ accept: 'image/png' }, '?printer=Line%201')).bytes)).toBe(true);
  });
});

it('the picture of an unknown print is a 404', async () => {
  expect(await service.call('/api/v3/prints/4711/image')).toMatchObject({ status: 404, json: { type: 'urn:strobe:problem:not-found' } });
});
