import { ProblemError } from '#contract/problem.ts';
import { findSecretFault, MIN_PASSWORD, MIN_PIN, type SecretFault } from '#contract/station/secret-rules.ts';

const DETAILS: Readonly<Record<SecretFault, string>> = {
  'short-pin': `must have at least ${MIN_PIN} digits`,
  'short-password': `must have at least ${MIN_PASSWORD} characters, or be a PIN of at least ${MIN_PIN} digits`,
  repeated: 'must not repeat the same characters',
  sequence: 'must not be a sequence of digits',
  'contains-name': 'must not contain the name',
};

/** Throws `invalid-input` for a PIN or password that a person cannot have. `pointer` names its field. */
export function checkSecret(secret: string, { name, pointer }: { name: string; pointer: string }): void {
  const fault = findSecretFault(secret, name);
  if (fault === undefined) return;
  const detail = DETAILS[fault];
  throw new ProblemError('invalid-input', { detail: `The PIN or password ${detail}.`, errors: [{ pointer, detail }] });
}
