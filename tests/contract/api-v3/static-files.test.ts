import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type OpenService } from '#support/open-service.ts';

let service: OpenService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const DOCUMENT = '/api/v3/openapi.json';
const FILES = [DOCUMENT, '/docs', '/docs/json', '/docs/yaml', '/docs/static/swagger-ui-bundle.js', '/docs/static/swagger-ui.css'];

describe('a static file', () => {
  it.each(FILES)('is compressed for a client that takes it so: %s', async (path) => {
    const plain = await service.call(path);
    const [gzip, brotli] = await Promise.all(
      ['gzip', 'gzip, deflate, br'].map((encodings) => service.call(path, { headers: { 'accept-encoding': encodings } })),
    );
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect([gzip!.headers['content-encoding'], brotli!.headers['content-encoding']]).toEqual(['gzip', 'br']);
    expect(gunzipSync(gzip!.bytes).equals(plain.bytes)).toBe(true);
    expect(brotliDecompressSync(brotli!.bytes).equals(plain.bytes)).toBe(true);
    expect(gzip!.headers.vary).toBe('Accept-Encoding');
  });

  it.each(FILES)('has a strong ETag for each encoding, and is not sent to a client that has it: %s', async (path) => {
    const etags = await Promise.all(
      ['identity', 'gzip', 'br'].map(async (encoding) => {
        const { etag = '' } = (await service.call(path, { headers: { 'accept-encoding': encoding } })).headers;
        const again = await service.call(path, { headers: { 'accept-encoding': encoding, 'if-none-match': etag } });
        expect(again).toMatchObject({ status: 304, text: '', headers: { etag } });
        return etag;
      }),
    );
    expect(new Set(etags).size).toBe(3);
    for (const etag of etags) expect(etag).toMatch(/^"[\w-]+"$/);
  });

  it.each(FILES)('says its length to HEAD: %s', async (path) => {
    const { bytes } = await service.call(path);
    const head = await service.call(path, { method: 'HEAD' });
    expect([head.status, head.headers['content-length'], head.text]).toEqual([200, String(bytes.length), '']);
  });
});
