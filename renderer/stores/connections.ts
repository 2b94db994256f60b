import { defineStore } from 'pinia';
import { computed, ref, shallowRef, watch } from 'vue';
import { OWN_CONTROLLER_NAME, type Connection, type ConnectionsEvent } from '#contract/station/connections.ts';
import type { StationClient } from '#contract/station/index.ts';
import { useStationClient } from '../composables/station-client.ts';
import { usePersistentText } from '../composables/use-persistent-ref.ts';
import { followFeed } from './follow-feed.ts';

const CHOSEN = 'strobe.connection';

/** The station's connections, and the chosen one, whose labels, tables and variables the page shows. */
export const useConnectionsStore = defineStore('connections', () => {
  const client = useStationClient();
  const reported = shallowRef<Connection[]>([]);
  const ownName = ref<string>();
  const list = computed(() => reported.value.map((connection) => namedIn(connection, ownName.value)));
  /** False until the station has reported its connections once. */
  const isLoaded = ref(false);
  const chosen = usePersistentText(CHOSEN);
  /** Grows by one whenever a controller comes online, so that reads that failed while it was unreachable can be repeated. */
  const arrivals = ref(0);

  const current = computed(
    () =>
      findConnection(chosen.value) ?? list.value.find((connection) => connection.embedded && connection.state !== 'off') ?? list.value[0],
  );
  const currentId = computed(() => current.value?.id);

  watch(
    list,
    (now, before) => {
      const were = new Set(onlineIds(before));
      if (onlineIds(now).some((id) => !were.has(id))) arrivals.value += 1;
    },
    { flush: 'sync' },
  );

  function findConnection(id: string | undefined): Connection | undefined {
    return list.value.find((connection) => connection.id === id);
  }

  /** Sets the name, in the language of the page, that the embedded controller has until an operator renames it. */
  function nameOwn(name: string): void {
    ownName.value = name;
  }

  function choose(id: string): void {
    chosen.value = id;
  }

  function apply(event: ConnectionsEvent): void {
    if (event.type === 'snapshot') {
      reported.value = event.connections;
      isLoaded.value = true;
    } else if (event.type === 'changed') {
      const isListed = reported.value.some(({ id }) => id === event.connection.id);
      reported.value = isListed
        ? reported.value.map((connection) => (connection.id === event.connection.id ? event.connection : connection))
        : [...reported.value, event.connection];
    } else {
      reported.value = reported.value.filter(({ id }) => id !== event.id);
    }
  }

  function start(): () => void {
    return followFeed((signal) => client.connections.watch({}, signal), apply);
  }

  return { ...commandsOf(client), list, isLoaded, arrivals, current, currentId, findConnection, nameOwn, choose, apply, start };
});

function namedIn(connection: Connection, ownName: string | undefined): Connection {
  return connection.embedded && connection.name === OWN_CONTROLLER_NAME && ownName !== undefined
    ? { ...connection, name: ownName }
    : connection;
}

function onlineIds(connections: readonly Connection[]): string[] {
  return connections.filter(({ state }) => state === 'online').map(({ id }) => id);
}

/** The commands and queries of the station on its connections and their controllers. */
function commandsOf(client: StationClient) {
  return {
    add: (url: string, given: { name?: string | undefined; key?: string | undefined; fingerprint?: string | undefined }) =>
      client.connections.add({ url, ...given }),
    rename: (id: string, name: string) => client.connections.rename({ id, name }),
    order: (ids: string[]) => client.connections.order({ ids }),
    switchEmbedded: (on: boolean) => client.connections.switchEmbedded({ on }),
    remove: (id: string) => client.connections.remove({ id }),
    changeKey: (id: string, key: string | null) => client.connections.changeKey({ id, key }),
    trust: (id: string, fingerprint: string) => client.connections.trust({ id, fingerprint }),
    test: (url: string, key?: string) => client.connections.test({ url, key }),
    readClock: (connection: string, signal?: AbortSignal) => client.clock.get({ connection }, signal),
    readRecovery: (connection: string, signal?: AbortSignal) => client.recovery.get({ connection }, signal),
    confirmRecovery: (connection: string) => client.recovery.confirm({ connection }),
    confirmClock: (connection: string) => client.clock.confirm({ connection }),
  };
}
