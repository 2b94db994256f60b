import type { Person, PersonContent } from '#contract/station/people.ts';
import type { Role } from '#contract/station/permissions.ts';
import { findSecretFault, type SecretFault } from '#contract/station/secret-rules.ts';

/** What the dialog of a person edits. */
export interface PersonForm {
  name: string;
  role: Role;
  isLimited: boolean;
  lines: string[];
  isEnabled: boolean;
  /** Empty = the PIN or password stays. */
  secret: string;
  /** Empty = the badge stays. */
  badge: string;
  removesBadge: boolean;
}

export function formOfPerson(person: Person | undefined, isFirst: boolean): PersonForm {
  return {
    name: person?.name ?? '',
    role: person?.role ?? (isFirst ? 'administrator' : 'operator'),
    isLimited: (person?.lines ?? null) !== null,
    lines: [...(person?.lines ?? [])],
    isEnabled: person?.isEnabled ?? true,
    secret: '',
    badge: '',
    removesBadge: false,
  };
}

export interface PersonFaults {
  isNameMissing: boolean;
  /** `missing`: a new person has no PIN or password. */
  secret: SecretFault | 'missing' | undefined;
}

export function faultsOf({ name, secret }: PersonForm, isNew: boolean): PersonFaults {
  const isUnchanged = secret === '' && !isNew;
  return {
    isNameMissing: name.trim() === '',
    secret: isUnchanged ? undefined : secret === '' ? 'missing' : findSecretFault(secret, name.trim()),
  };
}

/** What the form says about the person, without PIN and badge. */
export function contentOfForm({ name, role, isLimited, lines, isEnabled }: PersonForm): PersonContent {
  return { name: name.trim(), role, isEnabled, lines: isLimited ? lines : null };
}
