import { defineStore } from 'pinia';
import type { PrinterSettings } from '#contract/api-v3/printer-settings.ts';
import type { ControllerSettings } from '#contract/api-v3/settings.ts';
import { useStationClient } from '../composables/station-client.ts';

interface PrinterPlace {
  connection: string;
  printer: string;
}

/** The settings of a controller's dates and of its printers' triggers. */
export const useSettingsStore = defineStore('settings', () => {
  const client = useStationClient();

  const get = (connection: string, signal?: AbortSignal) => client.settings.get({ connection }, signal);

  async function put(connection: string, settings: ControllerSettings): Promise<void> {
    await client.settings.put({ connection, settings });
  }

  const ofPrinter = (place: PrinterPlace, signal?: AbortSignal) => client.settings.getPrinter({ ...place }, signal);

  async function putPrinter(place: PrinterPlace, printerSettings: PrinterSettings): Promise<void> {
    await client.settings.putPrinter({ ...place, settings: printerSettings });
  }

  return { get, put, ofPrinter, putPrinter };
});
