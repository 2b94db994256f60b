import type { ControllerDatabase, ControllerSchema } from './controller-schema.ts';
import { initial } from './migrations/controller/0001-initial.ts';
import { labelLanguage } from './migrations/controller/0002-label-language.ts';
import { truthfulPrinting } from './migrations/controller/0003-truthful-printing.ts';
import type { DiskListener } from './kysely-database.ts';
import { openDatabase } from './open-database.ts';

export const CONTROLLER_MIGRATIONS = [initial, labelLanguage, truthfulPrinting];

/** Opens the controller's database (`:memory:` in tests) at its newest version. */
export function openControllerDatabase(file: string, disk: DiskListener = {}): ControllerDatabase {
  return openDatabase<ControllerSchema>({ file, migrations: CONTROLLER_MIGRATIONS, disk });
}
