import type { DowntimeSettings } from '#contract/api-v3/downtime.ts';

/** The settings of downtime in a form; an empty text stands for "not chosen". */
export interface DowntimeForm {
  standsAfter: number | undefined;
  asks: boolean;
  asksAfter: number | undefined;
  idealRate: number | undefined;
  countedBy: string;
  shiftCode: string;
}

/** Those of a new line. */
export const NEW_DOWNTIME: DowntimeSettings = { standsAfter: 30, asksAfter: 300, idealRate: null, countedBy: null, shiftCode: null };

export function formOfDowntime({ standsAfter, asksAfter, idealRate, countedBy, shiftCode }: DowntimeSettings): DowntimeForm {
  return {
    ...{ standsAfter, asks: asksAfter !== null, asksAfter: asksAfter ?? NEW_DOWNTIME.asksAfter ?? undefined },
    ...{ idealRate: idealRate ?? undefined, countedBy: countedBy ?? '', shiftCode: shiftCode ?? '' },
  };
}

/** The settings of a form; a printer that left the line counts no more. An empty number that is needed is sent as -1, which the controller refuses. */
export function downtimeOfForm(form: DowntimeForm, printers: readonly string[]): DowntimeSettings {
  return {
    standsAfter: form.standsAfter ?? -1,
    asksAfter: form.asks ? (form.asksAfter ?? -1) : null,
    idealRate: form.idealRate ?? null,
    countedBy: printers.includes(form.countedBy) ? form.countedBy : null,
    shiftCode: form.shiftCode === '' ? null : form.shiftCode,
  };
}
