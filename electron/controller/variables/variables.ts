import type { Selectable } from 'kysely';
import { ProblemError } from '#contract/problem.ts';
import { promptSchema } from '#contract/api-v3/prompt.ts';
import type { Variable, VariableListItem } from '#contract/api-v3/variable.ts';
import type { ControllerDatabase, ControllerSchema, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import { CachedRead } from '#storage/database/cached-query.ts';
import { Statement } from '#storage/database/statement.ts';
import { noPublish, type Publish } from '../events/events.ts';
import { readStored } from '../stored-content/stored-json.ts';
import { renameRow, type NewName } from '../platform/rename-row.ts';

const NAMED = { table: 'variables', word: 'variable', path: 'variables' };

const VALUES = new Statement<{ name: string; value: string }>(`
  SELECT name, value FROM variables WHERE name IN (SELECT value FROM json_each(?1)) ORDER BY name`);
const VALUES_OF = new CachedRead('variables', async (db: ControllerDatabase | ControllerTransaction, names) => {
  const rows = await VALUES.all(db, names);
  return new Map<string, string>(rows.map(({ name, value }) => [name, value]));
});

/** Named values that labels show. Methods with `db` as the last parameter join the caller's transaction. */
export class Variables {
  readonly #db: ControllerDatabase;
  readonly #publish: Publish;

  constructor({ db, publish = noPublish }: { db: ControllerDatabase; publish?: Publish }) {
    this.#db = db;
    this.#publish = publish;
  }

  /** All variables, sorted by name. */
  async list(): Promise<VariableListItem[]> {
    return this.#db.selectFrom('variables').select(['name', 'value']).orderBy('name').execute();
  }

  /** Throws `not-found`. */
  async get(name: string, db: ControllerDatabase | ControllerTransaction = this.#db): Promise<Variable> {
    const row = await db.selectFrom('variables').selectAll().where('name', '=', name).executeTakeFirst();
    if (!row) throw missing(name);
    return readVariable(row);
  }

  /** Creates or replaces the variable. */
  async put(name: string, variable: Variable, db: ControllerDatabase | ControllerTransaction = this.#db): Promise<'created' | 'replaced'> {
    const { value, description, userEdit, pinned, prompt } = variable;
    const flags = { user_edit: userEdit ? 1 : 0, pinned: pinned ? 1 : 0 };
    const values = { value, description, ...flags, prompt: prompt ? JSON.stringify(prompt) : null };
    return inTransaction(db, async (trx) => {
      this.#publish({ type: 'variable:changed', name }, trx);
      const { numUpdatedRows } = await trx.updateTable('variables').set(values).where('name', '=', name).executeTakeFirst();
      if (numUpdatedRows > 0n) return 'replaced';
      await trx
        .insertInto('variables')
        .values({ name, ...values })
        .execute();
      return 'created';
    });
  }

  /** Sets only the values of variables. Throws `not-found`. */
  async setValues(values: ReadonlyMap<string, string>, trx: ControllerTransaction): Promise<void> {
    for (const [name, value] of values) {
      const { numUpdatedRows } = await trx.updateTable('variables').set({ value }).where('name', '=', name).executeTakeFirst();
      if (numUpdatedRows === 0n) throw missing(name);
      this.#publish({ type: 'variable:changed', name }, trx);
    }
  }

  /** The existing variables of these names. */
  async existing(names: readonly string[], db: ControllerDatabase | ControllerTransaction = this.#db): Promise<Map<string, Variable>> {
    if (names.length === 0) return new Map();
    const rows = await db.selectFrom('variables').selectAll().where('name', 'in', names).execute();
    return new Map(rows.map((row) => [row.name, readVariable(row)]));
  }

  /** Removes the variable; the caller checks that it is not in use. Throws `not-found`. */
  async remove(name: string, db: ControllerDatabase | ControllerTransaction = this.#db): Promise<void> {
    await inTransaction(db, async (trx) => {
      const { numDeletedRows } = await trx.deleteFrom('variables').where('name', '=', name).executeTakeFirst();
      if (numDeletedRows === 0n) throw missing(name);
      this.#publish({ type: 'variable:removed', name }, trx);
    });
  }

  /** Renames the variable; the caller checks that the old name is not in use. Throws `not-found` and `name-taken`. */
  async rename(change: NewName, trx: ControllerTransaction): Promise<void> {
    if (!(await renameRow(NAMED, change, trx))) throw missing(change.name);
    this.#publish({ type: 'variable:renamed', ...change }, trx);
  }

  /** The values of the existing variables, read in one query. A label that shows a missing variable cannot be drawn. */
  async values(names: readonly string[], db: ControllerDatabase | ControllerTransaction = this.#db): Promise<ReadonlyMap<string, string>> {
    return names.length === 0 ? new Map() : VALUES_OF.get(db, JSON.stringify(names));
  }
}

function readVariable({ name, value, description, user_edit, pinned, prompt }: Selectable<ControllerSchema['variables']>): Variable {
  const variable = { value, description, userEdit: user_edit === 1, pinned: pinned === 1 };
  return prompt === null
    ? variable
    : {
        ...variable,
        prompt: readStored(promptSchema, prompt, {
          title: `prompt of the variable "${name}"`,
          instance: `/api/v3/variables/${encodeURIComponent(name)}`,
        }),
      };
}

function missing(name: string): ProblemError {
  return new ProblemError('not-found', {
    detail: `There is no variable "${name}".`,
    instance: `/api/v3/variables/${encodeURIComponent(name)}`,
  });
}
