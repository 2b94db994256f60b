import { MIN_PASSWORD, MIN_PIN } from '#contract/station/people.ts';
import { ProblemError } from '#contract/problem.ts';

/** Digits in the order of a keyboard's row, once upwards and once downwards. */
const SEQUENCES = ['0123456789', '9876543210'];

/** Throws `invalid-input` for a PIN or password that is too short or that everybody would try first. `pointer` names its field. */
export function checkSecret(secret: string, { name, pointer }: { name: string; pointer: string }): void {
  const detail = /^\d+$/.test(secret) ? pinFault(secret) : passwordFault(secret, name);
  if (detail !== undefined)
    throw new ProblemError('invalid-input', { detail: `The PIN or password ${detail}.`, errors: [{ pointer, detail }] });
}

function pinFault(pin: string): string | undefined {
  if (pin.length < MIN_PIN) return `must have at least ${MIN_PIN} digits`;
  if (/^(\d+?)\1+$/.test(pin)) return 'must not repeat the same digits';
  if (SEQUENCES.some((sequence) => (sequence + sequence).includes(pin))) return 'must not be a sequence of digits';
  return undefined;
}

function passwordFault(password: string, name: string): string | undefined {
  if ([...password].length < MIN_PASSWORD)
    return `must have at least ${MIN_PASSWORD} characters, or be a PIN of at least ${MIN_PIN} digits`;
  if (/^(.+?)\1+$/u.test(password)) return 'must not repeat the same characters';
  if (password.toLowerCase().includes(name.toLowerCase())) return 'must not contain the name';
  return undefined;
}
