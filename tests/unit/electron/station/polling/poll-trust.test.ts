import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PinnedCertificate } from '#station/connections/pinned-certificate.ts';
import { EventStream } from '#station/polling/event-stream.ts';
import { PollSockets } from '#station/polling/poll-sockets.ts';
import { FakeController } from '#support/fake-controller.ts';
import { makeCertificate, type MadeCertificate } from '#support/make-certificate.ts';

const DAY = 24 * 3_600_000;
const KEY = 'strobe_secret';
const PATH = '/api/v3/printers';

let own: MadeCertificate;
let controller: FakeController;
let opened: PollSockets[];

beforeEach(async () => {
  own = makeCertificate();
  controller = await new FakeController('one').show(own).start();
  opened = [];
});

afterEach(async () => {
  for (const sockets of opened) sockets.close();
  await controller.kill();
});

const accessOf = (pinned?: MadeCertificate) => ({ key: KEY, pinned: pinned && new PinnedCertificate(pinned.cert) });

function open(pinned?: MadeCertificate): PollSockets {
  const sockets = new PollSockets({ url: controller.url, access: accessOf(pinned), limit: 2_000 });
  opened.push(sockets);
  return sockets;
}

const get = (sockets: PollSockets) => sockets.get(PATH, Infinity);

/** Why the stream of events ended. */
const streamEnd = (pinned?: MadeCertificate): Promise<Error> =>
  new Promise((ended) => new EventStream({ url: controller.url, access: accessOf(pinned) }, { noticed: () => undefined, ended }));

describe('E28 polls and events', () => {
  it('E28 are sent, with the key, to the trusted certificate', async () => {
    await expect(get(open(own))).resolves.toMatchObject({ status: 200 });
    await expect(streamEnd(own)).resolves.toMatchObject({ message: 'there are no events' });
    expect(controller.received.map(({ headers }) => headers['authorization'])).toEqual([`Bearer ${KEY}`, `Bearer ${KEY}`]);
  });

  it.each<[string, () => [MadeCertificate, MadeCertificate | undefined]]>([
    ['one that no known authority vouches for', () => [own, undefined]],
    ['another than the trusted one', () => [makeCertificate(), own]],
    [
      'one that the trusted one has signed',
      () => {
        const authority = makeCertificate({ commonName: 'plant', isAuthority: true });
        return [makeCertificate({ issuer: authority }), authority];
      },
    ],
    [
      'one that has expired',
      () => {
        const late = makeCertificate({ from: Date.now() - 9 * DAY, to: Date.now() - DAY });
        return [late, late];
      },
    ],
  ])('E28 D17 are not sent to %s', async (_name, certificates) => {
    const [shown, pinned] = certificates();
    controller.show(shown);
    await expect(get(open(pinned))).rejects.toThrow('is not trusted');
    await expect(streamEnd(pinned)).resolves.toBeInstanceOf(Error);
    expect(controller.received).toEqual([]);
  });

  it('E28 are verified on every socket', async () => {
    const sockets = open(own);
    await get(sockets);
    controller.show(makeCertificate());
    await expect(get(sockets)).resolves.toMatchObject({ status: 200 });
    const fresh = open(own);
    await expect(get(fresh)).rejects.toThrow('is not trusted');
  });

  it('E28 are sent on no socket that was opened before the trusted certificate expired', async () => {
    const sockets = open(own);
    await get(sockets);
    sockets.tick({ elapsed: 0, now: new PinnedCertificate(own.cert).validTo + 1 });
    await expect.poll(() => sockets.size).toBe(0);
  });
});
