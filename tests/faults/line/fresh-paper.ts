import type { Device } from '../engines/devices.ts';
import type { Sheet } from '../engines/paper.ts';
import type { Site } from '../engines/site.ts';
import { EngineLog } from '../engine-log.ts';

/** Returns what came out of a printer since the last call. `device` is absent for a printer that the controller simulates. */
export function freshPaper(
  site: Site,
  { printer, device }: { printer: string; device?: Device | undefined },
): () => Promise<readonly Sheet[]> {
  let seen = 0;
  if (device) {
    return async () => {
      const sheets = await device.paper.read();
      const fresh = sheets.slice(seen);
      seen = sheets.length;
      return fresh;
    };
  }
  let log: EngineLog | undefined;
  return async () => {
    log ??= new EngineLog(site.folder, { printer, position: site.position(printer) });
    const ids = log.readOn().map(({ id }) => id);
    return ids.length === 0 ? [] : site.serialsOf(printer, ids).map((serial) => ({ serial, isWhole: true }));
  };
}
