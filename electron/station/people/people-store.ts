import { z } from 'zod';
import { PERMISSIONS, ROLES, type Permission, type Role } from '#contract/station/permissions.ts';
import type { StationDatabase, StationSchema } from '#storage/database/station-schema.ts';

/** A person as the station keeps it. */
export interface StoredPerson {
  id: string;
  name: string;
  role: Role;
  /** Ids of lines; null = all lines. */
  lines: readonly string[] | null;
  isEnabled: boolean;
  secretHash: string;
  badgeHash: string | null;
}

type Row = StationSchema['people'];

const linesSchema = z.array(z.string());
const storedRoleSchema = z.enum(ROLES);
const permissionsSchema = z.array(z.enum(PERMISSIONS));

/** The people in the station's database. Once a method has resolved, its change survives a power cut. */
export class PeopleStore {
  readonly #db: StationDatabase;

  constructor(db: StationDatabase) {
    this.#db = db;
  }

  /** Throws for a person that this version cannot read: without it, a station whose people are unreadable would need no sign-in. */
  async list(): Promise<StoredPerson[]> {
    const rows = await this.#db.selectFrom('people').selectAll().orderBy('folded_name').execute();
    return rows.map(personOf);
  }

  async save(person: StoredPerson): Promise<void> {
    const row = rowOf(person);
    await this.#db
      .insertInto('people')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
  }

  async remove(id: string): Promise<void> {
    await this.#db.deleteFrom('people').where('id', '=', id).execute();
  }

  /** The permissions of the roles that were changed. */
  async permissions(): Promise<Map<Role, Permission[]>> {
    const rows = await this.#db.selectFrom('role_permissions').selectAll().execute();
    return new Map(rows.map(({ role, permissions }) => [storedRoleSchema.parse(role), permissionsSchema.parse(JSON.parse(permissions))]));
  }

  async savePermissions(role: Role, permissions: readonly Permission[]): Promise<void> {
    const row = { role, permissions: JSON.stringify(permissions) };
    await this.#db
      .insertInto('role_permissions')
      .values(row)
      .onConflict((conflict) => conflict.column('role').doUpdateSet(row))
      .execute();
  }
}

/** Names are compared without regard to upper and lower case. */
export function foldedName(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

function personOf(row: Row): StoredPerson {
  const { id, name, secret_hash: secretHash, badge_hash: badgeHash } = row;
  const lines = row.lines === null ? null : linesSchema.parse(JSON.parse(row.lines));
  return { id, name, role: storedRoleSchema.parse(row.role), lines, isEnabled: row.is_enabled === 1, secretHash, badgeHash };
}

function rowOf({ id, name, role, lines, isEnabled, secretHash, badgeHash }: StoredPerson): Row {
  return {
    ...{ id, name, role, folded_name: foldedName(name), secret_hash: secretHash, badge_hash: badgeHash },
    ...{ lines: lines && JSON.stringify(lines), is_enabled: isEnabled ? 1 : 0 },
  };
}
