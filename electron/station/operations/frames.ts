import { framesSchema } from '#contract/api-v3/frame.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { apiPath, queryText } from '../connections/controller-path.ts';
import type { StationModules } from '../modules/station-modules.ts';
import { requireExtensions } from './require-extensions.ts';

const WHAT = 'the recording of connections';

/** Every operation throws `controller-refused` for a controller without this extension. */
export function framesOperations({ controllers }: StationModules): StationHandlers['frames'] {
  return {
    read: async ({ connection, printer, after }) => {
      requireExtensions(controllers, connection, WHAT);
      const query = queryText({ after: String(after) });
      return controllers.read(connection, apiPath`/printers/${printer}/frames` + query, framesSchema);
    },
    record: async ({ connection, printer, recording }) => {
      requireExtensions(controllers, connection, WHAT);
      await controllers.change(connection, { method: 'POST', path: apiPath`/printers/${printer}/frames/record`, json: { recording } });
      return {};
    },
  };
}
