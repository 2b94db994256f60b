import * as z from 'zod/mini';
import type { PrinterConfiguration } from '#contract/api-v3/printer-configuration.ts';
import { findSliceFaults, MAX_SLICES } from '#contract/api-v3/printer-slices.ts';

type Slice = NonNullable<PrinterConfiguration['slices']>[number];

/** What a person enters about the slices of a printer, from top to bottom. Several names are separated by commas. */
export const slicesFormSchema = z.array(z.object({ heads: z.string(), supplies: z.string() }));
export type SlicesForm = z.infer<typeof slicesFormSchema>;

/** The faults that a person can make; the slices of a form always share the height evenly. */
export type SliceFieldFault = Exclude<ReturnType<typeof findSliceFaults>[number]['kind'], 'heightWrong'>;

const FIRST_HEAD = 'PH1';

/** The form of stored slices; one with one head if there are none. */
export function slicesFormOf(slices: readonly Slice[] = [{ phs: [FIRST_HEAD] }]): SlicesForm {
  return slices.map(({ phs, inkSupplies = [] }) => ({ heads: textOf(phs), supplies: textOf(inkSupplies) }));
}

/** Adds slices at the bottom, each with a head that has a new name, or removes the lowest ones. */
export function withSliceCount(slices: SlicesForm, count: number): SlicesForm {
  const next = slices.slice(0, Math.min(count, MAX_SLICES));
  while (next.length < Math.min(count, MAX_SLICES)) next.push({ heads: freeName(next), supplies: '' });
  return next;
}

interface SlicesContext {
  /** The stored slices, whose unknown properties are kept. */
  stored: readonly Slice[] | undefined;
  /** Whether the person enters ink supplies; otherwise the stored ones are kept. */
  hasSupplies: boolean;
}

/** The slices of a configuration; undefined for a single one that has only its default name. */
export function configuredSlices(form: SlicesForm, { stored, hasSupplies }: SlicesContext): Slice[] | undefined {
  const isDefault = stored === undefined && form.length === 1 && form[0]?.heads.trim() === FIRST_HEAD;
  if (isDefault && !(hasSupplies && form[0]?.supplies.trim())) return undefined;
  return form.map(({ heads, supplies }, index) => {
    const { inkSupplies = [], ...before } = stored?.[index] ?? { phs: [] };
    const inks = hasSupplies ? namesOf(supplies, inkSupplies) : inkSupplies;
    return { ...before, phs: namesOf(heads, before.phs), ...(inks.length > 0 && { inkSupplies: inks }) };
  });
}

/** The faults of slices, by JSON pointer of the field of a slice. The first one of each field. */
export function sliceFieldFaults(slices: readonly Slice[] = []): Partial<Record<string, SliceFieldFault>> {
  const faults: Partial<Record<string, SliceFieldFault>> = {};
  for (const { kind, path } of findSliceFaults({ height: 1, slices })) {
    if (kind !== 'heightWrong') faults[`/${path.slice(0, 3).join('/')}`] ??= kind;
  }
  return faults;
}

/** Names in the order in which they are entered. */
export function readNames(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** A stored name may contain a comma: names whose text is unchanged stay. */
function namesOf(text: string, before: readonly string[]): string[] {
  return text === textOf(before) ? [...before] : readNames(text);
}

function textOf(names: readonly string[]): string {
  return names.join(', ');
}

function freeName(slices: SlicesForm): string {
  const taken = new Set(slices.flatMap(({ heads }) => readNames(heads)));
  let number = slices.length + 1;
  while (taken.has(`PH${number}`)) number += 1;
  return `PH${number}`;
}
