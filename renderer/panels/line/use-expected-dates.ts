import { computed } from 'vue';
import { labelSchema } from '#contract/api-v3/label.ts';
import type { CurrentJob } from '#contract/api-v3/printer.ts';
import type { StationClient } from '#contract/station/index.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { changingTexts, labelContent, type ContentText, type LabelContent } from '#rendering/label/label-content.ts';
import { printedDays } from '../../domain/scanning/printed-dates.ts';
import { useStationClient } from '../../composables/station-client.ts';
import { useFormats } from '../../composables/use-formats.ts';
import { useClockStore } from '../../stores/clock.ts';
import { usePrinter } from '../../stores/fleet/use-printer.ts';
import { useLoad } from '../../stores/use-load.ts';

interface Source {
  content: LabelContent;
  /** The texts as the controller would print them now; undefined if it cannot say so for this job. */
  texts: readonly ContentText[] | undefined;
  values: Omit<PrintValues, 'moment'>;
  settings: Awaited<ReturnType<StationClient['settings']['get']>>;
  /** The values that the label asks for, such as a batch. */
  prompted: { name: string; value: string }[];
}

/** The days that the label of a printer's job prints now, each in unambiguous form, and the values that the label asks for. */
export function useExpectedDates(on: () => { connection: string; printer: string }) {
  const client = useStationClient();
  const clock = useClockStore();
  const { date } = useFormats();
  const { job, connection } = usePrinter(on);
  /** Dates change by the minute at most. */
  const minute = computed(() => Math.floor(clock.now / 60_000) * 60_000);
  const source = useLoad(
    (signal) => (job.value?.label ? readSource(client, { connection: on().connection, job: job.value }, signal) : undefined),
    [minute, () => on().connection, () => job.value?.label, () => job.value?.revision, () => job.value?.row, () => connection.value?.state],
  );

  const days = computed(() => {
    if (!source.value.value) return [];
    const { content, texts, values, settings } = source.value.value;
    const all: PrintValues = { ...values, moment: { epochMs: minute.value, ...settings } };
    return printedDays(content, all, texts ?? changingTexts(content, all)).map(({ printed, day }) => ({
      printed,
      date: date(Date.parse(day), 'UTC'),
    }));
  });
  const prompted = computed(() => source.value.value?.prompted ?? []);
  return { days, prompted, problem: source.problem };
}

async function readSource(
  client: StationClient,
  { connection, job }: { connection: string; job: CurrentJob },
  signal: AbortSignal,
): Promise<Source | undefined> {
  const { label: name, newerRevision, revision } = job;
  const [document, settings, variables, prompted, row] = await Promise.all([
    newerRevision === undefined
      ? client.labels.get({ connection, name }, signal)
      : client.labels.version({ connection, name, revision }, signal),
    client.settings.get({ connection }, signal),
    client.variables.list({ connection }, signal),
    client.variables.prompts({ connection, label: name }, signal),
    rowOf(client, { connection, job }, signal),
  ]);
  const label = labelSchema.safeParse(document);
  if (!label.success) return undefined;
  const texts = await simulatedTexts(client, { connection, job, row }, signal);
  const values = { variables: new Map(variables.map((variable) => [variable.name, variable.value])), counters: new Map(), row };
  return {
    content: labelContent(label.data),
    texts,
    values,
    settings,
    prompted: prompted.map(({ name: asked, value }) => ({ name: asked, value })),
  };
}

/** The texts of the next print, with its counters and shift codes. A simulation is of the newest version, and names its row by a key. */
async function simulatedTexts(
  client: StationClient,
  { connection, job, row }: { connection: string; job: CurrentJob; row: ReadonlyMap<string, string> | undefined },
  signal: AbortSignal,
): Promise<readonly ContentText[] | undefined> {
  const { label: name, newerRevision, table, key } = job;
  const keyColumn = [...(row ?? [])].find(([, cell]) => cell === key)?.[0];
  if (newerRevision !== undefined || (table !== undefined && keyColumn === undefined)) return undefined;
  const ofRow = table === undefined ? {} : { tableName: table, keyColumn, key };
  const simulated = labelSchema.safeParse(await client.labels.simulate({ connection, name, query: { ...ofRow, lenient: 'true' } }, signal));
  return simulated.success ? labelContent(simulated.data).unchanging : undefined;
}

/** The cells of the row that is printed next. */
async function rowOf(
  client: StationClient,
  { connection, job: { table, row } }: { connection: string; job: CurrentJob },
  signal: AbortSignal,
): Promise<Map<string, string> | undefined> {
  if (table === undefined || row === undefined) return undefined;
  const { columns, rows } = await client.tables.rows({ connection, name: table, query: { offset: row, limit: 1 } }, signal);
  return new Map(columns.map((column, index) => [column, rows[0]?.cells[index] ?? '']));
}
