import { z } from 'zod';
import { query } from './operation.ts';

export const stationInfoSchema = z.object({
  version: z.string(),
  /** The desktop app, or the headless station whose page is opened in a browser. */
  kind: z.enum(['desktop', 'headless']),
  /** Milliseconds between two polls of a printer. */
  pollInterval: z.number(),
  /** Data folder of the embedded controller, on the station's computer; null without one. */
  controllerFolder: z.string().nullable(),
  /** Command line that runs the controller's program on the station's computer, without arguments. */
  controllerCommand: z.array(z.string()),
});
export type StationInfo = z.infer<typeof stationInfoSchema>;

export const infoContract = { get: query(z.object({}), stationInfoSchema) };
