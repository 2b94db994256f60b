import { chmodSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { SessionStore } from '#station/sign-in/session-store.ts';
import { SESSION_DAYS } from '#station/sign-in/sessions.ts';
import { SignIn } from '#station/sign-in/sign-in.ts';
import { findStartAddress } from '#station/sign-in/start-file.ts';
import { openStationDatabase } from '#storage/database/station-database.ts';
import type { StationDatabase } from '#storage/database/station-schema.ts';
import { ManualClock } from '#support/manual-clock.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { untilHolds } from '#support/until-holds.ts';

const URL_OF_PAGE = 'http://127.0.0.1:7310';
const DAY = 24 * 60 * 60_000;

let clock: ManualClock;
let db: StationDatabase;
let folder: string;
let faults: unknown[];

beforeEach(() => {
  clock = new ManualClock();
  db = openStationDatabase(':memory:');
  onTestFinished(() => db.destroy());
  folder = temporaryFolder();
  faults = [];
});

async function open(): Promise<SignIn> {
  const signIn = new SignIn({ store: new SessionStore(db), clock, folder, report: (error) => faults.push(error) });
  await signIn.start();
  await signIn.invite(URL_OF_PAGE);
  return signIn;
}

const tokenInFile = (): string => findStartAddress(folder)?.split('#token=')[1] ?? '';

describe('signing in', () => {
  it('has 256 random bits in token and session', async () => {
    const signIn = await open();
    const token = tokenInFile();
    const secret = await signIn.exchange(token, []);
    expect([token, secret].map((text) => Buffer.from(text, 'base64url').length)).toEqual([32, 32]);
  });

  it('keeps the session of a browser that has one', async () => {
    const signIn = await open();
    const secret = await signIn.exchange(tokenInFile(), []);
    await expect(signIn.exchange(tokenInFile(), ['other', secret])).resolves.toBe(secret);
  });

  it('refuses ten wrong tokens at once and one more each second, and always accepts the right one', async () => {
    const signIn = await open();
    const slugs = async (count: number): Promise<unknown[]> => {
      const tries = Array.from({ length: count }, () => signIn.exchange('wrong', []).catch((error: { slug: string }) => error.slug));
      return [...new Set(await Promise.all(tries))];
    };
    expect([await slugs(10), await slugs(1)]).toEqual([['sign-in-required'], ['too-many-requests']]);
    await clock.advance(1_000);
    expect([await slugs(1), await slugs(1)]).toEqual([['sign-in-required'], ['too-many-requests']]);
    await expect(signIn.exchange(tokenInFile(), [])).resolves.toEqual(expect.any(String));
  });

  it('has no empty token before the first address', async () => {
    const signIn = new SignIn({ store: new SessionStore(db), clock, folder, report: () => undefined });
    await expect(signIn.exchange('', [])).rejects.toMatchObject({ slug: 'sign-in-required' });
  });
});

describe('the start file', () => {
  it('is readable by its owner only, also when the file existed', async () => {
    const file = join(folder, 'open-strobe.html');
    writeFileSync(file, 'x'.repeat(10_000));
    chmodSync(file, 0o644);
    await open();
    expect([statSync(file).mode & 0o777, statSync(file).size < 1_000, tokenInFile().length]).toEqual([0o600, true, 43]);
  });

  it('is written later after a failure, and the token is valid meanwhile', async () => {
    const signIn = await open();
    const token = tokenInFile();
    rmSync(folder, { recursive: true });
    await expect(signIn.exchange(token, [])).resolves.toEqual(expect.any(String));
    expect(faults).toHaveLength(1);
    mkdirSync(folder);
    await clock.advance(10_000);
    await untilHolds(() => expect(tokenInFile()).not.toBe(''));
    await expect(signIn.exchange(tokenInFile(), [])).resolves.toEqual(expect.any(String));
  });

  it('is removed when the station ends', async () => {
    const signIn = await open();
    await signIn.stop();
    expect(existsSync(join(folder, 'open-strobe.html'))).toBe(false);
  });
});

describe('a session', () => {
  it('survives a restart, as a hash', async () => {
    const first = await open();
    const secret = await first.exchange(tokenInFile(), []);
    await first.stop();
    const [row] = await db.selectFrom('settings').selectAll().where('key', '=', 'page-sessions').execute();
    expect([row?.value.includes(secret), (await open()).find([secret])]).toEqual([false, secret]);
  });

  it('is valid for 400 days after its last use', async () => {
    const first = await open();
    const [used, unused] = [await first.exchange(tokenInFile(), []), await first.exchange(tokenInFile(), [])];
    await clock.advance(2 * DAY);
    first.find([used]);
    await first.stop();
    await clock.advance((SESSION_DAYS - 1) * DAY);
    const second = await open();
    expect([second.find([used]), second.find([unused])]).toEqual([used, undefined]);
  });

  it('ends when 256 others were used after it', async () => {
    const signIn = await open();
    const first = await signIn.exchange(tokenInFile(), []);
    const second = await signIn.exchange(tokenInFile(), []);
    await clock.advance(DAY);
    signIn.find([first]);
    for (let count = 2; count < 257; count += 1) await signIn.exchange(tokenInFile(), []);
    expect([signIn.find([first]), signIn.find([second])]).toEqual([first, undefined]);
    await signIn.stop();
  });
});
