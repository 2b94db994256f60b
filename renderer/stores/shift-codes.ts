import { defineStore } from 'pinia';
import type { ShiftCode } from '#contract/api-v3/shift-code.ts';
import { inNameOrder } from '../composables/compare-names.ts';
import { useStationClient } from '../composables/station-client.ts';
import { useConnectionList } from '../composables/use-connection-list.ts';

/** Where a shift code is. */
export interface ShiftCodePlace {
  connection: string;
  name: string;
}

/** The shift codes of the chosen connection. */
export const useShiftCodesStore = defineStore('shiftCodes', () => {
  const client = useStationClient();
  const { items, isLoading, problem, reload } = useConnectionList(async (connection, signal) =>
    inNameOrder(await client.shiftCodes.list({ connection }, signal)),
  );

  const get = (place: ShiftCodePlace, signal?: AbortSignal) => client.shiftCodes.get(place, signal);

  /** Over what a person saw; null = nothing. Throws `changed-meanwhile` where there is something else. */
  async function put(place: ShiftCodePlace, shiftCode: ShiftCode, over: ShiftCode | null): Promise<void> {
    await client.shiftCodes.put({ ...place, shiftCode, over });
    await reload();
  }

  async function remove(place: ShiftCodePlace): Promise<void> {
    await client.shiftCodes.remove(place);
    await reload();
  }

  async function rename(place: ShiftCodePlace, newName: string): Promise<void> {
    await client.shiftCodes.rename({ ...place, newName });
    await reload();
  }

  return { items, isLoading, problem, reload, get, put, remove, rename };
});
