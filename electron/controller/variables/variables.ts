import type { Selectable } from 'kysely';
import { ProblemError } from '#contract/problem.ts';
import { promptSchema } from '#contract/api-v3/prompt.ts';
import type { Variable, VariableListItem } from '#contract/api-v3/variable.ts';
import type { ControllerDatabase, ControllerSchema, ControllerTransaction } from '#storage/controller-schema.ts';
import { inTransaction } from '#storage/in-transaction.ts';
import { KeptReading } from '#storage/kept-reading.ts';
import { Statement } from '#storage/statement.ts';
import { tellNobody, type Tell } from '../events/events.ts';
import { readStored } from '../stored-content/stored-json.ts';
import { renameRow, type NewName } from '../rename-row.ts';

const NAMED = { table: 'variables', word: 'variable', path: 'variables' };

const VALUES = new Statement<{ name: string; value: string }>(`
  SELECT name, value FROM variables WHERE name IN (SELECT value FROM json_each(?1)) ORDER BY name`);
const VALUES_OF = new KeptReading('variables', async (db: ControllerDatabase | ControllerTransaction, names) => {
  const rows = await VALUES.all(db, names);
  return new Map<string, string>(rows.map(({ name, value }) => [name, value]));
});

/** Named values that labels can contain. Methods that take `db` last join the caller's transaction when they are given one. */
export class Variables {
  readonly #db: ControllerDatabase;
  readonly #tell: Tell;

  constructor({ db, tell = tellNobody }: { db: ControllerDatabase; tell?: Tell }) {
    this.#db = db;
    this.#tell = tell;
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

  /** Creates the variable or replaces it as a whole. */
  async put(name: string, variable: Variable, db: ControllerDatabase | ControllerTransaction = this.#db): Promise<'created' | 'replaced'> {
    const { value, description, userEdit, pinned, prompt } = variable;
    const flags = { user_edit: userEdit ? 1 : 0, pinned: pinned ? 1 : 0 };
    const values = { value, description, ...flags, prompt: prompt ? JSON.stringify(prompt) : null };
    return inTransaction(db, async (trx) => {
      this.#tell({ type: 'variable:changed', name }, trx);
      const { numUpdatedRows } = await trx.updateTable('variables').set(values).where('name', '=', name).executeTakeFirst();
      if (numUpdatedRows > 0n) return 'replaced';
      await trx
        .insertInto('variables')
        .values({ name, ...values })
        .execute();
      return 'created';
    });
  }

  /** Sets the values of variables, and nothing else of them. Throws `not-found`. */
  async setValues(values: ReadonlyMap<string, string>, trx: ControllerTransaction): Promise<void> {
    for (const [name, value] of values) {
      const { numUpdatedRows } = await trx.updateTable('variables').set({ value }).where('name', '=', name).executeTakeFirst();
      if (numUpdatedRows === 0n) throw missing(name);
      this.#tell({ type: 'variable:changed', name }, trx);
    }
  }

  /** Those of these variables that there are. */
  async existing(names: readonly string[], db: ControllerDatabase | ControllerTransaction = this.#db): Promise<Map<string, Variable>> {
    if (names.length === 0) return new Map();
    const rows = await db.selectFrom('variables').selectAll().where('name', 'in', names).execute();
    return new Map(rows.map((row) => [row.name, readVariable(row)]));
  }

  /** Throws `not-found`. Whether a job still needs the variable is for the caller to know. */
  async remove(name: string, db: ControllerDatabase | ControllerTransaction = this.#db): Promise<void> {
    await inTransaction(db, async (trx) => {
      const { numDeletedRows } = await trx.deleteFrom('variables').where('name', '=', name).executeTakeFirst();
      if (numDeletedRows === 0n) throw missing(name);
      this.#tell({ type: 'variable:removed', name }, trx);
    });
  }

  /** Throws `not-found`, and `name-taken`. Whether somebody goes by the old name is for the caller to know. */
  async rename(change: NewName, trx: ControllerTransaction): Promise<void> {
    if (!(await renameRow(NAMED, change, trx))) throw missing(change.name);
    this.#tell({ type: 'variable:renamed', ...change }, trx);
  }

  /** The values of those of these variables that there are, read at one moment. A label that prints another one cannot be drawn. */
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
