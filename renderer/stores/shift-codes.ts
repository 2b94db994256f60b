import { defineStore } from 'pinia';
import type { ShiftCode } from '#contract/api-v3/shift-code.ts';
import { inNameOrder } from '../domain/formats/compare-names.ts';
import { useStationClient } from '../composables/station-client.ts';
import { useConnectionList } from './use-connection-list.ts';

/** The connection and name of a shift code. */
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

  /**
   * Replaces the content that the operator saw (`expected`; null = none). Throws `changed-meanwhile` if the controller has other content.
   */
  async function put(place: ShiftCodePlace, shiftCode: ShiftCode, expected: ShiftCode | null): Promise<void> {
    await client.shiftCodes.put({ ...place, shiftCode, expected });
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
