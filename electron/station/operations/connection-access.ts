import { ProblemError } from '#contract/problem.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import type { Clock } from '../platform/system-clock.ts';
import type { Connections } from '../connections/connections.ts';
import { ControllerClient, type ControllerAccess } from '../connections/controller-client.ts';
import { identify, type Identity } from '../connections/identify.ts';
import { validityFault } from '../connections/judge-certificate.ts';
import { PinnedCertificate } from '../connections/pinned-certificate.ts';
import { readPresentedCertificate, type PresentedCertificate } from '../connections/presented-certificate.ts';

/** Longest time in milliseconds for a check before a connection is added, tested or changed. */
const PROBE_LIMIT = 3_000;

type AccessOperations = Pick<StationHandlers['connections'], 'changeKey' | 'trust'>;

/** Changes the keys and certificates of existing connections. */
export function connectionAccessOperations(connections: Connections, clock: Pick<Clock, 'now'>): AccessOperations {
  return {
    changeKey: async ({ id, key }) => {
      const connection = connections.get(id);
      const { url, access } = connection;
      const next = { ...access, key: key ?? undefined, isKeyLost: undefined };
      if (url !== undefined && key !== null) {
        const identity = await probe(url, next, clock.now());
        if (identity.kind === 'locked') throw new ProblemError('unauthorized', { detail: identity.reason });
      }
      await connections.changeAccess(id, next);
      return {};
    },
    trust: async ({ id, fingerprint }) => {
      const connection = connections.get(id);
      const { url, access } = connection;
      if (url === undefined)
        throw new ProblemError('controller-unreachable', { detail: `The controller "${connection.name}" has no address at the moment.` });
      await connections.changeAccess(id, { ...access, pinned: await confirmedCertificate(url, fingerprint, clock.now()) });
      return {};
    },
  };
}

/** Finds out what answers at an address. */
export async function probe(url: string, access: ControllerAccess, now: number): Promise<Identity> {
  const client = new ControllerClient(url, access);
  try {
    return await identify(client, { limit: PROBE_LIMIT, now });
  } finally {
    client.stop();
  }
}

/**
 * Reads the certificate at an address, which a person has compared by its fingerprint. Undefined when a known authority has signed it, since it
 * need not be pinned then. Throws `changed-meanwhile` for another one, `invalid-input` for an expired one, and `controller-unreachable`.
 */
export async function confirmedCertificate(url: string, fingerprint: string, now: number): Promise<PinnedCertificate | undefined> {
  const { certificate, pem, isKnown } = await readCertificate(url);
  if (certificate.fingerprint !== fingerprint) {
    const detail = `The controller now presents another certificate than the one that was compared: ${certificate.fingerprint}.`;
    throw new ProblemError('changed-meanwhile', { detail });
  }
  const fault = validityFault(certificate, now);
  if (fault !== '') throw new ProblemError('invalid-input', { detail: `The certificate ${fault}: the controller needs a new one.` });
  return isKnown ? undefined : new PinnedCertificate(pem);
}

async function readCertificate(url: string): Promise<PresentedCertificate> {
  try {
    return await readPresentedCertificate(url, { limit: PROBE_LIMIT });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ProblemError('controller-unreachable', { detail: `${url} does not present a certificate: ${reason}.` }, { cause: error });
  }
}
