import { createHash } from 'node:crypto';
import { canonicalText } from './record-chain.ts';

/** A value as a record of the audit log has it. */
export interface AuditedValue {
  /** SHA-256 in hexadecimal over the canonical text (RFC 8785) of the value without its secrets. */
  sha256: string;
  /** The value without its secrets; absent when its canonical text is longer than 2 048 characters. */
  value?: unknown;
}

const MAX_CHARACTERS = 2_048;
const MAX_DEPTH = 32;
/** Fields whose texts are never recorded, not even in a hash: a short PIN could be found by trying. */
const SECRET = /password|secret|credential|token|^pin$/i;
const HIDDEN = '(not recorded)';

/** What is recorded of a JSON value. `isSecret` names further fields whose texts are secrets. */
export function auditedValue(value: unknown, isSecret: (field: string) => boolean = () => false): AuditedValue {
  const shown = withoutSecrets(value, (field) => SECRET.test(field) || isSecret(field));
  const text = canonicalText(shown);
  const sha256 = createHash('sha256').update(text).digest('hex');
  return text.length > MAX_CHARACTERS ? { sha256 } : { sha256, value: shown };
}

/** A copy that has a canonical text: halves of characters and numbers beyond all doubles have none. */
function withoutSecrets(value: unknown, isSecret: (field: string) => boolean, depth = 0): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value !== 'object' || value === null) return value ?? null;
  if (depth === MAX_DEPTH) return HIDDEN;
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, isSecret, depth + 1));
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(
    fields.map(([name, field]) => {
      const isHidden = typeof field === 'string' && isSecret(name);
      return [name.toWellFormed(), isHidden ? HIDDEN : withoutSecrets(field, isSecret, depth + 1)];
    }),
  );
}
