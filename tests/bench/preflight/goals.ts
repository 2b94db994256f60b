import { loadBundledFonts } from '#controller/fonts/bundled-fonts.ts';
import { preflightRequestSchema, type Preflight } from '#contract/api-v3/preflight.ts';
import { compileLabel } from '#rendering/compile-label.ts';
import { printLabel } from '#rendering/print-label.ts';
import { compileExaminer, examinePrints } from '#rendering/review/examine-prints.ts';
import { openDiskController } from '../disk-controller.ts';
import type { Goal } from '../goal.ts';
import { CASE_LABEL, changingValues } from '../labels.ts';
import { usedMemory } from '../memory.ts';
import { LABELS, seededTable } from './seeded-table.ts';

/** How many rows there are; fewer while the measurement itself is worked at. */
const ROWS = Number(process.env['PREFLIGHT_ROWS'] ?? 100_000);
const TABLE = 'Real products';
/** Megabytes; a thousand bytes kept of each row would be 95. */
const MOST_GROWTH = 20;
/** A pre-flight looks at what it draws: that takes longer than to draw it. */
const MOST_COST = 4;
const TARGET = { hdpi: 300, vdpi: 300 };
const REQUEST = preflightRequestSchema.parse({
  ...{ labelName: 'Case', labelColumn: 'Label', keyColumn: 'SKU', copiesColumn: 'Copies' },
  moments: ['2026-11-21T05:00:00Z', '2026-11-30T21:00:00Z'],
});

interface Ending {
  /** `row kind` of everything that was found. */
  found: ReadonlySet<string>;
  faults: ReadonlySet<string>;
  /** Megabytes in use after each tenth of the rows. */
  memory: number[];
}

let ending: Promise<Ending> | undefined;

/** One pre-flight for all that is told of it. */
function lookOnce(tell: (line: string) => void): Promise<Ending> {
  ending ??= look(tell);
  return ending;
}

async function look(tell: (line: string) => void): Promise<Ending> {
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
        tell(`${rowsDone} of ${ROWS} rows, ${prints} prints, ${memory.at(-1)?.toFixed(1)} MB in use`);
      },
    );
    const seconds = (performance.now() - begin) / 1_000;
    tell(`${ended.state} in ${seconds.toFixed(0)} s: ${Math.round(ended.prints / seconds)} prints drawn and looked at a second`);
    const { findings } = await controller.preflights.findings(id, { offset: 0, limit: Number.MAX_SAFE_INTEGER });
    return { found: new Set(findings.map(({ row, kind }) => `${row} ${kind}`)), faults, memory };
  } finally {
    await close();
  }
}

/** Asks until it has ended; tells of every tenth of the rows. */
async function follow(ask: () => Promise<Preflight>, tenth: (preflight: Preflight) => void): Promise<Preflight> {
  for (let told = 0; ;) {
    const preflight = await ask();
    if (preflight.rowsDone >= ((told + 1) * preflight.rows) / 10) {
      told = Math.floor((preflight.rowsDone * 10) / preflight.rows);
      tenth(preflight);
    }
    if (preflight.ended !== null) return preflight;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A table of real products, some rows of which were made wrong: how many of those are missed and how many others found, and what it keeps. */
export const PREFLIGHT_GOALS: readonly Goal[] = [
  {
    name: 'preflight-faults',
    goal: { atMost: 0 },
    count: async (tell) => {
      const { found, faults } = await lookOnce(tell);
      const missed = [...faults].filter((fault) => !found.has(fault));
      const invented = [...found].filter((fault) => !faults.has(fault));
      tell(
        `${faults.size} seeded, ${missed.length} missed, ${invented.length} invented: ${[...missed, ...invented].slice(0, 9).join(', ')}`,
      );
      return missed.length + invented.length;
    },
  },
  {
    name: 'preflight-memory',
    goal: { atMost: MOST_GROWTH },
    count: async (tell) => {
      const { memory } = await lookOnce(tell);
      const half = Math.floor(memory.length / 2);
      return Math.max(...memory.slice(half)) - (memory[half - 1] ?? 0);
    },
  },
  {
    name: 'preflight-cost',
    goal: { atMost: MOST_COST },
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
