import { defineStore } from 'pinia';
import { onScopeDispose, shallowRef } from 'vue';
import type { Interruption, InterruptionsEvent } from '#contract/station/interruptions.ts';
import type { LinePrinter } from '#contract/station/lines.ts';
import { useStationClient } from '../../composables/station-client.ts';
import { followFeed } from '../follow-feed.ts';
import { printerKey } from './printer-key.ts';

/** The jobs that were on a printer when its controller restarted. Read while a component follows them. */
export const useInterruptionsStore = defineStore('interruptions', () => {
  const client = useStationClient();
  const list = shallowRef<readonly Interruption[]>([]);
  let followers = 0;
  let stop = (): void => undefined;

  function apply(event: InterruptionsEvent): void {
    list.value = event.interruptions;
  }

  /** Follows them until the calling component is gone. */
  function follow(): void {
    followers += 1;
    if (followers === 1) stop = followFeed((signal) => client.interruptions.watch({}, signal), apply);
    onScopeDispose(() => {
      followers -= 1;
      if (followers === 0) stop();
    });
  }

  const find = (on: LinePrinter): Interruption | undefined => list.value.find((one) => printerKey(one) === printerKey(on));
  const resume = ({ connection, printer }: LinePrinter) => client.interruptions.resume({ connection, printer });

  return { list, apply, follow, find, resume };
});
