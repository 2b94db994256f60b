import { describe, expect, it } from 'vitest';
import { PrimaryHost } from '#controller/sparkplug/primary-host.ts';

function say(host: PrimaryHost, online: boolean, timestamp: number) {
  return host.consider(Buffer.from(JSON.stringify({ online, timestamp })));
}

describe('the primary host', () => {
  it('is what its first message says, whatever its time (tck-id-message-flow-edge-node-birth-publish-phid-wait-timestamp)', () => {
    expect(say(new PrimaryHost(), true, 5)).toBe('online');
    expect(say(new PrimaryHost(), false, 5)).toBe('offline');
  });

  it('is not online by a message that is older than the one before', () => {
    const host = new PrimaryHost();
    say(host, false, 100);
    expect([say(host, true, 99), say(host, true, 100)]).toEqual([undefined, 'online']);
  });

  it('is not offline by a death that is older than its birth (tck-id-operational-behavior-edge-node-termination-host-offline-timestamp)', () => {
    const host = new PrimaryHost();
    say(host, true, 100);
    expect([say(host, false, 99), say(host, false, 100)]).toEqual([undefined, 'offline']);
  });

  it('says nothing with what is no state', () => {
    const host = new PrimaryHost();
    for (const payload of ['', 'ONLINE', '{"online":"true","timestamp":1}', '{"online":true}', '[]'])
      expect(host.consider(Buffer.from(payload))).toBeUndefined();
  });
});
