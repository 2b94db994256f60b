/** A column of the file and what becomes of it. */
export interface PlannedColumn {
  /** Its place in the file, from 0. */
  index: number;
  /** Its name in the file. */
  source: string;
  /** Its name in the table. */
  name: string;
  isKept: boolean;
}

export type PlanFault = { kind: 'nameless'; column: number } | { kind: 'twice'; name: string } | { kind: 'none' };

/** Every column under its own name, as the file has them. */
export function planOf(columns: readonly string[]): PlannedColumn[] {
  return columns.map((source, index) => ({ index, source, name: source, isKept: true }));
}

/** What keeps the columns from being those of a table. */
export function planFaults(plan: readonly PlannedColumn[]): PlanFault[] {
  const kept = plan.filter(({ isKept }) => isKept);
  if (kept.length === 0) return [{ kind: 'none' }];
  const names = new Set<string>();
  const twice = new Set<string>();
  for (const { name } of kept) (names.has(name) ? twice : names).add(name);
  return [
    ...kept.filter(({ name }) => name === '').map(({ index }): PlanFault => ({ kind: 'nameless', column: index + 1 })),
    ...[...twice].filter((name) => name !== '').map((name): PlanFault => ({ kind: 'twice', name })),
  ];
}

/** True when the table gets the columns exactly as the file has them. */
export function isUntouched(plan: readonly PlannedColumn[]): boolean {
  return plan.every(({ isKept, name, source }) => isKept && name === source);
}

/** The columns that the table has now and will not have afterwards. */
export function missingColumns(plan: readonly PlannedColumn[], present: readonly string[]): string[] {
  const names = new Set(plan.filter(({ isKept }) => isKept).map(({ name }) => name));
  return present.filter((column) => !names.has(column));
}

/** The cells of a row that are stored, in the order of the file. */
export function storedCells(plan: readonly PlannedColumn[], cells: readonly string[]): string[] {
  return plan.filter(({ isKept }) => isKept).map(({ index }) => cells[index] ?? '');
}
