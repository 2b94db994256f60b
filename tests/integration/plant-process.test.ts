import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { PostgresServer } from '#support/postgresql.ts';
import { until } from '#support/until.ts';

const PROGRAM = join(import.meta.dirname, '../../electron/plant.ts');
const missing = PostgresServer.missing();
if (missing) console.log(`not run: ${missing}`);

/** Runs a command of the plant to its end. */
function run(...args: string[]): { code: number | null; out: string; errors: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], { encoding: 'utf8', timeout: 50_000 });
  return { code: status, out: stdout.trim(), errors: stderr.trim() };
}

/** Starts the service; resolves when it says where it listens. */
async function serve(...args: string[]) {
  const child = spawn(process.execPath, [PROGRAM, '--port', '0', ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  for await (const line of createInterface(child.stdout)) {
    const url = /^plant listening on (\S+)$/.exec(line)?.[1];
    if (url === undefined) continue;
    const ready = async () => (await (await fetch(`${url}/healthz/ready`)).json()) as { status: string; warnings: { code: string }[] };
    return { child, url, ready };
  }
  throw new Error('The plant ended before it listened.');
}

describe('the command line of the plant', () => {
  it.each([
    [['--colour', 'red'], '--colour'],
    [['--database', 'mysql://x'], '--database must begin with postgres://'],
    [['--host', '0.0.0.0'], 'without encryption'],
    [['--database', 'postgres://x', '--data', 'y'], 'cannot be given together'],
    [['keys', 'add', 'x', '--scopes', 'print', '--data', 'y'], '--scopes must be one of report, read, library, approve, admin'],
    [['keys'], 'usage: plant'],
  ])('refuses %j with one line', (args, text) => {
    const { code, errors } = run(...args);
    expect([code, errors.split('\n').length, errors]).toEqual([2, 1, expect.stringContaining(text)]);
  });

  it('tells its flags', () => {
    expect(run('--help')).toMatchObject({ code: 0, out: expect.stringContaining('--database URL') });
  });
});

describe.skipIf(missing)('the plant on a server', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(() => server.stop());

  it('is migrated and gets keys by commands, and serves with a role that may not change tables', async () => {
    const database = await server.createDatabase('commands');
    const early = run('--database', database, '--no-migrate', '--port', '0');
    expect([early.code, early.errors]).toEqual([12, expect.stringContaining('run "plant migrate"')]);
    expect(run('migrate', '--database', database)).toMatchObject({ code: 0 });
    const { code, out: key } = run('keys', 'add', 'IT', '--scopes', 'read,admin', '--database', database);
    expect([code, key]).toEqual([0, expect.stringMatching(/^strobe_/)]);
    expect(run('keys', 'add', 'IT', '--scopes', 'read', '--database', database)).toMatchObject({ code: 1 });
    const { child, url } = await serve('--database', database, '--no-migrate');
    const answer = await fetch(`${url}/plant/v1/keys`, { headers: { authorization: `Bearer ${key}` } });
    expect(await answer.json()).toMatchObject([{ name: 'IT', scopes: ['read', 'admin'] }]);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('waits for a database that starts after it, says why, and ends while it waits', async () => {
    const database = await server.createDatabase('late');
    await server.kill();
    const { child, ready } = await serve('--database', database);
    expect(await ready()).toMatchObject({ status: 'not-ready', warnings: [{ code: 'database-unreachable' }] });
    const waiting = await serve('--database', database);
    waiting.child.kill('SIGTERM');
    expect(await once(waiting.child, 'exit')).toEqual([0, null]);
    await server.start();
    await until(ready, ({ status }) => status === 'ready');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('ends at once with the reason if the database refuses the role', async () => {
    const { code, errors } = run('--database', server.url('none_such'), '--port', '0');
    expect([code, errors]).toEqual([1, expect.stringContaining('"none_such" does not exist')]);
  });
});
