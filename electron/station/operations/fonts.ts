import { z } from 'zod';
import { fontListItemSchema } from '#contract/api-v3/font.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { installedSystemFontSchema, systemFontSchema } from '#contract/api-v3/system-font.ts';
import { apiPath, queryText } from '../connections/controller-path.ts';
import { listSubstituteFonts } from '../substitute-files/substitute-fonts.ts';
import type { StationModules } from '../modules/station-modules.ts';

/** Milliseconds: a font is copied and inspected first. */
const INSTALLATION_LIMIT = 90_000;

export function fontsOperations({ controllers }: StationModules): StationHandlers['fonts'] {
  return {
    list: ({ connection }) =>
      controllers.hasExtensions(connection)
        ? controllers.read(connection, apiPath`/fonts`, z.array(fontListItemSchema))
        : listSubstituteFonts(),
    listSystem: async ({ connection, characters }) =>
      controllers.hasExtensions(connection)
        ? controllers.read(connection, apiPath`/systemFonts` + queryText({ characters }), z.array(systemFontSchema))
        : [],
    installSystem: async ({ connection, id }) => {
      const path = apiPath`/systemFonts/${id}/install`;
      const { value } = await controllers.change(connection, { method: 'POST', path, json: {}, limit: INSTALLATION_LIMIT });
      return installedSystemFontSchema.parse(value);
    },
    remove: async ({ connection, family, style }) => {
      await controllers.change(connection, { method: 'DELETE', path: apiPath`/fonts/${family}/${style}` });
      return {};
    },
  };
}
