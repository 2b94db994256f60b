import type { NamedPlantCounter, PlantCounter } from '#contract/plant/serial-lease.ts';

/** What the dialog of a counter edits. */
export interface CounterForm {
  name: string;
  next: number | undefined;
  last: number | undefined;
  description: string;
}

/** The form of a counter, or of a new one. */
export function newCounterForm(counter: NamedPlantCounter | undefined): CounterForm {
  return counter ? { ...counter } : { name: '', next: 1, last: undefined, description: '' };
}

/** The keys of the texts that say what is wrong with a name; undefined for a right one. Only a new counter gets its name here. */
export function nameFault(name: string, others: readonly { name: string }[]): 'nameMissing' | 'nameTaken' | undefined {
  const wanted = name.trim();
  if (wanted === '') return 'nameMissing';
  return others.some((other) => other.name === wanted) ? 'nameTaken' : undefined;
}

/**
 * The counter of a complete form. Lines take numbers while the dialog is open: a next number that the person has not changed is that of the counter as it is
 * now.
 */
export function counterOf(
  form: CounterForm,
  opened: NamedPlantCounter | undefined,
  now: NamedPlantCounter | undefined,
): PlantCounter | undefined {
  const { next, last, description } = form;
  if (next === undefined || last === undefined) return undefined;
  const isUntouched = opened !== undefined && next === opened.next;
  return { next: isUntouched ? (now?.next ?? next) : next, last, description: description.trim() };
}

/** How many numbers no line has taken yet. */
export function numbersLeft({ next, last }: PlantCounter): number {
  return last - next + 1;
}
