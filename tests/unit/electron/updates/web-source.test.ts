import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeCertificate } from '#support/make-certificate.ts';
import type { LatestPackage } from '#contract/updates/latest-package.ts';
import { download, readLatest, type ServerFolder } from '#updates/web-source.ts';

const PACKAGE = Buffer.from(Array.from({ length: 5_000 }, (_, index) => index % 251));
const LATEST: LatestPackage = { version: '1.4.0', file: 'strobe_1.4.0_amd64.deb', size: PACKAGE.length };
const LIMITS = { answer: 5_000, silence: 200, download: 5_000 };

let answer: (request: IncomingMessage, response: ServerResponse) => void;
let server: Server;
let source: ServerFolder;
let folder: string;
const asked: string[] = [];

beforeEach(async () => {
  asked.length = 0;
  server = createServer((request, response) => {
    asked.push(`${request.url ?? ''} ${request.headers.range ?? ''}`.trim());
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  source = { authorities: '', address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/strobe` };
  folder = mkdtempSync(join(tmpdir(), 'strobe-web-'));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

/** Serves the folder; `change` may answer instead. */
function serve(change: (url: string, response: ServerResponse, request: IncomingMessage) => boolean = () => false): void {
  answer = (request, response) => {
    const url = request.url ?? '';
    if (change(url, response, request)) return;
    if (url.endsWith('latest.json')) return void response.end(JSON.stringify(LATEST));
    if (url.endsWith('.sig')) return void response.end('signature');
    const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    response.writeHead(from > 0 ? 206 : 200);
    response.end(PACKAGE.subarray(from));
  };
}

const get = () => download(source, LATEST, { folder, onProgress: () => undefined, limits: LIMITS });
const received = (): Buffer => readFileSync(join(folder, LATEST.file));

describe('a web server', () => {
  it('names its newest package, which is downloaded with its signature', async () => {
    serve();
    expect(await readLatest(source)).toEqual(LATEST);
    await get();
    expect(received()).toEqual(PACKAGE);
    expect(readFileSync(join(folder, `${LATEST.file}.sig`), 'utf8')).toBe('signature');
  });

  it('whose connection breaks off is named, and leaves no package', async () => {
    serve((url, response) => {
      if (!url.endsWith('.deb')) return false;
      response.writeHead(200, { 'content-length': String(PACKAGE.length) });
      response.write(PACKAGE.subarray(0, 2_000), () => response.destroy());
      return true;
    });
    await expect(get()).rejects.toThrow(/connection to the server broke off/);
    expect(existsSync(join(folder, LATEST.file))).toBe(false);
  });

  it('is asked for the rest of what an interrupted download has left', async () => {
    writeFileSync(join(folder, `${LATEST.file}.part`), PACKAGE.subarray(0, 2_000));
    serve();
    await get();
    expect(received()).toEqual(PACKAGE);
    expect(asked.at(-1)).toMatch(/\.deb bytes=2000-$/);
  });

  it('that knows no ranges sends the whole again', async () => {
    writeFileSync(join(folder, `${LATEST.file}.part`), 'something else');
    serve((url, response) => {
      if (!url.endsWith('.deb')) return false;
      response.end(PACKAGE);
      return true;
    });
    await get();
    expect(received()).toEqual(PACKAGE);
  });

  it('that sends more than it says is refused', async () => {
    serve((url, response) => {
      if (!url.endsWith('.deb')) return false;
      response.end(Buffer.concat([PACKAGE, PACKAGE]));
      return true;
    });
    await expect(get()).rejects.toThrow(/longer than it says/);
  });

  it('that falls silent is given up', async () => {
    serve((url, response) => {
      if (!url.endsWith('.deb')) return false;
      response.write(PACKAGE.subarray(0, 10));
      return true;
    });
    await expect(get()).rejects.toThrow(/does not answer in time/);
  });

  it('with a certificate of an own authority is trusted only together with it', async () => {
    const authority = makeCertificate({ commonName: 'plant authority', isAuthority: true });
    const { cert, key } = makeCertificate({ issuer: authority });
    serve();
    const secure = createSecureServer({ cert, key }, (request, response) => answer(request, response));
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
    try {
      const at = `https://127.0.0.1:${(secure.address() as AddressInfo).port}/strobe`;
      await expect(readLatest({ address: at, authorities: '' })).rejects.toThrow(/cannot be reached: .*certificate/);
      expect(await readLatest({ address: at, authorities: authority.cert })).toEqual(LATEST);
    } finally {
      secure.closeAllConnections();
      secure.close();
    }
  });

  it('is followed to few other addresses', async () => {
    serve((url, response) => {
      if (url.startsWith('/moved')) return false;
      response.writeHead(302, { location: `/moved${url}` }).end();
      return true;
    });
    expect(await readLatest(source)).toEqual(LATEST);
    serve((_url, response) => {
      response.writeHead(302, { location: '/again' }).end();
      return true;
    });
    await expect(readLatest(source)).rejects.toThrow(/leads on and on/);
    expect(asked.filter((url) => url === '/again')).toHaveLength(5);
  });

  it.each([
    ['no JSON', '<html>'],
    ['a path', JSON.stringify({ ...LATEST, file: '../strobe_1.deb' })],
    ['a huge size', JSON.stringify({ ...LATEST, size: 1e12 })],
  ])('whose list of packages has %s is refused', async (_what, text) => {
    answer = (_request, response) => void response.end(text);
    await expect(readLatest(source)).rejects.toThrow(/does not name a package/);
  });

  it('whose list of packages is too long is refused', async () => {
    answer = (_request, response) => void response.end('x'.repeat(100_000));
    await expect(readLatest(source)).rejects.toThrow(/longer than 65536 bytes/);
  });
});
