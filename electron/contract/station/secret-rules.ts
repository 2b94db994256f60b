/** Digits of a PIN, and characters of a password, at the least. */
export const MIN_PIN = 6;
export const MIN_PASSWORD = 8;

export const SECRET_FAULTS = ['short-pin', 'repeated', 'sequence', 'short-password', 'contains-name'] as const;
/** Why a PIN or password is refused: it is too short, or among those that are tried first. */
export type SecretFault = (typeof SECRET_FAULTS)[number];

/** Digits in the order of a keyboard's row, in both directions. */
const SEQUENCES = ['0123456789', '9876543210'];

/** Why a person cannot have this PIN (digits only) or password; undefined if they can. */
export function findSecretFault(secret: string, name: string): SecretFault | undefined {
  const isPin = /^\d+$/.test(secret);
  if (isPin && secret.length < MIN_PIN) return 'short-pin';
  if (!isPin && [...secret].length < MIN_PASSWORD) return 'short-password';
  if (/^(.+?)\1+$/u.test(secret)) return 'repeated';
  if (SEQUENCES.some((sequence) => (sequence + sequence).includes(secret))) return 'sequence';
  return name !== '' && secret.toLowerCase().includes(name.toLowerCase()) ? 'contains-name' : undefined;
}
