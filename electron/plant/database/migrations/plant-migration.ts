/** One migration of the tables of a plant. Never changed after its release. */
export interface PlantMigration {
  /** 1, 2, 3, ... without gaps. */
  version: number;
  /** Statements that run in one transaction. */
  sql: string;
}
