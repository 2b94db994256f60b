import { memorySizeOf } from '#storage/memory-size.ts';
import type { Preflight, PreflightFinding, PreflightKind } from '#contract/api-v3/preflight.ts';

/** Findings that are kept of one pre-flight, and their bytes together; all of them are counted. */
const MOST_KEPT = 10_000;
const MOST_BYTES = 8 * 1024 * 1024;

type Counts = Preflight['counts'];

interface Count {
  stops: boolean;
  findings: number;
  rows: number;
  /** The last row that was counted: the findings of a row come one after the other. */
  row: number;
}

/** What a pre-flight found: every finding is counted, and as many are kept as a person can read. */
export class FindingBook {
  readonly #counts = new Map<PreflightKind, Count>();
  readonly #kept: PreflightFinding[] = [];
  #bytes = 0;

  add(finding: PreflightFinding): void {
    const { kind, stops, row } = finding;
    const count = this.#counts.get(kind) ?? { stops, findings: 0, rows: 0, row: -1 };
    count.findings += 1;
    if (count.row !== row) count.rows += 1;
    count.row = row;
    this.#counts.set(kind, count);
    if (this.#kept.length >= MOST_KEPT || this.#bytes > MOST_BYTES) return;
    this.#bytes += memorySizeOf(finding);
    if (this.#bytes <= MOST_BYTES) this.#kept.push(finding);
  }

  get counts(): Counts {
    return [...this.#counts].map(([kind, { stops, findings, rows }]) => ({ kind, stops, findings, rows }));
  }

  /** In the order in which they were found. */
  get kept(): readonly PreflightFinding[] {
    return this.#kept;
  }
}
