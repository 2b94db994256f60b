import type { Plan } from '#contract/api-v3/plan.ts';
import type { Planned } from '#contract/station/plans.ts';
import { visitCodes } from '#rendering/dynamic-text/dynamic-text.ts';
import type { LabelContent } from '#rendering/label/label-content.ts';

/**
 * Whether a newer plan has the same result as the one that the operator saw. Serial numbers that have advanced and further prints of the
 * job to be replaced are ignored; any other difference counts.
 */
export function isSamePlan(seen: Planned, now: Planned, content: LabelContent): boolean {
  const counting = new Set(content.changing.filter(({ parts }) => parts.some(hasCounter)).map(({ pointer }) => pointer));
  const essence = (planned: Planned): string =>
    JSON.stringify(planned.printers.map(({ printer, plan }) => [printer, plan && essenceOf(plan, counting)]));
  return now.plan !== null && essence(seen) === essence(now);
}

function essenceOf({ prints, rows, position, frozen, variables, dropped, first, last }: Plan, counting: ReadonlySet<string>): unknown {
  const comparablePrint = (print: typeof last) =>
    print && [print.label, print.row, print.texts.filter(({ pointer }) => !counting.has(pointer))];
  return [prints, rows, position, frozen, variables, dropped, comparablePrint(first), comparablePrint(last)];
}

function hasCounter(text: Parameters<typeof visitCodes>[0]): boolean {
  let isFound = false;
  visitCodes(text, (part) => {
    if (part.kind === 'counter') isFound = true;
  });
  return isFound;
}
