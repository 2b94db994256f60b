import { z } from 'zod';
import { query } from './operation.ts';

export const stationInfoSchema = z.object({
  version: z.string(),
  /** The desktop app, or the headless station whose page is opened in a browser. */
  kind: z.enum(['desktop', 'headless']),
  /** Milliseconds between two polls of a printer. */
  pollInterval: z.number(),
  /** Where the controller of this station keeps its data, on the station's computer; null when it has none. */
  controllerFolder: z.string().nullable(),
  /** The words that are typed on the station's computer in front of the arguments of the controller's program. */
  controllerCommand: z.array(z.string()),
});
export type StationInfo = z.infer<typeof stationInfoSchema>;

export const infoContract = { get: query(z.object({}), stationInfoSchema) };
