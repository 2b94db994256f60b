/** A column of the file, and the table column that it becomes. */
export interface PlannedColumn {
  /** Its index in the file, from 0. */
  index: number;
  /** Its name in the file. */
  source: string;
  /** Its name in the table. */
  name: string;
  isKept: boolean;
}

export type PlanFault = { kind: 'nameless'; column: number } | { kind: 'twice'; name: string } | { kind: 'none' };

/** Every column with its own name, in the order of the file. */
export function planOf(columns: readonly string[]): PlannedColumn[] {
  return columns.map((source, index) => ({ index, source, name: source, isKept: true }));
}

/** Why the columns cannot be those of a table. */
export function planFaults(plan: readonly PlannedColumn[]): PlanFault[] {
  const stored = plan.filter(({ isKept }) => isKept);
  if (stored.length === 0) return [{ kind: 'none' }];
  const names = new Set<string>();
  const twice = new Set<string>();
  for (const { name } of stored) (names.has(name) ? twice : names).add(name);
  return [
    ...stored.filter(({ name }) => name === '').map(({ index }): PlanFault => ({ kind: 'nameless', column: index + 1 })),
    ...[...twice].filter((name) => name !== '').map((name): PlanFault => ({ kind: 'twice', name })),
  ];
}

/** Whether the table gets the columns of the file unchanged. */
export function isUntouched(plan: readonly PlannedColumn[]): boolean {
  return plan.every(({ isKept, name, source }) => isKept && name === source);
}

/** The current columns of the table that it will not have afterwards. */
export function missingColumns(plan: readonly PlannedColumn[], present: readonly string[]): string[] {
  const names = new Set(plan.filter(({ isKept }) => isKept).map(({ name }) => name));
  return present.filter((column) => !names.has(column));
}

/** The stored cells of a row, in the order of the file. */
export function storedCells(plan: readonly PlannedColumn[], cells: readonly string[]): string[] {
  return plan.filter(({ isKept }) => isKept).map(({ index }) => cells[index] ?? '');
}
