import { Agent, request } from 'node:https';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '#station/platform/system-clock.ts';
import { openNetworkStation } from '#support/network-station.ts';

const ADA = { name: 'Ada', secret: '482915' };
const ADDRESSES = 100;
const GUESSES_OF_ADDRESS = 20;

/** A guess from one of the addresses of this computer's loopback network. Resolves with the status. */
function guess(url: string, { agent, address, secret }: { agent: Agent; address: string; secret: string }): Promise<number> {
  const { hostname, port, host } = new URL(url);
  const body = JSON.stringify({ ...ADA, secret });
  const headers = { host, origin: url, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const options = { agent, host: hostname, port, path: '/session', method: 'POST', localAddress: address, family: 4, headers };
  return new Promise((resolve, reject) => {
    const sent = request(options, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

it('E9 a flood of guesses from a hundred addresses tests no more PINs than documented, and the person at the computer signs in meanwhile', async () => {
  const place = await openNetworkStation(systemClock);
  onTestFinished(() => place.close());
  await place.local(({ people }) => people.add({ ...ADA, role: 'administrator', lines: null, isEnabled: true }));
  const agents = Array.from({ length: ADDRESSES }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  onTestFinished(() => agents.forEach((agent) => agent.destroy()));
  const flood = agents.flatMap((agent, index) =>
    Array.from({ length: GUESSES_OF_ADDRESS }, (_, count) =>
      guess(place.url, { agent, address: `127.0.1.${index + 1}`, secret: String(100_000 + index * 100 + count) }),
    ),
  );
  await expect(place.local(({ people }) => people.signIn(ADA))).resolves.toEqual({});
  const statuses = await Promise.all(flood);
  const tested = statuses.filter((status) => status === 401).length;
  expect(statuses.filter((status) => status !== 401 && status !== 429)).toEqual([]);
  // 20 at once, and one more for each minute that the flood lasted.
  expect(tested).toBeGreaterThan(0);
  expect(tested).toBeLessThanOrEqual(25);
  await expect(place.local(({ people }) => people.signIn(ADA))).resolves.toEqual({});
});
