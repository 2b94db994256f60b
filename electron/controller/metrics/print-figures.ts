import { printStateSchema, type PrintState } from '#contract/api-v3/print.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { Statement } from '#storage/database/statement.ts';
import type { PendingQueueEnds } from '../queue/pending-queue-ends.ts';
import type { Metric, Sample } from './exposition.ts';

const COUNTS = new Statement<
  { printer: string } & Record<'triggers' | 'trigger_bounces' | 'printed_labels' | 'handed_over_labels', number>
>('SELECT printer, triggers, trigger_bounces, printed_labels, handed_over_labels FROM print_counters');
/** The condition equals that of the index, so that printed records, nearly all, are not read. */
const NOT_PRINTED = new Statement<{ printer: string; state: PrintState; prints: number }>(
  "SELECT printer, state, count(*) AS prints FROM prints WHERE state IN ('reserved', 'sent', 'void', 'unknown') AND state <> 'printed' GROUP BY printer, state",
);
const REMOVED = new Statement<{ printer: string; voided: number }>(
  'SELECT printer, sum(voided) AS voided FROM ledger_archive GROUP BY printer',
);
const VERDICTS_OF = new Statement<{ printer: string; verified: number; misread: number; mismatch: number; not_read: number }>(
  'SELECT printer, verified, misread, mismatch, not_read FROM print_counters',
);
const QUEUED = new Statement<{ printer: string; jobs: number }>(
  "SELECT printer, count(*) AS jobs FROM jobs WHERE state = 'queued' GROUP BY printer",
);

/** The number of prints by state, of triggers and of queued jobs for each printer. */
export async function printFigures(
  db: ControllerDatabase,
  printers: readonly string[],
  ends: Pick<PendingQueueEnds, 'isEnded'>,
): Promise<Metric[]> {
  const [counts, notPrinted, removed, queued] = [
    await COUNTS.all(db),
    await NOT_PRINTED.all(db),
    await REMOVED.all(db),
    await QUEUED.all(db),
  ];
  const countOf = (printer: string) => counts.find((row) => row.printer === printer);
  const each = (value: (printer: string) => number | undefined): Sample[] =>
    printers.map((printer) => ({ labels: { printer }, value: value(printer) ?? 0 }));
  const printsIn = (printer: string, state: PrintState): number => {
    if (state === 'printed') return countOf(printer)?.printed_labels ?? 0;
    if (state === 'handed-over') return countOf(printer)?.handed_over_labels ?? 0;
    const stored = notPrinted.find((row) => row.printer === printer && row.state === state)?.prints ?? 0;
    return state === 'void' ? stored + (removed.find((row) => row.printer === printer)?.voided ?? 0) : stored;
  };
  const states = printStateSchema.options;
  const ofStates = printers.flatMap((printer) => states.map((state) => ({ labels: { printer, state }, value: printsIn(printer, state) })));
  return [
    await verifications(db, printers),
    counter(
      'strobe_triggers_total',
      'Triggers that were accepted.',
      each((printer) => countOf(printer)?.triggers),
    ),
    counter(
      'strobe_trigger_bounces_total',
      'Triggers that were refused because they came within the bounce time.',
      each((printer) => countOf(printer)?.trigger_bounces),
    ),
    gauge('strobe_prints', 'Prints of the ledger by state.', ofStates),
    gauge(
      'strobe_queued_jobs',
      'Jobs in the queue, the current one included.',
      each((name) => (ends.isEnded(name) ? 0 : queued.find(({ printer }) => printer === name)?.jobs)),
    ),
  ];
}

async function verifications(db: ControllerDatabase, printers: readonly string[]): Promise<Metric> {
  const rows = await VERDICTS_OF.all(db);
  const samples = printers.flatMap((printer) => {
    const row = rows.find((other) => other.printer === printer);
    const counts = { verified: row?.verified, misread: row?.misread, mismatch: row?.mismatch, 'not-read': row?.not_read };
    return Object.entries(counts).map(([verdict, value = 0]) => ({ labels: { printer, verdict }, value }));
  });
  return counter('strobe_verifications_total', 'Verdicts of readers on prints.', samples);
}

export function counter(name: string, help: string, samples: readonly Sample[]): Metric {
  return { name, help, type: 'counter', samples };
}

export function gauge(name: string, help: string, samples: readonly Sample[]): Metric {
  return { name, help, type: 'gauge', samples };
}
