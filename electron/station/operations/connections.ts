import type { StationHandlers } from '#contract/station/index.ts';
import { ProblemError } from '#contract/problem.ts';
import { normalUrl } from '../connections/connections.ts';
import { openFeed } from '../platform/feed.ts';
import { confirmedCertificate, connectionAccessOperations, probe } from './connection-access.ts';
import type { StationModules } from '../modules/station-modules.ts';

export function connectionsOperations({ connections, clock }: StationModules): StationHandlers['connections'] {
  const accessTo = async (url: string, { key, fingerprint }: { key?: string | undefined; fingerprint?: string | undefined }) => {
    const pinned = fingerprint === undefined ? undefined : await confirmedCertificate(normalUrl(url), fingerprint, clock.now());
    return { key, pinned };
  };
  return {
    ...connectionAccessOperations(connections, clock),
    watch: (_input, signal) => openFeed(connections, signal),
    add: async ({ url, name, ...given }) => {
      const access = await accessTo(url, given);
      const identity = await probe(normalUrl(url), access, clock.now());
      if (identity.kind === 'locked') throw new ProblemError('unauthorized', { detail: identity.reason });
      if (identity.kind === 'foreign') throw notAController(identity.reason);
      const twin = identity.kind === 'controller' ? connections.findController(identity.health?.id) : undefined;
      if (twin) {
        throw new ProblemError('connection-exists', { detail: `The controller at ${url} already has the connection "${twin.name}".` });
      }
      return (await connections.add(url, { name, ...access })).view();
    },
    rename: async ({ id, name }) => {
      await connections.rename(id, name);
      return {};
    },
    order: async ({ ids }) => {
      await connections.order(ids);
      return {};
    },
    switchEmbedded: async ({ on }) => {
      await connections.switchEmbedded(on);
      return {};
    },
    remove: async ({ id }) => {
      await connections.remove(id);
      return {};
    },
    test: async ({ url, ...given }) => {
      const identity = await probe(normalUrl(url), await accessTo(url, given), clock.now());
      if (identity.kind !== 'controller') {
        const untrusted = identity.kind === 'untrusted' ? identity.certificate : null;
        return { reachable: false, printers: [], hasExtensions: false, reason: identity.reason, untrusted };
      }
      const printers = identity.printers.map(([name]) => name);
      return { reachable: true, printers, hasExtensions: identity.health !== undefined, reason: null, untrusted: null };
    },
  };
}

function notAController(reason: string): ProblemError {
  return new ProblemError('invalid-input', { detail: reason, errors: [{ pointer: '/url', detail: reason }] });
}
