import { controllerReportSchema, type ControllerReport } from '#contract/plant/plant-controller.ts';

/** A stored report; undefined before the first one, and for one of another version that cannot be read. */
export function reportOf(text: string | null): ControllerReport | undefined {
  if (text === null) return undefined;
  const read = controllerReportSchema.safeParse(JSON.parse(text));
  return read.data;
}
