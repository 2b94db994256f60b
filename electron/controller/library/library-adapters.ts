import { labelSchema } from '#contract/api-v3/label.ts';
import { controllerSettingsSchema } from '#contract/api-v3/settings.ts';
import { shiftCodeSchema } from '#contract/api-v3/shift-code.ts';
import { tableSchema } from '#contract/api-v3/table.ts';
import { variableSchema, type Variable } from '#contract/api-v3/variable.ts';
import { parseInput } from '#contract/parse-input.ts';
import type { LibraryKind } from '#contract/api-v3/library-item.ts';
import { ProblemError } from '#contract/problem.ts';
import type { FontName } from '#rendering/text/font-library.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import type { Fonts } from '../fonts/fonts.ts';
import type { LabelApprovals } from '../labels/label-approvals.ts';
import type { Labels } from '../labels/labels.ts';
import type { Removal } from '../names/removal.ts';
import type { Settings } from '../settings/settings.ts';
import type { ShiftCodes } from '../shift-codes/shift-codes.ts';
import type { Tables } from '../tables/tables.ts';
import type { Variables } from '../variables/variables.ts';
import type { LibraryAdapter } from './library-adapter.ts';

export interface LibraryAdaptersDeps {
  db: ControllerDatabase;
  labels: Labels;
  labelApprovals: LabelApprovals;
  tables: Tables;
  variables: Variables;
  shiftCodes: ShiftCodes;
  settings: Settings;
  fonts: Fonts;
  removal: Removal;
  /** A label was taken. */
  onLabel: () => void;
}

/** Who removes items that the plant has withdrawn. */
const PLANT = 'Plant';

/** How the items of each kind are read and changed on this controller. */
export function libraryAdapters(deps: LibraryAdaptersDeps): Readonly<Record<LibraryKind, LibraryAdapter>> {
  return {
    font: fontAdapter(deps),
    settings: settingsAdapter(deps),
    'shift-code': shiftCodeAdapter(deps),
    table: tableAdapter(deps),
    variable: variableAdapter(deps),
    label: labelAdapter(deps),
  };
}

/** Jobs print the version that was current when they were selected, so a label is taken at any time. */
function labelAdapter({ db, labels, labelApprovals, removal, onLabel }: LibraryAdaptersDeps): LibraryAdapter {
  return {
    mark: async (name, at) => (await labels.findRevision(name, at))?.toString(),
    read: async (name) => jsonOf((await labels.get(name)).label),
    take: async ({ name, bytes, savedBy, approvedBy }) => {
      const label = parseInput(labelSchema, parsed(bytes));
      await inTransaction(db, async (trx) => {
        await labels.put(name, label, { author: savedBy, db: trx });
        const revision = await labels.revision(name, trx);
        if (approvedBy !== undefined) await labelApprovals.recordApproval({ name, revision }, approvedBy, trx);
      });
      onLabel();
    },
    remove: (name) => removal.label(name, { by: PLANT }),
  };
}

function tableAdapter({ tables, removal }: LibraryAdaptersDeps): LibraryAdapter {
  return {
    mark: (name, at) => orUndefined(tables.version(name, at)),
    read: async (name) => jsonOf(await tables.get(name)),
    take: async ({ name, bytes }) => {
      const table = parseInput(tableSchema, parsed(bytes));
      await tables.put(name, table, (trx) => removal.refuseRunning({ noun: 'table', name }, trx));
    },
    remove: (name) => removal.table(name),
  };
}

/** A variable that operators may edit keeps the value that the line has given it. */
function variableAdapter({ db, variables, removal }: LibraryAdaptersDeps): LibraryAdapter {
  const definition = (variable: Variable): Variable => (variable.userEdit ? { ...variable, value: '' } : variable);
  return {
    mark: async (name, at) => {
      const variable = (await variables.existing([name], at)).get(name);
      return variable && JSON.stringify(definition(variable));
    },
    read: async (name) => jsonOf(await variables.get(name)),
    take: ({ name, bytes }) => {
      const variable = parseInput(variableSchema, parsed(bytes));
      return inTransaction(db, async (trx) => {
        await removal.refuseRunning({ noun: 'variable', name }, trx);
        const own = (await variables.existing([name], trx)).get(name);
        const value = variable.userEdit && own ? own.value : variable.value;
        await variables.put(name, { ...variable, value }, trx);
      });
    },
    remove: (name) => removal.variable(name),
  };
}

function shiftCodeAdapter({ db, shiftCodes, removal }: LibraryAdaptersDeps): LibraryAdapter {
  return {
    mark: (name, at) => orUndefined(shiftCodes.get(name, at).then((shiftCode) => JSON.stringify(shiftCode))),
    read: async (name) => jsonOf(await shiftCodes.get(name)),
    take: ({ name, bytes }) => {
      const shiftCode = parseInput(shiftCodeSchema, parsed(bytes));
      return inTransaction(db, async (trx) => {
        await removal.refuseRunning({ noun: 'shiftCode', name }, trx);
        await shiftCodes.put(name, shiftCode, trx);
      });
    },
    remove: (name) => removal.shiftCode(name),
  };
}

function fontAdapter({ fonts, removal }: LibraryAdaptersDeps): LibraryAdapter {
  return {
    mark: async (name) => fonts.hashOf(fontOf(name)),
    read: async (name) => Buffer.from(fonts.file(fontOf(name))),
    take: async ({ name, bytes }) => void (await removal.putFont(fontOf(name), { bytes: new Uint8Array(bytes) })),
    remove: (name) => removal.font(fontOf(name)),
  };
}

/** Every controller has settings: they are never removed, only set. */
function settingsAdapter({ db, settings, fonts }: LibraryAdaptersDeps): LibraryAdapter {
  return {
    isAlwaysThere: true,
    mark: async (_name, at) => JSON.stringify(await settings.all(at)),
    read: async () => jsonOf(await settings.all()),
    take: async ({ bytes }) => {
      const given = parseInput(controllerSettingsSchema, parsed(bytes));
      fonts.requireAll(given.fallbackFonts, '/fallbackFonts');
      await inTransaction(db, (trx) => settings.putAll(given, trx));
    },
  };
}

/** Undefined for what does not exist. */
async function orUndefined(mark: Promise<string>): Promise<string | undefined> {
  try {
    return await mark;
  } catch (error) {
    if (error instanceof ProblemError && error.slug === 'not-found') return undefined;
    throw error;
  }
}

/** The library names a font by family and style, with a slash between them. */
function fontOf(name: string): FontName {
  const [family = '', style = ''] = name.split('/');
  return { family, style };
}

function jsonOf(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

function parsed(bytes: Buffer): unknown {
  return JSON.parse(bytes.toString('utf8'));
}
