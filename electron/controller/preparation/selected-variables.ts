import { promptFault, type Prompt } from '#contract/api-v3/prompt.ts';
import { ProblemError, type FieldError } from '#contract/problem.ts';
import type { ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { Variables } from '../variables/variables.ts';

/**
 * The values that variables get with a selection. Throws `invalid-input` with an error for every variable that is missing, that operators
 * may not change, or that does not accept its value. `today` is for limits in days.
 */
export async function selectedVariables(
  variables: Variables,
  values: Record<string, string>,
  { today, db }: { today: string; db: ControllerTransaction | undefined },
): Promise<ReadonlyMap<string, string>> {
  const wanted = new Map(Object.entries(values));
  const existing = await variables.existing([...wanted.keys()], db);
  const errors: FieldError[] = [];
  for (const [name, value] of wanted) {
    const variable = existing.get(name);
    const fault = variable ? variableFault(variable, value, today) : MISSING;
    if (fault !== undefined) errors.push({ pointer: pointerTo(name), detail: fault });
  }
  refuse(errors);
  return wanted;
}

/** Throws `invalid-input` for every missing variable. */
export async function refuseMissing(variables: Variables, values: Record<string, string>): Promise<void> {
  const names = Object.keys(values);
  const existing = await variables.existing(names);
  refuse(names.filter((name) => !existing.has(name)).map((name) => ({ pointer: pointerTo(name), detail: MISSING })));
}

/** Throws `invalid-input` for every variable that no label of the selection shows. */
export function refuseUnused(values: ReadonlyMap<string, string>, shown: ReadonlySet<string>): void {
  const unused = [...values.keys()].filter((name) => !shown.has(name));
  refuse(unused.map((name) => ({ pointer: pointerTo(name), detail: 'no selected label shows this variable' })));
}

const MISSING = 'there is no such variable';

function variableFault({ userEdit, prompt }: { userEdit: boolean; prompt?: Prompt | undefined }, value: string, today: string) {
  if (!userEdit) return 'operators may not change this variable';
  return prompt && promptFault(prompt, value, today);
}

function refuse(errors: FieldError[]): void {
  const first = errors[0];
  if (first) throw new ProblemError('invalid-input', { detail: `${first.pointer}: ${first.detail}`, errors });
}

function pointerTo(name: string): string {
  return `/variables/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
