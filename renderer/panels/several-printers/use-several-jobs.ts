import { shallowRef } from 'vue';
import type { PrintJob } from '#contract/api-v3/print-job.ts';
import { labelSchema } from '#contract/api-v3/label.ts';
import { ProblemError, problemSlug, type Problem } from '#contract/problem.ts';
import type { StationClient } from '#contract/station/index.ts';
import type { LinePrinter } from '#contract/station/lines.ts';
import type { Planned } from '#contract/station/plans.ts';
import { labelContent, type LabelContent } from '#rendering/label/label-content.ts';
import { useStationClient } from '../../composables/station-client.ts';
import { useConnectionsStore } from '../../stores/connections.ts';
import { usePrintingStore } from '../../stores/printing.ts';
import { applyPlan } from '../job/apply-plan.ts';
import { useOutcomes } from './use-outcomes.ts';

/** A job for several printers, chosen from the labels of one controller. */
export interface SeveralJob {
  job: PrintJob;
  label: string;
  /** The connection whose labels and values were chosen from. */
  connection: string;
}

/** The plan of a printer. Null for a controller that makes no plans: its job is loaded without one. */
interface SeenJob {
  job: PrintJob;
  planned: Planned | null;
}

/** One plan per printer, then one loaded job per printer. Each printer refuses on its own; the others go on. */
export function useSeveralJobs() {
  const client = useStationClient();
  const connections = useConnectionsStore();
  const printing = usePrintingStore();
  const chosen = shallowRef<SeveralJob>();

  const plans = useOutcomes(async ({ connection, printer }): Promise<SeenJob> => {
    const job = await jobFor(client, chosen.value, connection);
    if (connections.findConnection(connection)?.hasExtensions === false) return { job, planned: null };
    const planned = await client.plans.make({ connection, printers: [printer], job });
    const problem = planned.printers[0]?.problem;
    if (problem) throw problemError(problem);
    return { job, planned };
  });

  const loads = useOutcomes(async (on): Promise<{ id: string }> => {
    const seen = plans.answerOf(on);
    if (!seen) throw new ProblemError('plan-stale');
    if (!seen.planned) return printing.select(on, seen.job);
    const { connection, printer } = on;
    const content = await contentOf(client, connection, seen.planned);
    const applied = await applyPlan(client, { connection, printers: [printer], job: seen.job, planned: seen.planned, content });
    const selection = applied?.printers[0]?.selection;
    if (!selection) throw new ProblemError('plan-stale');
    return selection;
  });

  /** Plans the job on these printers. */
  function plan(job: SeveralJob, printers: readonly LinePrinter[]): Promise<void> {
    chosen.value = job;
    plans.clear();
    loads.clear();
    return plans.sendAll(printers);
  }

  /** Plans these printers again, and loads those that accept. */
  async function tryAgain(printers: readonly LinePrinter[]): Promise<void> {
    await plans.sendAll(printers);
    await loads.sendAll(printers.filter((on) => plans.find(on)?.state === 'done'));
  }

  return { chosen, plans, loads, plan, tryAgain };
}

/**
 * The job for the printers of a connection. The values that the label asks for were stored on the connection that it was chosen from: another
 * controller gets them with the selection.
 */
async function jobFor(client: StationClient, chosen: SeveralJob | undefined, connection: string): Promise<PrintJob> {
  if (!chosen) throw new ProblemError('invalid-input', { detail: 'No job is chosen.' });
  if (connection === chosen.connection || chosen.label === '') return chosen.job;
  const prompts = await client.variables.prompts({ connection: chosen.connection, label: chosen.label });
  if (prompts.length === 0) return chosen.job;
  return { ...chosen.job, variables: Object.fromEntries(prompts.map(({ name, value }) => [name, value])) };
}

/** The content of the planned label, which tells advanced serial numbers from other changes; undefined if there is none to compare. */
async function contentOf(client: StationClient, connection: string, planned: Planned): Promise<LabelContent | undefined> {
  const name = planned.printers[0]?.plan?.first.label;
  if (!name) return undefined;
  const parsed = labelSchema.safeParse(await client.labels.get({ connection, name }));
  return parsed.success ? labelContent(parsed.data) : undefined;
}

function problemError({ type, detail, errors }: Problem): ProblemError {
  return new ProblemError(problemSlug(type) ?? 'internal', { ...(detail === undefined ? {} : { detail }), ...(errors ? { errors } : {}) });
}
