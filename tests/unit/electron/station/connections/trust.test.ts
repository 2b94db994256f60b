import { once } from 'node:events';
import { createServer, getCACertificates, setDefaultCACertificates, type Server } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ControllerClient } from '#station/connections/controller-client.ts';
import { identify } from '#station/connections/identify.ts';
import { PinnedCertificate } from '#station/connections/pinned-certificate.ts';
import { readPresentedCertificate } from '#station/connections/presented-certificate.ts';
import { FakeController } from '#support/fake-controller.ts';
import { makeCertificate, type CertificateWishes, type MadeCertificate } from '#support/make-certificate.ts';

const DAY = 24 * 3_600_000;
const KEY = 'strobe_secret';

const opened: { stop(): unknown }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.stop();
});

let own: MadeCertificate;
let controller: FakeController;
beforeEach(async () => {
  own = makeCertificate();
  controller = await controllerWith(own);
});

async function controllerWith(certificate: MadeCertificate): Promise<FakeController> {
  const started = await new FakeController('one').show(certificate).start();
  opened.push({ stop: () => started.kill() });
  return started;
}

function clientOf({ url }: { url: string }, pinned?: MadeCertificate): ControllerClient {
  const client = new ControllerClient(url, { key: KEY, ...(pinned && { pinned: new PinnedCertificate(pinned.cert) }) });
  opened.push(client);
  return client;
}

const ask = (client: ControllerClient, now = Date.now()) => identify(client, { limit: 2_000, now });

describe('E28 a certificate that no known authority vouches for', () => {
  it('E28 is refused, and is returned for a person to compare', async () => {
    const found = await ask(clientOf(controller));
    expect(found).toMatchObject({
      kind: 'untrusted',
      certificate: {
        fingerprint: own.fingerprint,
        subject: 'CN=line-7',
        issuer: 'CN=line-7',
        isSelfSigned: true,
        names: ['localhost', '127.0.0.1'],
      },
    });
    expect(found).toMatchObject({ reason: expect.stringContaining(`A person has to compare and trust it: ${own.fingerprint}.`) as string });
    expect(controller.received).toEqual([]);
  });

  it('E28 is accepted once it is trusted, for any host name', async () => {
    const named = makeCertificate({ names: ['elsewhere.example'] });
    const other = await controllerWith(named);
    expect((await ask(clientOf(other, named))).kind).toBe('controller');
    expect(other.received[0]?.headers['authorization']).toBe(`Bearer ${KEY}`);
  });

  it('E28 D17 is refused when it is another than the trusted one, with both fingerprints, before the key is sent', async () => {
    const next = makeCertificate();
    controller.show(next);
    expect(await ask(clientOf(controller, own))).toMatchObject({
      kind: 'untrusted',
      certificate: { fingerprint: next.fingerprint },
      reason: `The controller presents another certificate than the trusted one: expected ${own.fingerprint}, got ${next.fingerprint}.`,
    });
    expect(controller.received).toEqual([]);
  });

  it('E28 D17 is refused when the trusted one has signed it: that one alone was compared', async () => {
    const authority = makeCertificate({ commonName: 'plant', isAuthority: true });
    controller.show(makeCertificate({ issuer: authority }));
    expect((await ask(clientOf(controller, authority))).kind).toBe('untrusted');
    expect(controller.received).toEqual([]);
    controller.show(authority);
    expect((await ask(clientOf(controller, authority))).kind).toBe('controller');
  });

  it('E28 is accepted when a private authority has signed it and a person trusts it', async () => {
    const leaf = makeCertificate({ issuer: makeCertificate({ commonName: 'plant', isAuthority: true }) });
    controller.show(leaf);
    expect(await ask(clientOf(controller))).toMatchObject({ kind: 'untrusted', certificate: { issuer: 'CN=plant', isSelfSigned: false } });
    expect((await ask(clientOf(controller, leaf))).kind).toBe('controller');
  });

  it('E28 is trusted at one address only', async () => {
    const other = await controllerWith(makeCertificate());
    expect((await ask(clientOf(controller, own))).kind).toBe('controller');
    expect((await ask(clientOf(other))).kind).toBe('untrusted');
    expect((await ask(clientOf(other, own))).kind).toBe('untrusted');
  });

  it.each<[string, CertificateWishes, RegExp]>([
    [
      'has expired',
      { from: Date.now() - 9 * DAY, to: Date.now() - DAY },
      /^The controller's certificate expired on \d{4}-.*Z: ([0-9A-F:]{95})\.$/,
    ],
    ['is not valid yet', { from: Date.now() + DAY }, /^The controller's certificate is not valid before \d{4}-.*Z: ([0-9A-F:]{95})\.$/],
  ])('E28 is refused when it %s, also when it is trusted', async (_, wishes, reason) => {
    const late = makeCertificate(wishes);
    controller.show(late);
    for (const pinned of [undefined, late]) {
      expect(await ask(clientOf(controller, pinned))).toMatchObject({ kind: 'untrusted', reason: expect.stringMatching(reason) as string });
    }
    expect(controller.received).toEqual([]);
  });

  it('E28 is not used on open connections after it has expired', async () => {
    const client = clientOf(controller, own);
    await ask(client);
    controller.show(makeCertificate());
    expect((await ask(client)).kind).toBe('controller');
    client.closeExpired(Date.now() + 400 * DAY);
    expect((await ask(client)).kind).toBe('untrusted');
  });

  it('E28 is refused for commands and files too', async () => {
    controller.show(makeCertificate());
    const client = clientOf(controller, own);
    const order = client.json({ method: 'POST', path: '/api/v3/printers/Line%201/trigger' });
    const file = client.stream({ method: 'GET', path: '/api/v3/tables/a', maxBytes: 1_000, answers: undefined });
    for (const sent of [order, file])
      await expect(sent).rejects.toMatchObject({
        slug: 'controller-unreachable',
        message: expect.stringContaining('not trusted') as string,
      });
    expect(controller.received).toEqual([]);
  });
});

describe('E28 a certificate of a known authority', () => {
  it('E28 is accepted for its own host names only', async () => {
    const authority = makeCertificate({ commonName: 'World', isAuthority: true });
    const before = getCACertificates('default');
    setDefaultCACertificates([...before, authority.cert]);
    onTestFinished(() => setDefaultCACertificates(before));
    controller.show(makeCertificate({ issuer: authority }));
    expect((await ask(clientOf(controller))).kind).toBe('controller');
    await expect(readPresentedCertificate(controller.url, { limit: 2_000 })).resolves.toMatchObject({ isKnown: true });
    controller.show(makeCertificate({ issuer: authority, names: ['elsewhere.example'] }));
    expect(await ask(clientOf(controller))).toMatchObject({
      kind: 'untrusted',
      reason: expect.stringContaining('is not valid for 127.0.0.1 (it is for elsewhere.example)') as string,
    });
    await expect(readPresentedCertificate(controller.url, { limit: 2_000 })).resolves.toMatchObject({ isKnown: false });
  });
});

describe('reading the presented certificate', () => {
  it('D11 ends in time without an answer and without TLS', async () => {
    const plain = await new FakeController('plain').start();
    opened.push({ stop: () => plain.kill() });
    await expect(readPresentedCertificate(plain.url.replace('http:', 'https:'), { limit: 500 })).rejects.toThrow();
    await plain.kill();
    await expect(readPresentedCertificate(plain.url.replace('http:', 'https:'), { limit: 500 })).rejects.toThrow();
  });

  it('E28 sends no request', async () => {
    const seen: Buffer[] = [];
    const server: Server = createServer({ cert: own.cert, key: own.key }, (socket) => socket.on('data', (bytes) => seen.push(bytes)));
    server.listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const found = await readPresentedCertificate(url, { limit: 2_000 });
    expect([found.certificate.fingerprint, found.isKnown]).toEqual([own.fingerprint, false]);
    expect(await ask(clientOf({ url }))).toMatchObject({ kind: 'untrusted' });
    expect(seen).toEqual([]);
  });
});
