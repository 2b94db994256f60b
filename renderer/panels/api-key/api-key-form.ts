import { SCOPES, type Scope } from '#contract/api-v3/scope.ts';
import type { ApiKeyRights } from '#contract/station/api-keys.ts';
import { choiceOf, isIncomplete, namesOf, type NameChoice } from '../recorded-events/name-choice.ts';

/** Who gets a key, and the scopes that they usually need. */
export const KEY_USES = {
  printing: ['read', 'print'],
  reading: ['read'],
  content: ['read', 'edit'],
  administrator: SCOPES,
} as const satisfies Record<string, readonly Scope[]>;
/** `other`: scopes that fit none of them. */
export type KeyUse = keyof typeof KEY_USES | 'other';

/** What the dialog of a new key edits, without its name. */
export interface ApiKeyForm {
  scopes: Scope[];
  printers: NameChoice;
  hasEnd: boolean;
  /** As 2027-01-31; empty while it is incomplete. */
  lastDay: string;
}

/** The form of a new key: for a PLC or MES that prints. */
export function newKeyForm(): ApiKeyForm {
  return { scopes: [...KEY_USES.printing], printers: choiceOf([]), hasEnd: false, lastDay: '' };
}

/** The use whose scopes are exactly these. */
export function useOfScopes(scopes: readonly Scope[]): KeyUse {
  const chosen = orderedScopes(scopes).join();
  const uses = Object.keys(KEY_USES) as (keyof typeof KEY_USES)[];
  return uses.find((use) => KEY_USES[use].join() === chosen) ?? 'other';
}

/** In the order of all scopes. */
export function orderedScopes(scopes: readonly Scope[]): Scope[] {
  return SCOPES.filter((scope) => scopes.includes(scope));
}

/** A key that may administer the controller cannot be limited to printers. */
export function canBeLimited({ scopes }: ApiKeyForm): boolean {
  return !scopes.includes('admin');
}

/** Whether everything is chosen that the form asks for. */
export function isComplete(form: ApiKeyForm): boolean {
  const arePrintersMissing = canBeLimited(form) && isIncomplete(form.printers);
  return form.scopes.length > 0 && !arePrintersMissing && (!form.hasEnd || form.lastDay !== '');
}

/** The rights of a complete form. */
export function rightsOfForm(form: ApiKeyForm): ApiKeyRights {
  const printers = canBeLimited(form) ? namesOf(form.printers) : [];
  return {
    scopes: orderedScopes(form.scopes),
    ...(printers.length > 0 && { printers }),
    ...(form.hasEnd && { expires: form.lastDay }),
  };
}
