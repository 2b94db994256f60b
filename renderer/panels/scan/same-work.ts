import type { Plan } from '#contract/api-v3/plan.ts';
import type { Planned } from '#contract/station/plans.ts';
import { visitCodes } from '#rendering/dynamic-text/dynamic-text.ts';
import type { LabelContent } from '#rendering/label-content.ts';

/**
 * Whether a newer plan is the same work as the one that a person saw: serials that have moved on meanwhile do not make it another one,
 * and neither do prints of the job that it takes off. Everything else does.
 */
export function isSameWork(seen: Planned, now: Planned, content: LabelContent): boolean {
  const counting = new Set(content.changing.filter(({ parts }) => parts.some(hasCounter)).map(({ pointer }) => pointer));
  const essence = (planned: Planned): string =>
    JSON.stringify(planned.printers.map(({ printer, plan }) => [printer, plan && essenceOf(plan, counting)]));
  return now.plan !== null && essence(seen) === essence(now);
}

function essenceOf({ prints, rows, position, frozen, variables, dropped, first, last }: Plan, counting: ReadonlySet<string>): unknown {
  const said = (print: typeof last) => print && [print.label, print.row, print.texts.filter(({ pointer }) => !counting.has(pointer))];
  return [prints, rows, position, frozen, variables, dropped, said(first), said(last)];
}

function hasCounter(text: Parameters<typeof visitCodes>[0]): boolean {
  let isFound = false;
  visitCodes(text, (part) => {
    if (part.kind === 'counter') isFound = true;
  });
  return isFound;
}
