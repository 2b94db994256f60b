import type { StationHandlers } from '#contract/station/index.ts';
import { ProblemError } from '#contract/problem.ts';
import { ControllerClient } from '../connections/controller-client.ts';
import { normalUrl, type Connections } from '../connections/connections.ts';
import { identify, type Identity } from '../connections/identify.ts';
import { openFeed } from '../feed.ts';

/** Longest time that an address is asked before it is added or when it is tested. */
const PROBE_LIMIT = 3_000;

export function connectionsOperations(connections: Connections): StationHandlers['connections'] {
  return {
    watch: (_input, signal) => openFeed(connections, signal),
    add: async ({ url, name, key }) => {
      const identity = await probe(url, key);
      if (identity.kind === 'locked') throw new ProblemError('unauthorized', { detail: identity.reason });
      if (identity.kind === 'foreign') throw notAController(identity.reason);
      const twin = identity.kind === 'controller' ? connections.findController(identity.health?.id) : undefined;
      if (twin) {
        throw new ProblemError('connection-exists', { detail: `The controller at ${url} is the one of the connection "${twin.name}".` });
      }
      return (await connections.add(url, { name, key })).view();
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
    test: async ({ url, key }) => {
      const identity = await probe(url, key);
      if (identity.kind !== 'controller') {
        return { reachable: false, printers: [], hasExtensions: false, reason: identity.reason };
      }
      const printers = identity.printers.map(([name]) => name);
      return { reachable: true, printers, hasExtensions: identity.health !== undefined, reason: null };
    },
  };
}

async function probe(url: string, key: string | undefined): Promise<Identity> {
  const client = new ControllerClient(normalUrl(url), key);
  try {
    return await identify(client, { limit: PROBE_LIMIT });
  } finally {
    client.stop();
  }
}

function notAController(reason: string): ProblemError {
  return new ProblemError('invalid-input', { detail: reason, errors: [{ pointer: '/url', detail: reason }] });
}
