import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TextServer } from '#controller/text-protocol/text-server.ts';
import { openService, textLabel, type OpenService } from '#support/open-service.ts';
import { until } from '#support/until.ts';
import { untilHolds } from '#support/until-holds.ts';
import { TextClient } from './text-client.ts';
import { textServerOf } from './text-rig.ts';

const LIMITS = { connections: 4, connectionsOfClient: 4, lineBytes: 100_000, patience: 60_000, idle: 60_000 };

let service: OpenService;
let server: TextServer;
let url: string;
let clients: TextClient[];
const unexpected: object[] = [];

beforeAll(async () => {
  service = await openService({ virtualPrinters: 1 });
  await service.call('/api/v3/variables/Batch', { method: 'PUT', body: { value: '0' } });
});
afterAll(() => service.close());
beforeEach(() => {
  clients = [];
});
afterEach(async () => {
  for (const { socket } of clients) socket.destroy();
  await server.close(1_000);
  expect(unexpected).toEqual([]);
});

async function listen(limits = LIMITS): Promise<void> {
  server = textServerOf(service, { limits, onLog: (about) => void unexpected.push(about) });
  url = await server.listen(0);
}

async function join(): Promise<TextClient> {
  const client = await TextClient.connect(url);
  clients.push(client);
  return client;
}

const batch = async () => ((await service.call('/api/v3/variables/Batch')).json as { value: string }).value;

describe('lines', () => {
  it('end with LF, CR or CRLF, and empty ones are skipped', async () => {
    await listen();
    const client = await join();
    client.send('getVersion\ngetVersion\rgetVersion\r\n\r\n\n\rgetVersion\r\n');
    for (let count = 0; count < 4; count += 1) expect(await client.line()).toBe('OK "0.0.0"');
    client.socket.end();
    expect(await client.rest()).toBe('');
  });

  it('may arrive in any pieces', async () => {
    await listen();
    const client = await join();
    for (const sign of Buffer.from('setVariables {"Batch":"Größe 日本"}\r\n')) {
      client.socket.write(Buffer.of(sign));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await client.line()).toBe('OK null');
    expect(await batch()).toBe('Größe 日本');
  });

  it('are answered in order, even if many arrive at once', async () => {
    await listen();
    const client = await join();
    const count = 500;
    client.send(Array.from({ length: count }, (_, index) => `setVariables {"Batch":"${index}"}\ngetVariable "Batch"\n`).join(''));
    for (let index = 0; index < count; index += 1) {
      expect([await client.line(), await client.line()]).toEqual(['OK null', `OK "${index}"`]);
    }
  });

  it('that arrived before a client stopped sending are answered', async () => {
    await listen();
    const client = await join();
    client.socket.end('getVersion\ngetVariable "None"\n');
    expect(await client.rest()).toMatch(/^OK "0\.0\.0"\nREQUEST_FAILED ".*"\n$/);
  });

  it.each([
    ['getLabels', /^METHOD_NOT_FOUND ".*getLabels/],
    ['constructor', /^METHOD_NOT_FOUND "/],
    ['GETVERSION', /^METHOD_NOT_FOUND "/],
    ['{"method":"getVersion"}', /^METHOD_NOT_FOUND "/],
    ['getVersion 1', /^INVALID_PARAMS "/],
    ['getVersion {"a":1}', /^INVALID_PARAMS ".*a/],
    ['getVariable', /^INVALID_PARAMS "/],
    ['getVariable {', /^INVALID_PARAMS ".*column/],
    ['getVariable "a" "b"', /^INVALID_PARAMS ".*column/],
    ['getVariable ""', /^INVALID_PARAMS "/],
    ['getVariable "\\u0000"', /^INVALID_PARAMS "/],
    ['getVariable "\\ud800"', /^INVALID_PARAMS "/],
    ['getVariable "../../etc/passwd"', /^REQUEST_FAILED "/],
  ])('E15 E16 with faults are answered: %s', async (line, answer) => {
    await listen();
    const client = await join();
    expect(await client.ask(line)).toMatch(answer);
    expect(await client.ask('getVersion')).toBe('OK "0.0.0"');
  });

  it('E13 nested a thousand levels deep are refused', async () => {
    await listen();
    const client = await join();
    expect(await client.ask(`setVariables ${'['.repeat(20_000)}${']'.repeat(20_000)}`)).toMatch(/^INVALID_PARAMS ".*deeper/);
  });

  it('E15 that are not UTF-8 are refused', async () => {
    await listen();
    const client = await join();
    client.socket.write(Buffer.from([0x67, 0xff, 0xfe, 0x0a]));
    expect(await client.line()).toBe('INVALID_PARAMS "The line is not UTF-8."');
  });

  it('E26 are quoted on one line in the response', async () => {
    await listen();
    const client = await join();
    const answer = await client.ask('getVariable "a\\u2028\\u0085\\u001b[31mOK"');
    expect(answer).toMatch(/^(INVALID_PARAMS|REQUEST_FAILED) "/);
    expect(await client.ask('getVersion')).toBe('OK "0.0.0"');
  });

  it('E12 that never end close the connection', async () => {
    await listen();
    const client = await join();
    client.send('x'.repeat(LIMITS.lineBytes + 1));
    expect(await client.rest()).toBe('INVALID_PARAMS "A line may have at most 100000 bytes."\n');
  });
});

describe('a silent line', () => {
  it('gets none', async () => {
    await listen();
    const client = await join();
    client.send('~setVariables {"Batch":"silent"}\n~getVersion\n');
    expect(await client.ask('getVariable "Batch"')).toBe('OK "silent"');
  });

  it('ends the connection when it fails', async () => {
    await listen();
    for (const line of ['~getVariable "None"', '~none', '~setVariables 1', '~getVersion {']) {
      const client = await join();
      client.send(`${line}\nsetVariables {"Batch":"too late"}\n`);
      expect(await client.rest()).toBe('');
    }
    expect(await batch()).not.toBe('too late');
  });
});

describe('abuse', () => {
  it('E2 lines in a POST of a browser page are ignored', async () => {
    await listen();
    const before = await batch();
    const body = 'setVariables {"Batch":"posted"}\n';
    const far = `/${'x'.repeat(50_000)}`;
    for (const path of ['/', far]) {
      const client = await join();
      client.send(`POST ${path} HTTP/1.1\r\nHost: ${url}\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
      expect(await client.rest()).toBe('');
    }
    expect(await batch()).toBe(before);
  });

  it('E11 a client that never finishes its line is disconnected', async () => {
    await listen({ ...LIMITS, patience: 50 });
    const client = await join();
    const dripping = setInterval(() => client.socket.write('x'), 5);
    await client.rest();
    clearInterval(dripping);
  });

  it('E11 a silent client is disconnected', async () => {
    await listen({ ...LIMITS, idle: 50 });
    await (await join()).rest();
  });

  it('E11 a client that does not read is disconnected', async () => {
    await service.call('/api/v3/variables/Long', { method: 'PUT', body: { value: 'x'.repeat(100_000) } });
    await listen({ ...LIMITS, patience: 200 });
    const client = await join();
    client.socket.pause();
    client.send('getVariable "Long"\n'.repeat(2_000));
    // A client that does not read notices the end when it writes.
    const writing = setInterval(() => client.socket.write('\n'), 10);
    await client.rest();
    clearInterval(writing);
    expect(client.socket.bytesRead).toBeLessThan(2_000 * 100_000);
  });

  it('E11 an unused connection is closed for a new one', async () => {
    await listen();
    const [first, ...others] = [await join(), await join(), await join(), await join()];
    expect(await first.ask('getVersion')).toBe('OK "0.0.0"');
    expect(await (await join()).ask('getVersion')).toBe('OK "0.0.0"');
    await others[0]?.rest();
    expect(await first.ask('getVersion')).toBe('OK "0.0.0"');
  });

  it('E11 refuses connections beyond the limit and says so', async () => {
    await listen();
    for (let count = 0; count < LIMITS.connections; count += 1) expect(await (await join()).ask('getVersion')).toBe('OK "0.0.0"');
    expect(await (await join()).rest()).toMatch(/^REQUEST_FAILED ".*4 connections/);
    clients[0]?.socket.destroy();
    await until(
      async () => {
        const client = await join();
        return client.ask('getVersion').catch(() => 'refused');
      },
      (answer) => answer === 'OK "0.0.0"',
    );
  });
});

describe('the end of the service', () => {
  it('waits for the current line and accepts no other', async () => {
    await listen();
    await service.call('/api/v3/labels/Carton', { method: 'PUT', body: textLabel('x') });
    const client = await join();
    const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>();
    const transform = service.controller.simulation.labelWith.bind(service.controller.simulation);
    const transforming = vi.spyOn(service.controller.simulation, 'labelWith').mockImplementation(async (...given) => {
      await held;
      return transform(...given);
    });
    client.send('transformLabel {"labelName":"Carton"}\nsetVariables {"Batch":"after the end"}\n');
    await untilHolds(() => expect(transforming).toHaveBeenCalled());
    const closed = server.close(60_000);
    letGo(undefined);
    await closed;
    expect(await client.rest()).toMatch(/^OK \{[^\n]*\n$/);
    transforming.mockRestore();
    expect(await batch()).not.toBe('after the end');
    await listen();
  });
});
