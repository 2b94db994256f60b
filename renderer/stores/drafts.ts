import { defineStore } from 'pinia';
import { computed, ref, shallowReactive, shallowRef } from 'vue';
import type { Draft, DraftPlace, DraftsEvent } from '#contract/station/drafts.ts';
import type { StationClient } from '#contract/station/index.ts';
import { useStationClient } from '../composables/station-client.ts';
import { isAwayProblem, toProblem } from '../composables/to-problem.ts';
import { useConnectionsStore } from './connections.ts';
import { followFeed } from './follow-feed.ts';

export type DraftDocument = Record<string, unknown>;

export interface DraftContent {
  content: DraftDocument;
  /** What the person began from; null for something new. */
  base: DraftDocument | null;
}

/** Work that is opened: what is in it now, and from what a person sees whether they changed anything. */
export interface OpenedWork<Value> {
  value: Value;
  original: Value;
  base: Value | null;
}

/** Changes that wait for their controller: the station keeps them, and sends each that was saved as soon as its controller is back. */
export const useDraftsStore = defineStore('drafts', () => {
  const client = useStationClient();
  const connections = useConnectionsStore();
  const byKey = shallowReactive(new Map<string, Draft>());
  const list = computed(() => [...byKey.values()].sort((a, b) => b.savedAt - a.savedAt));
  /** What reached its controller last. */
  const lastSent = shallowRef<DraftPlace>();
  const isKnown = ref(false);
  let tellKnown = (): void => undefined;
  let known: Promise<void> = Promise.resolve();

  function apply(event: DraftsEvent): void {
    if (event.type === 'snapshot') {
      byKey.clear();
      for (const draft of event.drafts) byKey.set(keyOf(draft), draft);
    } else if (event.type === 'changed') byKey.set(keyOf(event.draft), event.draft);
    else {
      byKey.delete(keyOf(event.place));
      if (event.isSent) lastSent.value = event.place;
    }
    isKnown.value = true;
    tellKnown();
  }

  function start(): () => void {
    known = new Promise((resolve) => (tellKnown = resolve));
    return followFeed((signal) => client.drafts.watch({}, signal), apply);
  }

  const find = (place: DraftPlace): Draft | undefined => byKey.get(keyOf(place));
  const isAway = (connection: string): boolean => connections.findConnection(connection)?.state !== 'online';
  const keep = (place: DraftPlace, work: DraftContent & { isFinished: boolean }) => client.drafts.keep({ ...place, ...work });

  /** What a draft holds; undefined where there is none. */
  async function seek(place: DraftPlace, signal?: AbortSignal): Promise<(DraftContent & { draft: Draft }) | undefined> {
    await known;
    const draft = find(place);
    return draft && { draft, ...(await client.drafts.get(place, signal)) };
  }

  /** Opens the draft of a thing, or else the thing. Work that was not finished counts as a change; what waits to be sent does not. */
  async function open<Value extends object>(place: DraftPlace, read: () => Promise<Value>): Promise<OpenedWork<Value>> {
    const found = await seek(place);
    if (found) return workOf<Value>(found);
    const value = await read();
    return { value, original: value, base: value };
  }

  /** Saves at the controller, or keeps it for its return; `kept` says which. A draft that is there already is what is saved. */
  async function saveOrKeep(place: DraftPlace, work: DraftContent, save: () => Promise<void>): Promise<{ isKept: boolean }> {
    if (!isAway(place.connection) && !find(place)) {
      try {
        await save();
        return { isKept: false };
      } catch (error) {
        if (!isUnreachable(error)) throw error;
      }
    }
    await keep(place, { ...work, isFinished: true });
    return { isKept: true };
  }

  return { ...commandsOf(client), list, isKnown, lastSent, apply, start, find, isAway, keep, seek, open, saveOrKeep };
});

function commandsOf(client: StationClient) {
  return {
    compare: (place: DraftPlace, signal?: AbortSignal) => client.drafts.compare(place, signal),
    send: (place: DraftPlace, over: DraftDocument | null) => client.drafts.send({ ...place, over }),
    discard: (place: DraftPlace) => client.drafts.discard(place),
  };
}

/** A copy of what is opened, which nobody has changed yet. */
export function asNew<Value>({ value }: OpenedWork<Value>): OpenedWork<Value> {
  return { value, original: value, base: null };
}

function workOf<Value extends object>(found: DraftContent & { draft: Draft }): OpenedWork<Value> {
  const { content, base } = found as { content: Value; base: Value | null };
  return { value: content, original: found.draft.state === 'open' && base ? base : content, base };
}

/** Whether the controller was away: nobody knows then whether it took a change. */
export function isUnreachable(error: unknown): boolean {
  return isAwayProblem(toProblem(error));
}

function keyOf({ connection, kind, name }: DraftPlace): string {
  return JSON.stringify([connection, kind, name]);
}
