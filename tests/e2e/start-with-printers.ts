import { startStation, type StationProcess } from '#support/station-process.ts';
import { printerWhen } from '#support/watch.ts';

/** Starts a station as for the first time, and waits for its printers. */
export async function startWithPrinters(): Promise<StationProcess> {
  const station = await startStation();
  await printerWhen(await station.connect(), ({ name, status }) => name === 'Line 1' && status?.state === 'STARTED');
  return station;
}
