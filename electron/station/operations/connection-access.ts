import { ProblemError } from '#contract/problem.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import type { Clock } from '../clock.ts';
import type { Connections } from '../connections/connections.ts';
import { ControllerClient, type ControllerAccess } from '../connections/controller-client.ts';
import { identify, type Identity } from '../connections/identify.ts';
import { timeFault } from '../connections/judge-certificate.ts';
import { PinnedCertificate } from '../connections/pinned-certificate.ts';
import { lookAtCertificate, type ShownCertificate } from '../connections/shown-certificate.ts';

/** Longest time that an address is asked before it is added, when it is tested, and when its access is changed. */
const PROBE_LIMIT = 3_000;

type AccessOperations = Pick<StationHandlers['connections'], 'changeKey' | 'trust'>;

/** Keys and certificates of connections that there are. */
export function connectionAccessOperations(connections: Connections, clock: Pick<Clock, 'now'>): AccessOperations {
  return {
    changeKey: async ({ id, key }) => {
      const connection = connections.get(id);
      const { url, access } = connection;
      const wanted = { ...access, key: key ?? undefined };
      if (url !== undefined && key !== null) {
        const identity = await probe(url, wanted, clock.now());
        if (identity.kind === 'locked') throw new ProblemError('unauthorized', { detail: identity.reason });
      }
      await connections.admit(id, wanted);
      return {};
    },
    trust: async ({ id, fingerprint }) => {
      const connection = connections.get(id);
      const { url, access } = connection;
      if (url === undefined) throw new ProblemError('controller-unreachable', { detail: `"${connection.name}" has no address now.` });
      await connections.admit(id, { ...access, pinned: await comparedAt(url, fingerprint, clock.now()) });
      return {};
    },
  };
}

/** Asks who is at an address. */
export async function probe(url: string, access: ControllerAccess, now: number): Promise<Identity> {
  const client = new ControllerClient(url, access);
  try {
    return await identify(client, { limit: PROBE_LIMIT, now });
  } finally {
    client.stop();
  }
}

/**
 * The certificate that a person has compared, as it is shown at an address now; undefined when a known authority vouches for it, since nothing
 * has to be held to then. Throws `changed-meanwhile` for another one, `invalid-input` for one that is not valid now, and `controller-unreachable`.
 */
export async function comparedAt(url: string, fingerprint: string, now: number): Promise<PinnedCertificate | undefined> {
  const { certificate, pem, isKnown } = await look(url);
  if (certificate.fingerprint !== fingerprint) {
    const detail = `The controller shows another certificate by now than the one that was compared: ${certificate.fingerprint}.`;
    throw new ProblemError('changed-meanwhile', { detail });
  }
  const fault = timeFault(certificate, now);
  if (fault !== '') throw new ProblemError('invalid-input', { detail: `The certificate ${fault}: the controller needs a new one.` });
  return isKnown ? undefined : new PinnedCertificate(pem);
}

async function look(url: string): Promise<ShownCertificate> {
  try {
    return await lookAtCertificate(url, { limit: PROBE_LIMIT });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ProblemError('controller-unreachable', { detail: `${url} shows no certificate: ${reason}.` }, { cause: error });
  }
}
