import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { createSecureContext, type ConnectionOptions } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { SCOPES, type Scope } from '#contract/api-v3/scope.ts';
import { ProblemError } from '#contract/problem.ts';
import { KeyGuessThrottle } from '#http/keys/key-guess-throttle.ts';
import { METHODS } from '#controller/text-protocol/methods.ts';
import type { TextServer } from '#controller/text-protocol/text-server.ts';
import { TextSession } from '#controller/text-protocol/text-session.ts';
import { makeCertificate } from '#support/make-certificate.ts';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';
import { TextClient } from './text-client.ts';
import { textServerOf } from './text-rig.ts';

const fixture = (name: string): unknown => JSON.parse(readFileSync(new URL(`../../fixtures/access/${name}.json`, import.meta.url), 'utf8'));
/** Each method with the HTTP operation that does the same, and parameters that it accepts. */
const DECLARED = fixture('text-methods') as Record<string, { route: string; parameters: string }>;
const MATRIX = fixture('matrix') as Record<string, { scope: Scope; printer?: string }>;
const LINES = Object.entries(DECLARED).map(([method, { parameters }]) => `${method} ${parameters}`.trimEnd());

const SHORT = { connections: 8, connectionsOfClient: 4, lineBytes: 100_000, patience: 300, idle: 60_000 };
const CERTIFICATE = makeCertificate();
const TRUST: ConnectionOptions = { ca: CERTIFICATE.cert };
const LISTENER = { admission: 'keys', certificate: { secureContext: () => createSecureContext(CERTIFICATE) } } as const;
const WRONG = `strobe_${'A'.repeat(43)}`;

let service: OpenService;
let server: TextServer;
let url: string;
const keys = new Map<Scope, string>();
const logged: string[] = [];
let clients: TextClient[] = [];
beforeAll(async () => {
  service = await openService({ virtualPrinters: 2 });
  await service.call('/api/v3/variables/Batch', { method: 'PUT', body: { value: 'B1' } });
  await service.call('/api/v3/variables/Long', { method: 'PUT', body: { value: 'long' } });
  await service.call('/api/v3/labels/Carton', { method: 'PUT', body: textLabel('x') });
  for (const scope of SCOPES) keys.set(scope, await service.apiKeys.add({ name: scope, scopes: [scope], printers: undefined }));
  await warm(service);
  server = textServerOf(service, { listener: LISTENER, onLog: (_about, message) => void logged.push(message) });
  url = await server.listen(0);
});
afterEach(() => {
  for (const { socket } of clients) socket.destroy();
  clients = [];
});
afterAll(async () => {
  await server.close(1_000);
  await service.close();
});

async function join(to = url, options = TRUST): Promise<TextClient> {
  const client = await TextClient.connect(to, options);
  clients.push(client);
  return client;
}

async function joinWith(key: string, to = url): Promise<TextClient> {
  const client = await join(to);
  expect(await client.ask(`authenticate ${key}`)).toMatch(/^OK \{/);
  return client;
}

describe('E8 every method x every scope', () => {
  it('is declared with its HTTP operation, whose scope it has', () => {
    expect(Object.keys(DECLARED)).toEqual([...METHODS.keys()]);
    for (const [name, { route }] of Object.entries(DECLARED)) {
      expect({ name, scope: METHODS.get(name)?.scope }).toEqual({ name, scope: MATRIX[route]?.scope });
    }
  });

  it.each(SCOPES)('lets the scope %s in where the matrix says so, and names the missing scope elsewhere', async (scope) => {
    const client = await joinWith(keys.get(scope)!);
    for (const line of LINES) {
      const [method = ''] = line.split(' ');
      const needed = MATRIX[DECLARED[method]!.route]!.scope;
      const answer = await client.ask(line);
      if (needed === scope) expect(answer).not.toMatch(/has no scope/);
      else expect(answer).toBe(`REQUEST_FAILED ${JSON.stringify(`The key "${scope}" has no scope "${needed}".`)}`);
    }
  });

  it('requires a key for every line, also for a method that does not exist', async () => {
    const client = await join();
    for (const line of [...LINES, 'nothing', 'METHOD {"a":1}']) {
      expect(await client.ask(line)).toBe('REQUEST_FAILED "A key is required: send authenticate <key>."');
    }
  });

  it('refuses other printers to a limited key, wherever a method has one', async () => {
    const scopes: Scope[] = ['read', 'edit', 'print'];
    const client = await joinWith(await service.apiKeys.add({ name: 'limited', scopes, printers: ['Line 2'] }));
    const ofPrinters = LINES.filter((line) => MATRIX[DECLARED[line.split(' ')[0]!]!.route]!.printer !== undefined);
    expect(ofPrinters.length).toBeGreaterThan(4);
    for (const line of ofPrinters) {
      expect(await client.ask(line)).toMatch(/^REQUEST_FAILED ".*not allowed to name the printer/);
      expect(await client.ask(line.replace('Line 1', 'Line 2'))).not.toMatch(/not allowed|limited/);
    }
    expect(await client.ask('getPrinterState')).toBe('INVALID_PARAMS "Name one of the printers \\"Line 2\\"."');
    expect(await client.ask('transformLabel {"labelName":"Carton"}')).toMatch(/limited to the printers/);
  });
});

describe('a key', () => {
  it('may be sent as it is or as JSON text, and is answered with what it permits', async () => {
    const client = await join();
    const key = keys.get('read')!;
    expect(await client.ask(`authenticate ${key}`)).toBe('OK {"key":"read","scopes":["read"]}');
    expect(await client.ask(`authenticate "${keys.get('print')}"`)).toBe('OK {"key":"print","scopes":["print"]}');
    expect(await client.ask('getVersion')).toMatch(/has no scope \\"read/);
    client.send(`~authenticate ${key}\n`);
    expect(await client.ask('getVersion')).toBe('OK "0.0.0"');
  });

  it('E8 that is unknown, revoked, expired or no key gets the same answer, and the connection ends', async () => {
    const revoked = await service.apiKeys.add({ name: 'revoked', scopes: ['read'], printers: undefined });
    await service.apiKeys.revoke('revoked');
    const expired = await service.apiKeys.add({ name: 'expired', scopes: ['read'], printers: undefined }, Date.now() - 1);
    for (const text of [WRONG, revoked, expired, '', 'x', '""', '"x"', `${keys.get('read')} x`]) {
      const client = await join();
      client.send(`authenticate ${text}\ngetVersion\n`);
      expect(await client.rest()).toBe('REQUEST_FAILED "The key is not valid."\n');
    }
  });

  it('E8 that is revoked ends its connections at their next line', async () => {
    const client = await joinWith(await service.apiKeys.add({ name: 'leaving', scopes: ['read'], printers: undefined }));
    expect(await client.ask('getVersion')).toBe('OK "0.0.0"');
    await service.apiKeys.revoke('leaving');
    client.send('getVersion\ngetVersion\n');
    expect(await client.rest()).toBe('REQUEST_FAILED "The key is not valid."\n');
  });

  it('a wrong key takes away the rights of the one before', async () => {
    const client = await joinWith(keys.get('read')!);
    client.send(`authenticate ${WRONG}\n`);
    expect(await client.rest()).toMatch(/not valid/);
  });

  it('E9 makes an address wait after many wrong ones, as over HTTP, and is audited once', async () => {
    const { apiKeys, audit } = service;
    const access = { apiKeys, audit, guesses: new KeyGuessThrottle(audit), newId: () => 'request' };
    const log = { warn: (_about: object, message: string) => void logged.push(message), error: () => undefined };
    // The machine itself never waits.
    const guess = (address: string, key: string) =>
      new TextSession({ ...access, admission: 'keys', isKeyRequired: () => false, address, log }).authenticate(key);
    for (let count = 0; count < 11; count += 1) {
      await expect(guess('10.9.8.7', `strobe_${String(count).padStart(43, 'B')}`)).rejects.toThrow('The key is not valid.');
    }
    await expect(guess('10.9.8.7', keys.get('read')!)).rejects.toThrow('Too many wrong keys came from this address. Try again in 1 s.');
    expect(await guess('10.9.8.6', keys.get('read')!)).toMatchObject({ name: 'read' });
    expect(logged.filter((message) => message.includes('wrong keys'))).toHaveLength(1);
    const { entries } = await audit.page({ limit: 10 });
    expect(entries.filter(({ chain }) => chain === 'refusals')).toMatchObject([{ operation: 'wrong keys from 10.9.8.7', status: 401 }]);
  });
});

describe('a use of a key', () => {
  const newest = async (limit: number) => {
    await service.audit.idle();
    return (await service.audit.page({ limit })).entries;
  };

  it('is audited with its line and its outcome, unless it only reads', async () => {
    const editor = await joinWith(keys.get('edit')!);
    const printer = await joinWith(keys.get('print')!);
    const reader = await joinWith(keys.get('read')!);
    await editor.ask('setVariables {"Batch":"audited"}');
    await editor.ask('setVariables {"None":"audited"}');
    await printer.ask('trigger {"printer":"Nowhere"}');
    await reader.ask('getVariable "Batch"');
    expect(await newest(3)).toMatchObject([
      { key: 'print', operation: 'TEXT trigger', path: 'trigger {"printer":"Nowhere"}', status: 404 },
      { key: 'edit', operation: 'TEXT setVariables', path: 'setVariables {"None":"audited"}', status: 404 },
      { key: 'edit', operation: 'TEXT setVariables', path: 'setVariables {"Batch":"audited"}', status: 200 },
    ]);
  });

  it('B13 is refused when it cannot be audited', async () => {
    const writing = vi.spyOn(service.audit, 'begin').mockRejectedValueOnce(new ProblemError('disk-full', { detail: 'The disk is full.' }));
    const client = await joinWith(keys.get('edit')!);
    expect(await client.ask('setVariables {"Batch":"unaudited"}')).toBe('REQUEST_FAILED "The disk is full."');
    expect((await service.call('/api/v3/variables/Batch')).json).not.toMatchObject({ value: 'unaudited' });
    writing.mockRestore();
  });
});

describe('the listener for other computers', () => {
  it('E27 speaks TLS only', async () => {
    const { hostname, port } = new URL(url.replace('tls', 'http'));
    const socket = connect(Number(port), hostname);
    const received: Buffer[] = [];
    socket.on('data', (piece: Buffer) => received.push(piece));
    socket.on('error', () => undefined);
    const ended = new Promise((resolve) => socket.once('close', resolve));
    socket.write(`authenticate ${keys.get('read')}\ngetVersion\n`);
    await ended;
    expect(Buffer.concat(received).toString()).not.toMatch(/OK|FAILED/);
  });

  it('E27 proves its identity with the certificate of the controller', async () => {
    await expect(TextClient.connect(url)).rejects.toThrow(/self-signed/);
    await expect(TextClient.connect(url, { ca: makeCertificate().cert })).rejects.toThrow();
    await expect(TextClient.connect(url, { ...TRUST, maxVersion: 'TLSv1.1', minVersion: 'TLSv1' })).rejects.toThrow();
  });

  it('E11 ends connections that do not send a key in time, also in the handshake', async () => {
    const own = textServerOf(service, { listener: LISTENER, limits: SHORT });
    const there = await own.listen(0);
    const { hostname, port } = new URL(there.replace('tls', 'http'));
    const silent = connect(Number(port), hostname);
    silent.on('error', () => undefined);
    const silentEnded = new Promise((resolve) => silent.once('close', resolve));
    const dripping = await join(there);
    const drip = setInterval(() => dripping.socket.write('getVersion\n'), 20);
    await Promise.all([silentEnded, dripping.rest()]);
    clearInterval(drip);
    await own.close(1_000);
  });

  it('E11 E12 accepts no long line before the key', async () => {
    const client = await join();
    client.send(`setVariables ${'x'.repeat(2_000)}\n`);
    expect(await client.rest()).toBe('INVALID_PARAMS "A line may have at most 1024 bytes."\n');
    const known = await joinWith(keys.get('edit')!);
    expect(await known.ask(`setVariables {"Batch":"${'x'.repeat(50_000)}"}`)).toBe('OK null');
  });

  it('E11 one computer cannot take all connections, and one without a key gives way to one with', async () => {
    const own = textServerOf(service, { listener: LISTENER, limits: { ...SHORT, patience: 60_000 } });
    const there = await own.listen(0);
    const key = keys.get('read')!;
    const idle = await join(there);
    const working = [await joinWith(key, there), await joinWith(key, there), await joinWith(key, there), await joinWith(key, there)];
    expect(await idle.rest()).toBe('');
    await expect(join(there)).rejects.toThrow();
    for (const client of working) expect(await client.ask('getVersion')).toBe('OK "0.0.0"');
    for (const { socket } of working) socket.destroy();
    await own.close(1_000);
  });

  it('E11 a flood of lines of one client is answered in order, and others are answered meanwhile', async () => {
    const count = 500;
    const flooding = await joinWith(keys.get('read')!);
    flooding.send('getVariable "Long"\n'.repeat(count));
    const other = await joinWith(keys.get('read')!);
    expect(await other.ask('getVersion')).toBe('OK "0.0.0"');
    for (let index = 0; index < count; index += 1) expect(await flooding.line()).toBe('OK "long"');
  });
});

describe('the listener for an allow-list', () => {
  const listening = async (host: string, allows: (address: string) => boolean) => {
    const seen: string[] = [];
    const allowed = { has: (address: string) => (seen.push(address), allows(address)) };
    const own = textServerOf(service, { host, listener: { admission: 'unauthenticated', allowed } });
    return { own, seen, there: await own.listen(0) };
  };

  it('serves its addresses without a key, records their changes, and takes no key', async () => {
    const { own, seen, there } = await listening('127.0.0.1', () => true);
    const client = await join(there);
    expect(await client.ask('setVariables {"Batch":"from a PLC"}')).toBe('OK null');
    expect(await client.ask(`authenticate ${keys.get('admin')}`)).toBe(
      'REQUEST_FAILED "This port takes no keys, because it does not encrypt them."',
    );
    expect(await client.ask('getVariable "Batch"')).toBe('OK "from a PLC"');
    client.socket.destroy();
    await own.close(1_000);
    await service.audit.idle();
    const { entries } = await service.audit.page({ limit: 1 });
    expect(entries).toMatchObject([{ key: 'unauthenticated 127.0.0.1', operation: 'TEXT setVariables', status: 200 }]);
    expect(seen).toEqual(['127.0.0.1']);
  });

  it('E27 closes the connection of every other address without an answer', async () => {
    const { own, there } = await listening('127.0.0.1', () => false);
    const client = await join(there);
    client.send('getVersion\n');
    expect(await client.rest()).toBe('');
    await own.close(1_000);
  });
});
