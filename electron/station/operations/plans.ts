import { z } from 'zod';
import { planSchema, type Plan } from '#contract/api-v3/plan.ts';
import { selectionSchema, type PrintJob, type Selection } from '#contract/api-v3/print-job.ts';
import { ProblemError, type Problem } from '#contract/problem.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { apiPath } from '../connections/controller-path.ts';
import { SELECTION_LIMIT } from '../connections/command-time.ts';
import { authorHeaders, idempotencyHeaders } from '../connections/command-headers.ts';
import type { StationModules } from '../modules/station-modules.ts';

/** The station's plan token: each printer with the controller's token. */
const tokensSchema = z.array(z.tuple([z.string(), z.string()]));

/** Selects one job on several printers of a controller. */
export function plansOperations({ controllers, author, clock }: StationModules): StationHandlers['plans'] {
  async function planOf(connection: string, printer: string, job: PrintJob): Promise<Plan> {
    const { value } = await controllers.change(connection, { method: 'POST', path: apiPath`/printers/${printer}/plan`, json: job });
    const { success, data, error } = planSchema.safeParse(value);
    if (success) return data;
    throw new ProblemError(
      'controller-answer-invalid',
      { detail: `The plan for "${printer}" does not have the expected format.` },
      { cause: error },
    );
  }

  async function makePlans(connection: string, printers: readonly string[], job: PrintJob) {
    const results = await Promise.all(printers.map((printer) => outcome(planOf(connection, printer, job))));
    return printers.map((printer, index) => ({ printer, plan: results[index]?.value ?? null, problem: results[index]?.problem ?? null }));
  }

  return {
    make: async ({ connection, printers, job }) => {
      const plans = await makePlans(connection, printers, job);
      const isComplete = plans.every(({ plan }) => plan !== null);
      const token = JSON.stringify(plans.map(({ printer, plan }) => [printer, plan?.plan ?? '']));
      return { plan: isComplete ? token : null, printers: plans };
    },
    apply: async ({ connection, printers, job, plan, idempotencyKey }, pressedAt = clock.elapsed()) => {
      const tokens = readTokens(plan, printers);
      // A controller refuses a stale plan of its printer. With several printers all plans are compared first, so that none or all are selected.
      if (printers.length > 1) refuseStale(await makePlans(connection, printers, job), tokens);
      const select = async (printer: string, index: number): Promise<Selection> => {
        const path = apiPath`/printers/${printer}/printJob`;
        const headers = { ...idempotencyHeaders(`${idempotencyKey}.${index}`), ...authorHeaders(author()) };
        const json = { ...job, plan: tokens.get(printer) ?? '' };
        const time = { pressedAt, limit: SELECTION_LIMIT, refusal: 'Not loaded' };
        return selectionSchema.parse((await controllers.change(connection, { method: 'POST', path, json, headers, time })).value);
      };
      // With one printer its refusal is thrown; with several it is part of the result.
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

/** Turns a problem into a value. Any other error is thrown. */
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
  const missing = printers.find((printer) => !tokens.has(printer));
  if (missing === undefined && tokens.size === printers.length) return tokens;
  const detail = missing === undefined ? 'is for other printers' : `does not include the printer "${missing}"`;
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
    detail: `The plan for ${changed.join(', ')} is out of date. Nothing was selected. Plan the job again.`,
  });
}
