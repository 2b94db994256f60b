import { z } from 'zod';
import { fontListItemSchema } from '#contract/api-v3/font.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { apiPath } from '../connections/controller-path.ts';
import { listSubstituteFonts } from '../substitute-files/substitute-fonts.ts';
import type { StationModules } from '../modules/station-modules.ts';

export function fontsOperations({ controllers }: StationModules): StationHandlers['fonts'] {
  return {
    list: ({ connection }) =>
      controllers.hasExtensions(connection)
        ? controllers.read(connection, apiPath`/fonts`, z.array(fontListItemSchema))
        : listSubstituteFonts(),
    remove: async ({ connection, family, style }) => {
      await controllers.change(connection, { method: 'DELETE', path: apiPath`/fonts/${family}/${style}` });
      return {};
    },
  };
}
