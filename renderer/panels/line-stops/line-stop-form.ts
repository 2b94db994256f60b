import type { ControllerLine, LineRules } from '#contract/api-v3/controller-line.ts';
import { downtimeOfForm, formOfDowntime, NEW_DOWNTIME, type DowntimeForm } from '../downtime/downtime-form.ts';

/** A line in the form. A rule with a limit has a number while it is on. */
export interface LineStopForm {
  description: string;
  printers: string[];
  unprintedProduct: ControllerLine['unprintedProduct'];
  limits: Record<LimitedRule, { isOn: boolean; limit: number | undefined }>;
  switches: Record<SwitchedRule, boolean>;
  downtime: DowntimeForm;
}

export type LimitedRule = 'productsWithoutPrint' | 'failedReads' | 'staleData';
export type SwitchedRule = Exclude<keyof LineRules, LimitedRule>;

export const SWITCHED_RULES: readonly SwitchedRule[] = ['unknownPrint', 'countDiffers', 'firstPrintWrong'];
export const LIMITED_RULES: readonly LimitedRule[] = ['productsWithoutPrint', 'failedReads', 'staleData'];
/** What is proposed when a rule is switched on: products, products, seconds. */
const PROPOSED: Record<LimitedRule, number> = { productsWithoutPrint: 3, failedReads: 3, staleData: 30 };

/** A new line: every rule is off. */
const NEW_LINE: ControllerLine = {
  ...{ description: '', printers: [], unprintedProduct: 'automatic' },
  rules: {
    ...{ productsWithoutPrint: null, failedReads: null, staleData: null },
    ...{ unknownPrint: false, countDiffers: false, firstPrintWrong: false },
  },
  downtime: NEW_DOWNTIME,
};

/** The form of a stored line, or of a new one. */
export function formOfLine({ description, printers, unprintedProduct, rules, downtime }: ControllerLine = NEW_LINE): LineStopForm {
  const limit = (rule: LimitedRule) => ({ isOn: rules[rule] !== null, limit: rules[rule] ?? PROPOSED[rule] });
  const { unknownPrint, countDiffers, firstPrintWrong } = rules;
  return {
    ...{ description, unprintedProduct, printers: [...printers] },
    limits: { productsWithoutPrint: limit('productsWithoutPrint'), failedReads: limit('failedReads'), staleData: limit('staleData') },
    switches: { unknownPrint, countDiffers, firstPrintWrong },
    downtime: formOfDowntime(downtime),
  };
}

/** The line of a form. An empty number is sent as 0, which the controller refuses at its field. */
export function lineOfForm({ description, printers, unprintedProduct, limits, switches, downtime }: LineStopForm): ControllerLine {
  const limit = (rule: LimitedRule) => (limits[rule].isOn ? (limits[rule].limit ?? 0) : null);
  const counted = { productsWithoutPrint: limit('productsWithoutPrint'), failedReads: limit('failedReads'), staleData: limit('staleData') };
  return {
    description: description.trim(),
    printers,
    unprintedProduct,
    rules: { ...switches, ...counted },
    downtime: downtimeOfForm(downtime, printers),
  };
}
