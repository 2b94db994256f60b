import { readFileSync, writeFileSync } from 'node:fs';
import { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ControllerNetwork, ControllerNetworkState } from '#contract/api-v3/network.ts';
import { ProblemError } from '#contract/problem.ts';
import type { OwnController } from '#contract/station/network.ts';
import { OwnControllerNetwork } from '#station/network/own-controller-network.ts';
import { ManualClock } from '#support/manual-clock.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { untilHolds } from '#support/until-holds.ts';

const SETTINGS: ControllerNetwork = {
  ...{ host: '0.0.0.0', port: 7321, names: ['line7.example.com'], certificate: 'own' as const },
  ...{ textPort: null, textUnauthenticated: null },
};
const OFF: ControllerNetworkState = { settings: null, state: 'off', reason: null };

/** What the controller answers; undefined while it does not. */
interface Told {
  network: ControllerNetworkState | undefined;
  isKeyRequired: boolean;
}

function openNetwork({ folder = temporaryFolder(), network = OFF }: { folder?: string; network?: ControllerNetworkState } = {}) {
  const told: Told = { network, isKeyRequired: false };
  const faults: unknown[] = [];
  const clock = new ManualClock(Date.now());
  const own = new OwnControllerNetwork({
    folder,
    clock,
    report: (error) => faults.push(error),
    controllers: {
      read: async (_connection, path, schema) => {
        if (!told.network) throw new ProblemError('controller-unreachable');
        return schema.parse(path.endsWith('/network') ? told.network : { isKeyRequired: told.isKeyRequired });
      },
    },
  });
  own.start();
  const states: OwnController[] = [];
  const unsubscribe = own.subscribe((state) => states.push(state));
  return { own, told, clock, folder, faults, states, unsubscribe, file: join(folder, 'strobe.json') };
}

describe('how other computers reach the own controller', () => {
  it('is not at all at first', async () => {
    const { own, states } = openNetwork();
    await untilHolds(() => expect(states).toHaveLength(1));
    expect(own.snapshot()).toEqual({
      connection: 'embedded',
      settings: null,
      state: 'off',
      reason: null,
      addresses: [],
      isKeyRequired: false,
      authorityFingerprint: null,
    });
  });

  it('is stored with a certificate, and shown as open when the controller says so', async () => {
    const { own, told, clock, folder, file, states } = openNetwork();
    await untilHolds(() => expect(states).toHaveLength(1));
    writeFileSync(file, '{"page": null, "other": 1}');
    own.put(SETTINGS);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ page: null, other: 1, controller: SETTINGS });
    const certificate = new X509Certificate(readFileSync(join(folder, 'tls', 'controller.pem')));
    expect(certificate.checkHost('line7.example.com')).toBe('line7.example.com');
    expect(own.snapshot().state).toBe('starting');
    told.network = { settings: SETTINGS, state: 'listening', reason: null };
    await clock.advance(1_000);
    await untilHolds(() => expect(own.snapshot()).toMatchObject({ state: 'listening', isKeyRequired: false }));
    expect(own.snapshot().addresses[0]).toBe('https://line7.example.com:7321');
    const authority = new X509Certificate(own.authority ?? '');
    expect([certificate.checkIssued(authority), own.snapshot().authorityFingerprint]).toEqual([true, authority.fingerprint256]);
    own.put(null);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ page: null, other: 1 });
  });

  it('shows the reason of the controller, and that it does not answer', async () => {
    const { own, told, clock } = openNetwork({
      network: { settings: SETTINGS, state: 'failed', reason: 'Another program uses this port.' },
    });
    own.put(SETTINGS);
    await untilHolds(() => expect(own.snapshot()).toMatchObject({ state: 'failed', reason: 'Another program uses this port.' }));
    told.network = undefined;
    await clock.advance(1_000);
    await untilHolds(() => expect(own.snapshot()).toMatchObject({ state: 'unknown', addresses: [], isKeyRequired: null }));
  });

  it('shows what is wrong with the file', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'strobe.json'), '{"controller": {"port": "7321"}}');
    const { own } = openNetwork({ folder });
    expect(own.snapshot()).toMatchObject({ state: 'failed', reason: expect.stringContaining('controller.port') as string });
  });

  it('asks the controller only while the state is shown', async () => {
    const { clock, told, own, states, unsubscribe } = openNetwork();
    await untilHolds(() => expect(states).toHaveLength(1));
    unsubscribe();
    told.network = undefined;
    await clock.advance(60_000);
    expect(own.snapshot().isKeyRequired).toBe(false);
  });
});
