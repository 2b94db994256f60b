import { ProblemError } from '#contract/problem.ts';
import { findSecretFault, MIN_PASSWORD, MIN_PIN, type SecretFault } from '#contract/station/secret-rules.ts';

const DETAILS: Readonly<Record<SecretFault, string>> = {
  'short-pin': `must have at least ${MIN_PIN} digits`,
  'short-password': `must have at least ${MIN_PASSWORD} characters, or be a PIN of at least ${MIN_PIN} digits`,
  repeated: 'must not repeat the same characters',
  sequence: 'must not be a sequence of digits',
  'contains-name': 'must not contain the name',
};

/**
 * Throws `invalid-input` for a PIN or password that a person cannot have, and `common-secret` for one of the 49 000 that are used most. `pointer` names its
 * field.
 */
export async function checkSecret(secret: string, { name, pointer }: { name: string; pointer: string }): Promise<void> {
  const fault = findSecretFault(secret, name);
  const detail = fault === undefined ? undefined : DETAILS[fault];
  if (detail !== undefined)
    throw new ProblemError('invalid-input', { detail: `The PIN or password ${detail}.`, errors: [{ pointer, detail }] });
  if (await isCommon(secret))
    throw new ProblemError('common-secret', { errors: [{ pointer, detail: 'must not be one of those that are used most' }] });
}

/** The list is loaded when the first person is added or changed: it has half a megabyte. */
async function isCommon(secret: string): Promise<boolean> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return dictionary['passwords-common'].includes(secret.toLowerCase());
}
