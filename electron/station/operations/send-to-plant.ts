import type { LibraryItemPlace } from '#contract/api-v3/library-item.ts';
import { proposedVersionSchema } from '#contract/api-v3/plant-library.ts';
import { authorHeaders } from '../connections/command-headers.ts';
import { apiPath } from '../connections/controller-path.ts';
import type { StationModules } from '../modules/station-modules.ts';
import { requireExtensions } from './require-extensions.ts';

/** Sends items of one kind to the library of the plant. Throws `controller-refused` for a controller without this extension. */
export function sendToPlant({ controllers, author }: Pick<StationModules, 'controllers' | 'author'>, kind: LibraryItemPlace['kind']) {
  return async ({ connection, name }: { connection: string; name: string }): Promise<{ version: number }> => {
    requireExtensions(controllers, connection, 'the library of a plant');
    const headers = authorHeaders(author());
    const { value } = await controllers.change(connection, {
      method: 'POST',
      path: apiPath`/plant/library`,
      json: { kind, name },
      headers,
    });
    return proposedVersionSchema.parse(value);
  };
}
