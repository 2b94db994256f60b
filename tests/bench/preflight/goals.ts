import { loadBundledFonts } from '#bundled-fonts/bundled-fonts.ts';
import { preflightRequestSchema, type Preflight } from '#contract/api-v3/preflight.ts';
import { compileLabel } from '#rendering/label/compile-label.ts';
import { printLabel } from '#rendering/label/print-label.ts';
import { compileExaminer, examinePrints } from '#rendering/label/review/examine-prints.ts';
import { openDiskController } from '../disk-controller.ts';
import type { Goal } from '../goal.ts';
import { CASE_LABEL, changingValues } from '../labels.ts';
import { usedMemory } from '../memory.ts';
import { LABELS, seededTable } from './seeded-table.ts';

/** Number of rows; a smaller number speeds up work on the measurement itself. */
const ROWS = Number(process.env['PREFLIGHT_ROWS'] ?? 100_000);
const TABLE = 'Real products';
/** Megabytes; retaining a thousand bytes per row would be 95. */
const MAX_GROWTH = 20;
/** A pre-flight also reviews what it renders, which takes longer than rendering. */
const MAX_COST = 4;
const TARGET = { hdpi: 300, vdpi: 300 };
const REQUEST = preflightRequestSchema.parse({
  ...{ labelName: 'Case', labelColumn: 'Label', keyColumn: 'SKU', copiesColumn: 'Copies' },
  moments: ['2026-11-21T05:00:00Z', '2026-11-30T21:00:00Z'],
});

interface Ending {
  /** `row kind` of all findings. */
  found: ReadonlySet<string>;
  faults: ReadonlySet<string>;
  /** Megabytes in use after each tenth of the rows. */
  memory: number[];
}

let ending: Promise<Ending> | undefined;

/** Runs one pre-flight for all goals. */
function checkOnce(report: (line: string) => void): Promise<Ending> {
  ending ??= runPreflight(report);
  return ending;
}

async function runPreflight(report: (line: string) => void): Promise<Ending> {
  const { controller, close } = await openDiskController({ printers: 1, threads: 2 });
  try {
    for (const [name, label] of Object.entries(LABELS)) await controller.labels.put(name, label);
    const { table, faults } = seededTable(ROWS);
    await controller.tables.put(TABLE, table);
    const begin = performance.now();
    const { id } = await controller.preflights.start(TABLE, REQUEST);
    const memory: number[] = [];
    const ended = await follow(
      () => controller.preflights.get(id),
      ({ rowsDone, prints }) => {
        memory.push(usedMemory());
        report(`${rowsDone} of ${ROWS} rows, ${prints} prints, ${memory.at(-1)?.toFixed(1)} MB in use`);
      },
    );
    const seconds = (performance.now() - begin) / 1_000;
    report(`${ended.state} in ${seconds.toFixed(0)} s: ${Math.round(ended.prints / seconds)} prints rendered and reviewed per second`);
    const { findings } = await controller.preflights.findings(id, { offset: 0, limit: Number.MAX_SAFE_INTEGER });
    return { found: new Set(findings.map(({ row, kind }) => `${row} ${kind}`)), faults, memory };
  } finally {
    await close();
  }
}

/** Polls until it has ended; calls `tenth` after every tenth of the rows. */
async function follow(ask: () => Promise<Preflight>, tenth: (preflight: Preflight) => void): Promise<Preflight> {
  for (let reported = 0; ;) {
    const preflight = await ask();
    if (preflight.rowsDone >= ((reported + 1) * preflight.rows) / 10) {
      reported = Math.floor((preflight.rowsDone * 10) / preflight.rows);
      tenth(preflight);
    }
    if (preflight.ended !== null) return preflight;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * A table of real products with seeded faults: how many of them are missed, how many other findings there are, and how much memory remains
 * in use.
 */
export const PREFLIGHT_GOALS: readonly Goal[] = [
  {
    name: 'preflight-faults',
    goal: { atMost: 0 },
    count: async (report) => {
      const { found, faults } = await checkOnce(report);
      const missed = [...faults].filter((fault) => !found.has(fault));
      const invented = [...found].filter((fault) => !faults.has(fault));
      report(
        `${faults.size} seeded, ${missed.length} missed, ${invented.length} invented: ${[...missed, ...invented].slice(0, 9).join(', ')}`,
      );
      return missed.length + invented.length;
    },
  },
  {
    name: 'preflight-memory',
    goal: { atMost: MAX_GROWTH },
    count: async (report) => {
      const { memory } = await checkOnce(report);
      const half = Math.floor(memory.length / 2);
      return Math.max(...memory.slice(half)) - (memory[half - 1] ?? 0);
    },
  },
  {
    name: 'preflight-cost',
    goal: { atMost: MAX_COST },
    prepare: async () => {
      const fonts = await loadBundledFonts();
      const examiner = compileExaminer(CASE_LABEL, { target: TARGET, fonts, printableHeight: undefined });
      const compiled = compileLabel(CASE_LABEL, TARGET, fonts);
      let [ours, theirs] = [0, 0];
      return {
        a: () => {
          const values = changingValues((ours += 1));
          return examinePrints(examiner, values, { rows: [values.row], moments: [values.moment.epochMs] });
        },
        b: () => printLabel(compiled, changingValues((theirs += 1))),
      };
    },
  },
];
