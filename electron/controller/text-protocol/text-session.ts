import type { Scope } from '#contract/api-v3/scope.ts';
import { ProblemError } from '#contract/problem.ts';
import { isTrigger, type Audit } from '../audit/audit.ts';
import { readJsonText } from '#http/json/json-text.ts';
import type { ApiKeys, HeldKey, KeyGrant } from '../keys/api-keys.ts';
import { keyNotValid, mustWait, type KeyGuess, type KeyGuessThrottle } from '#http/keys/key-guess-throttle.ts';
import { scopeMissing } from '../keys/printer-limits.ts';

/** What the servers of a controller share to check and record the use of keys. */
export interface TextAccess {
  apiKeys: ApiKeys;
  guesses: KeyGuessThrottle;
  audit: Audit;
  newId: () => string;
}

/**
 * Who may use a listener. `local`: programs of this computer, without a key unless the settings require one. `keys`: other computers, after they sent a key over
 * TLS. `unauthenticated`: the addresses of an allow-list, without a key.
 */
export type TextAdmission = 'local' | 'keys' | 'unauthenticated';

export interface TextSessionOptions extends TextAccess {
  admission: TextAdmission;
  /** Whether programs of this computer need a key. */
  isKeyRequired: () => boolean;
  /** The address of the client. */
  address: string;
  log: KeyGuess['log'];
}

/** A use of the protocol. */
export interface TextUse {
  method: string;
  scope: Scope;
  /** The line that was sent. */
  line: string;
}

/** The connection has to end, because its key is not valid or keys from its address are not checked. */
export class SessionEndedError extends ProblemError {}

/** What one connection may do: everything on a listener without keys, otherwise what its key permits. */
export class TextSession {
  readonly #options: TextSessionOptions;
  #key: HeldKey | undefined;

  constructor(options: TextSessionOptions) {
    this.#options = options;
  }

  /** Whether the connection may send requests. */
  get isAdmitted(): boolean {
    const { admission, isKeyRequired } = this.#options;
    return this.#key !== undefined || admission === 'unauthenticated' || (admission === 'local' && !isKeyRequired());
  }

  /**
   * Checks the key of an `authenticate` line, which is sent as it is or as JSON text, and returns what it permits. Throws a
   * `SessionEndedError` for a wrong key, and `unauthorized` where the key would be sent without encryption.
   */
  async authenticate(parameters: string): Promise<KeyGrant> {
    const { admission, apiKeys, guesses, address, newId, log } = this.#options;
    if (admission === 'unauthenticated')
      throw new ProblemError('unauthorized', { detail: 'This port takes no keys, because it does not encrypt them.' });
    this.#key = undefined;
    const seconds = guesses.waitOf(address);
    if (seconds > 0) throw ended(mustWait(seconds));
    const key = keyIn(parameters);
    const found = await apiKeys.find(key);
    if (!found) {
      await guesses.record({ address, key, path: 'authenticate', requestId: newId(), log });
      throw ended(keyNotValid());
    }
    this.#key = found;
    const { name, scopes, printers } = found;
    return { name, scopes, printers };
  }

  /** Returns what the key permits, undefined without one. Throws `unauthorized` and `forbidden`. A key that is revoked meanwhile ends the session. */
  async admit(scope: Scope): Promise<KeyGrant | undefined> {
    const key = this.#key;
    if (key === undefined) {
      if (this.isAdmitted) return undefined;
      throw keyRequired();
    }
    const { apiKeys } = this.#options;
    if (!(await apiKeys.validIds()).has(key.id)) throw ended(keyNotValid());
    if (!key.scopes.includes(scope)) throw scopeMissing(key, scope);
    apiKeys.recordUse(key.id);
    return key;
  }

  /** Runs a use, and records it before it takes effect and with its outcome, unless it only reads. */
  async record<Result>({ method, scope, line }: TextUse, run: () => Promise<Result>): Promise<Result> {
    const { address, audit, newId, log } = this.#options;
    if (scope === 'read') return run();
    const use = { keyName: this.#auditedName(), from: address, operation: `TEXT ${method}`, path: line, requestId: newId() };
    const begun = isTrigger(use) ? audit.beginUnawaited(use) : await audit.beginAwaited(use);
    const end = (status: number) =>
      begun(status, (error) => log.error({ err: error }, 'the outcome of a text request could not be audited'));
    try {
      const result = await run();
      end(SUCCESS);
      return result;
    } catch (error) {
      end(error instanceof ProblemError ? error.status : UNEXPECTED);
      throw error;
    }
  }

  #auditedName(): string {
    const { admission, address } = this.#options;
    return this.#key?.name ?? (admission === 'unauthenticated' ? `unauthenticated ${address}` : '');
  }
}

/** The failure of a line that needs a key. */
export function keyRequired(): ProblemError {
  return new ProblemError('unauthorized', { detail: 'A key is required: send authenticate <key>.' });
}

function ended({ slug, context }: ProblemError): SessionEndedError {
  return new SessionEndedError(slug, context);
}

/** Text that is no JSON text is looked up as it is. */
function keyIn(parameters: string): string {
  if (!parameters.startsWith('"')) return parameters;
  const key = readJsonText(parameters);
  return typeof key === 'string' ? key : '';
}

const SUCCESS = 200;
const UNEXPECTED = 500;
