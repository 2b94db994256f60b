import { z } from 'zod';
import { NotRun } from '../check.ts';
import { expectSuccess, expectThat, isObject, isSuccess, objectOf, parsed } from '../expectations.ts';
import { TABLE, textLabel } from '../material.ts';
import type { Answer } from '../target.ts';
import type { Visit } from '../visit.ts';
import { expectOwnShape } from './resources.ts';
import { readCounts, type PrintCounts } from './history.ts';

/** Helpers of the checks of printing: labels to select, and the current selection. */

export async function putLabel(visit: Visit, what = 'one', text = what): Promise<string> {
  expectSuccess(await visit.target.put(visit.own('labels', what), textLabel(text)));
  return visit.name(what);
}

export async function putTable(visit: Visit, table: unknown = TABLE): Promise<string> {
  const answer = await visit.target.put(visit.own('tables'), table);
  await expectOwnShape(visit, answer);
  expectSuccess(answer);
  return visit.name('one');
}

export function select(visit: Visit, job?: unknown, printer = visit.printer()): Promise<Answer> {
  return visit.target.post(`${printer}/printJob`, job);
}

const jobSchema = z.looseObject({ description: z.string().optional(), id: z.string().optional() });

/** The descriptions of the jobs, the current one first. Throws `NotRun` for a target that does not list them. */
export async function jobsOn(visit: Visit, printer = visit.printer()): Promise<string[]> {
  const listed = await visit.target.get(`${printer}/queue`);
  const list = isSuccess(listed) ? parsed(listed) : undefined;
  if (!isObject(list) || !Array.isArray(list['jobs'])) throw new NotRun('the target does not list its queue');
  return list['jobs'].filter((job) => isObject(job) && job['state'] !== 'done').map((job) => jobSchema.parse(job).description ?? '');
}

export interface ShownJob {
  status: Answer;
  job: Record<string, unknown> | null;
  waiting: unknown;
}

/** The job in a status, and the number of waiting jobs. Throws `NotRun` for a target that does not report them. */
export async function shownJob(visit: Visit, printer = visit.printer()): Promise<ShownJob> {
  const status = await visit.target.get(`${printer}/status`);
  const { job, queue } = objectOf(status);
  if (job === undefined) throw new NotRun('the status does not report the job');
  return { status, job: isObject(job) ? job : null, waiting: queue };
}

/** Triggers, and waits until the print is confirmed. */
export async function print(visit: Visit, printer = visit.printer()): Promise<PrintCounts> {
  const { counts: before } = await readCounts(visit, printer);
  expectSuccess(await visit.target.post(`${printer}/trigger`));
  return printed(visit, before.printedLabels + 1, printer);
}

/** Waits until that many labels are printed, and returns the counters. */
export async function printed(visit: Visit, count: number, printer = visit.printer()): Promise<PrintCounts> {
  const seen = await visit.eventually(
    () => readCounts(visit, printer),
    ({ counts }) => counts.printedLabels >= count,
  );
  expectThat(seen.answer, seen.counts.printedLabels === count, { expected: `${count} printed labels`, seen: seen.counts });
  return seen.counts;
}

/** Triggers again, which must print nothing; a refused trigger is sufficient proof. */
export async function expectNoPrint(visit: Visit, count: number): Promise<void> {
  const trigger = await visit.target.post(`${visit.printer()}/trigger`);
  const look = () => readCounts(visit, visit.printer());
  const seen = isSuccess(trigger) ? await visit.eventually(look, ({ counts }) => counts.printedLabels > count) : await look();
  expectThat(seen.answer, seen.counts.printedLabels === count, { expected: `still ${count} printed labels`, seen: seen.counts });
  if (isSuccess(trigger)) visit.note(`a trigger that prints nothing answers ${trigger.status}, where Strobe answers 409`);
}
