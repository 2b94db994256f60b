import type { CheckState, FindingCode } from '#contract/station/diagnostic-findings.ts';
import { CHECK_STATES, FINDINGS } from '#contract/station/diagnostic-findings.ts';
import type { CheckId, CheckResult, DiagnosticFact, Finding } from '#contract/station/diagnostics.ts';
import type { DiagnosticsContext } from './context.ts';

/** What a check found out. */
export interface Outcome {
  facts: DiagnosticFact[];
  findings: Finding[];
}

export interface Check {
  id: CheckId;
  /** English, for the command. */
  title: string;
  /** Never changes what it looks at. An error that it throws is reported as `check-failed`. */
  run(context: DiagnosticsContext): Promise<Outcome>;
}

/** A finding with the state of its code. */
export function finding(code: FindingCode, parameters: Record<string, string | number> = {}, detail?: string): Finding {
  return { code, state: FINDINGS[code].state, parameters, ...(detail !== undefined && { detail }) };
}

/** The worst of these states; `ok` without any. */
export function worstOf(states: readonly CheckState[]): CheckState {
  return CHECK_STATES[Math.max(0, ...states.map((state) => CHECK_STATES.indexOf(state)))] ?? 'ok';
}

/** Joins the outcomes of the parts of a check. */
export function joined(outcomes: readonly Outcome[]): Outcome {
  return { facts: outcomes.flatMap(({ facts }) => facts), findings: outcomes.flatMap(({ findings }) => findings) };
}

/** The message of an error. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The result of a check. Never rejects. */
export async function resultOf({ id, run }: Check, context: DiagnosticsContext): Promise<CheckResult> {
  const began = performance.now();
  const outcome = await run(context).catch((error: unknown) => ({
    facts: [],
    findings: [finding('check-failed', {}, messageOf(error))],
  }));
  const took = Math.round(performance.now() - began);
  return { id, state: worstOf(outcome.findings.map(({ state }) => state)), ...outcome, took };
}
