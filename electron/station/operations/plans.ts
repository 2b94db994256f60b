import { z } from 'zod';
import { planSchema, type Plan } from '#contract/api-v3/plan.ts';
import { selectionSchema, type PrintJob, type Selection } from '#contract/api-v3/print-job.ts';
import { ProblemError, type Problem } from '#contract/problem.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { apiPath } from '../connections/controller-path.ts';
import type { Controllers } from '../connections/controllers.ts';
import { once, signed } from './order-headers.ts';

/** A token that stands for several: printers with the controller's own tokens. */
const tokensSchema = z.array(z.tuple([z.string(), z.string()]));

/** One job on several printers of a controller. `author` is who selects here. */
export function plansOperations(controllers: Controllers, author: string): StationHandlers['plans'] {
  async function planOf(connection: string, printer: string, job: PrintJob): Promise<Plan> {
    const { value } = await controllers.change(connection, { method: 'POST', path: apiPath`/printers/${printer}/plan`, json: job });
    const { success, data, error } = planSchema.safeParse(value);
    if (success) return data;
    throw new ProblemError(
      'controller-answer-invalid',
      { detail: `The plan for "${printer}" does not have the expected shape.` },
      { cause: error },
    );
  }

  async function makePlans(connection: string, printers: readonly string[], job: PrintJob) {
    const made = await Promise.all(printers.map((printer) => outcome(planOf(connection, printer, job))));
    return printers.map((printer, index) => ({ printer, plan: made[index]?.value ?? null, problem: made[index]?.problem ?? null }));
  }

  return {
    make: async ({ connection, printers, job }) => {
      const plans = await makePlans(connection, printers, job);
      const isWhole = plans.every(({ plan }) => plan !== null);
      const token = JSON.stringify(plans.map(({ printer, plan }) => [printer, plan?.plan ?? '']));
      return { plan: isWhole ? token : null, printers: plans };
    },
    apply: async ({ connection, printers, job, plan, idempotencyKey }) => {
      const tokens = readTokens(plan, printers);
      // One printer refuses by itself; several are looked at together first, so that none is selected for when one has changed.
      if (printers.length > 1) refuseStale(await makePlans(connection, printers, job), tokens);
      const select = async (printer: string, index: number): Promise<Selection> => {
        const path = apiPath`/printers/${printer}/printJob`;
        const headers = { ...once(`${idempotencyKey}.${index}`), ...signed(author) };
        const json = { ...job, plan: tokens.get(printer) ?? '' };
        return selectionSchema.parse((await controllers.change(connection, { method: 'POST', path, json, headers })).value);
      };
      // What the only printer refuses is the failure of it all.
      const [only = ''] = printers;
      if (printers.length === 1) return { printers: [{ printer: only, selection: await select(only, 0), problem: null }] };
      const outcomes = await Promise.all(printers.map((printer, index) => outcome(select(printer, index))));
      const applied = printers.map((printer, index) => ({
        printer,
        selection: outcomes[index]?.value ?? null,
        problem: outcomes[index]?.problem ?? null,
      }));
      return { printers: applied };
    },
  };
}

interface Outcome<Value> {
  value?: Value;
  problem?: Problem;
}

/** What became of it: a printer that refuses does not take the others with it. */
async function outcome<Value>(promise: Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { value: await promise };
  } catch (error) {
    if (error instanceof ProblemError) return { problem: error.toProblem() };
    throw error;
  }
}

function readTokens(plan: string, printers: readonly string[]): Map<string, string> {
  const tokens = new Map(tokensSchema.safeParse(jsonOf(plan)).data);
  const foreign = printers.find((printer) => !tokens.has(printer));
  if (foreign === undefined && tokens.size === printers.length) return tokens;
  const detail = foreign === undefined ? 'is for other printers' : `does not hold the printer "${foreign}"`;
  throw new ProblemError('invalid-input', { detail: `/plan: ${detail}`, errors: [{ pointer: '/plan', detail }] });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function refuseStale(plans: readonly { printer: string; plan: Plan | null }[], tokens: ReadonlyMap<string, string>): void {
  const changed = plans.filter(({ printer, plan }) => plan?.plan !== tokens.get(printer)).map(({ printer }) => `"${printer}"`);
  if (changed.length === 0) return;
  throw new ProblemError('plan-stale', {
    detail: `What was planned for ${changed.join(', ')} is not what this selection would do now. Nothing was selected: plan it again.`,
  });
}
