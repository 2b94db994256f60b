import { memorySizeOf } from '#storage/database/memory-size.ts';
import type { Preflight, PreflightFinding, PreflightKind } from '#contract/api-v3/preflight.ts';

/** The most findings that are stored per pre-flight, and their total bytes; all findings are counted. */
const MAX_STORED = 10_000;
const MAX_STORED_BYTES = 8 * 1024 * 1024;

type Counts = Preflight['counts'];

interface Count {
  stops: boolean;
  findings: number;
  rows: number;
  /** The last row that was counted: findings of a row are added one after the other. */
  row: number;
}

/** Collects the findings of a pre-flight: counts all, and stores as many as a person can read. */
export class FindingCollector {
  readonly #counts = new Map<PreflightKind, Count>();
  readonly #stored: PreflightFinding[] = [];
  #bytes = 0;

  add(finding: PreflightFinding): void {
    const { kind, stops, row } = finding;
    const count = this.#counts.get(kind) ?? { stops, findings: 0, rows: 0, row: -1 };
    count.findings += 1;
    if (count.row !== row) count.rows += 1;
    count.row = row;
    this.#counts.set(kind, count);
    if (this.#stored.length >= MAX_STORED || this.#bytes > MAX_STORED_BYTES) return;
    this.#bytes += memorySizeOf(finding);
    if (this.#bytes <= MAX_STORED_BYTES) this.#stored.push(finding);
  }

  get counts(): Counts {
    return [...this.#counts].map(([kind, { stops, findings, rows }]) => ({ kind, stops, findings, rows }));
  }

  /** In the order in which they were found. */
  get stored(): readonly PreflightFinding[] {
    return this.#stored;
  }
}
