import type { UpdateReason } from '#contract/updates/update-state.ts';
import type { ControllerState } from './controller-client.ts';
import type { UpdateRecord } from './update-record.ts';
import type { UpdateDeps } from './update-deps.ts';

/** What is wrong with the new version, and the labels that it draws differently. */
export interface ObservedFault {
  fault: UpdateReason;
  labels: string[];
}

/**
 * Waits until the new version is ready and has drawn every label as before, or until it is clear that it will not: also when it becomes ready and then falls
 * silent.
 */
export async function observe(deps: UpdateDeps, record: UpdateRecord): Promise<ObservedFault | { isGood: true }> {
  const { now, wait, limits } = deps;
  const begun = now();
  let lastReady = begun;
  let wasGood = false;
  for (;;) {
    const report = await deps.controller.report();
    const ready = report && isReadyIn(report, record) ? report : undefined;
    if (ready) lastReady = now();
    const verdict = ready && judgeLabels(ready, record);
    // Twice in a row: some versions read the two lists of an answer one after the other.
    if (verdict && ('fault' in verdict || wasGood)) return verdict;
    wasGood = verdict !== undefined;
    const fault = await findSilence(deps, { record, report, isReady: ready !== undefined, begun, lastReady });
    if (fault) return { fault, labels: [] };
    await wait(limits.poll);
  }
}

interface Watched {
  record: UpdateRecord;
  report: ControllerState | undefined;
  isReady: boolean;
  begun: number;
  lastReady: number;
}

/** What is wrong when it takes too long, or when the system has given it up. */
async function findSilence({ now, limits, system }: UpdateDeps, watched: Watched): Promise<UpdateReason | undefined> {
  const { record, report, isReady, begun, lastReady } = watched;
  const isSilent = now() - lastReady >= limits.ready || (!isReady && (await system.hasFailed()));
  if (isSilent) return notReady(report, record, limits.ready);
  return now() - begun >= limits.labels ? LATE : undefined;
}

const LATE: UpdateReason = { text: 'The new version did not draw all labels in time.', code: 'labels-late', values: {} };

/** What prevented printing before the update is no fault of the new version. */
function isReadyIn({ version, reasons }: ControllerState, { to, before }: UpdateRecord): boolean {
  return version === to && reasons.every((reason) => before?.reasons.includes(reason));
}

/** Undefined while labels wait to be drawn. */
function judgeLabels(
  { waitingLabels, openLabels: labels }: ControllerState,
  { acceptsPictures }: UpdateRecord,
): ObservedFault | { isGood: true } | undefined {
  if (labels.length > 0 && !acceptsPictures) {
    const text = `The new version draws ${labels.length === 1 ? 'a label' : 'labels'} differently, and no one has accepted it.`;
    return { fault: { text, code: 'labels-differ', values: {} }, labels };
  }
  return waitingLabels === 0 ? { isGood: true } : undefined;
}

function notReady(report: ControllerState | undefined, { to }: UpdateRecord, limit: number): UpdateReason {
  const seconds = String(Math.round(limit / 1_000));
  return { text: `The new version was not ready within ${seconds} s: ${stateOf(report, to)}.`, code: 'not-ready', values: { seconds } };
}

function stateOf(report: ControllerState | undefined, to: string | null): string {
  if (!report) return 'its controller does not answer';
  return report.version === to ? report.reasons.join(', ') : `a controller of version ${report.version} answers`;
}
