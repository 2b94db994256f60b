import { defineStore } from 'pinia';
import { computed, ref, shallowReactive, shallowRef } from 'vue';
import type { UnsavedEdit, UnsavedEditPlace, UnsavedEditsEvent } from '#contract/station/unsaved-edits.ts';
import type { StationClient } from '#contract/station/index.ts';
import { useStationClient } from '../composables/station-client.ts';
import { isUnreachableProblem, toProblem } from '../domain/problems/to-problem.ts';
import { useConnectionsStore } from './connections.ts';
import { followFeed } from './follow-feed.ts';

export type UnsavedEditDocument = Record<string, unknown>;

export interface UnsavedEditContent {
  content: UnsavedEditDocument;
  /** The content that the edit started from; null for a new resource. */
  base: UnsavedEditDocument | null;
}

/** An opened edit: its current value, and the value that it is compared with to find out whether it has changed. */
export interface OpenedEdit<Value> {
  value: Value;
  original: Value;
  base: Value | null;
}

/** Edits that wait for their controller. The station stores them, and sends each saved one as soon as its controller is reachable. */
export const useUnsavedEditsStore = defineStore('unsavedEdits', () => {
  const client = useStationClient();
  const connections = useConnectionsStore();
  const byKey = shallowReactive(new Map<string, UnsavedEdit>());
  const list = computed(() => [...byKey.values()].sort((a, b) => b.savedAt - a.savedAt));
  /** The edit that was sent to its controller last. */
  const lastSent = shallowRef<UnsavedEditPlace>();
  const isLoaded = ref(false);
  let resolveLoaded = (): void => undefined;
  let loaded: Promise<void> = Promise.resolve();

  function apply(event: UnsavedEditsEvent): void {
    if (event.type === 'snapshot') {
      byKey.clear();
      for (const edit of event.unsavedEdits) byKey.set(keyOf(edit), edit);
    } else if (event.type === 'changed') byKey.set(keyOf(event.unsavedEdit), event.unsavedEdit);
    else {
      byKey.delete(keyOf(event.place));
      if (event.isSent) lastSent.value = event.place;
    }
    isLoaded.value = true;
    resolveLoaded();
  }

  function start(): () => void {
    loaded = new Promise((resolve) => (resolveLoaded = resolve));
    return followFeed((signal) => client.unsavedEdits.watch({}, signal), apply);
  }

  const find = (place: UnsavedEditPlace): UnsavedEdit | undefined => byKey.get(keyOf(place));
  const isUnreachable = (connection: string): boolean => connections.findConnection(connection)?.state !== 'online';
  const commands = commandsOf(client);

  /** The content of an unsaved edit; undefined if there is none. */
  async function load(place: UnsavedEditPlace, signal?: AbortSignal): Promise<(UnsavedEditContent & { edit: UnsavedEdit }) | undefined> {
    await loaded;
    const edit = find(place);
    return edit && { edit, ...(await client.unsavedEdits.get(place, signal)) };
  }

  /** Opens the unsaved edit of a resource, or else the resource. Only an unfinished edit counts as changed. */
  async function open<Value extends object>(place: UnsavedEditPlace, read: () => Promise<Value>): Promise<OpenedEdit<Value>> {
    const found = await load(place);
    if (found) return openedEdit<Value>(found);
    const value = await read();
    return { value, original: value, base: value };
  }

  /** Saves on the controller. While it is unreachable, or an unsaved edit waits already, queues the edit in the station (`isQueued`). */
  async function saveOrQueue(place: UnsavedEditPlace, edit: UnsavedEditContent, save: () => Promise<void>): Promise<{ isQueued: boolean }> {
    if (!isUnreachable(place.connection) && !find(place)) {
      try {
        await save();
        return { isQueued: false };
      } catch (error) {
        if (!isUnreachableError(error)) throw error;
      }
    }
    await commands.store(place, { ...edit, isFinished: true });
    return { isQueued: true };
  }

  return { ...commands, list, isLoaded, lastSent, apply, start, find, isUnreachable, load, open, saveOrQueue };
});

function commandsOf(client: StationClient) {
  return {
    /** Stores an edit in the station. */
    store: (place: UnsavedEditPlace, edit: UnsavedEditContent & { isFinished: boolean }) => client.unsavedEdits.keep({ ...place, ...edit }),
    compare: (place: UnsavedEditPlace, signal?: AbortSignal) => client.unsavedEdits.compare(place, signal),
    send: (place: UnsavedEditPlace, expected: UnsavedEditDocument | null) => client.unsavedEdits.send({ ...place, expected }),
    discard: (place: UnsavedEditPlace) => client.unsavedEdits.discard(place),
  };
}

/** An unchanged copy of an opened edit. */
export function asNew<Value>({ value }: OpenedEdit<Value>): OpenedEdit<Value> {
  return { value, original: value, base: null };
}

function openedEdit<Value extends object>(found: UnsavedEditContent & { edit: UnsavedEdit }): OpenedEdit<Value> {
  const { content, base } = found as { content: Value; base: Value | null };
  return { value: content, original: found.edit.state === 'open' && base ? base : content, base };
}

/** Whether the controller was unreachable, so that it is unknown whether it has applied the change. */
export function isUnreachableError(error: unknown): boolean {
  return isUnreachableProblem(toProblem(error));
}

function keyOf({ connection, kind, name }: UnsavedEditPlace): string {
  return JSON.stringify([connection, kind, name]);
}
