import { readinessSchema, type Readiness } from '#contract/api-v3/health.ts';
import type { FindingCode } from '#contract/station/diagnostic-findings.ts';
import type { Finding } from '#contract/station/diagnostics.ts';
import { finding, joined, type Check, type Outcome } from '../model/check.ts';
import type { CheckedController } from '../model/context.ts';
import { StatusError, unanswered } from '../sources/ask-controller.ts';

type Reason = Readiness['reasons'][number]['code'];

/** Reasons with a text of their own. */
const CODES: Partial<Record<Reason, FindingCode>> = {
  'safe-mode': 'safe-mode',
  'clock-doubtful': 'clock-doubtful',
  'recovery-unconfirmed': 'restore-unconfirmed',
  'drawing-down': 'drawing-down',
};
/** Other checks report these in detail. */
const ELSEWHERE: ReadonlySet<string> = new Set(['plant-unreachable', 'clock-stepped']);

/** Whether each controller can print, and why not. */
export const readinessCheck: Check = {
  id: 'readiness',
  title: 'Ready to print',
  run: async ({ controllers }) => {
    if (controllers.length === 0) return { facts: [], findings: [finding('not-running')] };
    return joined(await Promise.all(controllers.map(readinessOf)));
  },
};

async function readinessOf(controller: CheckedController): Promise<Outcome> {
  try {
    return await statedBy(controller);
  } catch (error) {
    return { facts: [], findings: [unanswered(controller, error)] };
  }
}

/** A controller that is not ready answers with 503 and its reasons. One of another maker has no such answer. */
async function statedBy(controller: CheckedController): Promise<Outcome> {
  const path = '/healthz/ready';
  const { status, text } = await controller.get(path);
  if (status === 404) return { facts: [], findings: [] };
  if (status >= 300 && status !== 503) throw new StatusError(path, status);
  const { reasons, warnings, status: stated } = readinessSchema.parse(JSON.parse(text));
  const { name } = controller;
  return {
    facts: [{ name: 'ready', of: name, value: stated === 'ready' ? 1 : 0 }],
    findings: [
      ...reasons.map(({ code, detail }): Finding => finding(CODES[code] ?? 'not-ready', { controller: name, reason: code }, detail)),
      ...warnings
        .filter(({ code }) => !ELSEWHERE.has(code))
        .map(({ code, detail }) => finding('readiness-warning', { controller: name, reason: code }, detail)),
    ],
  };
}
