import type { StationHandlers } from '#contract/station/index.ts';
import type { AuditedCommand, StationAudit } from '../audit/station-audit.ts';
import { currentCaller, currentSecondPerson } from '../people/callers.ts';
import { decorateHandlers, type AnyHandler } from '../platform/decorate-handlers.ts';
import { failureText } from './with-event-log.ts';

/** Commands that change nothing: a press that keeps the screen from locking, and an edit that is kept until its person sends it. */
const NOT_RECORDED: ReadonlySet<string> = new Set(['people.stayActive', 'unsavedEdits.keep']);
/** After these another person is signed in, who is the one that acted. */
const SIGN_INS: ReadonlySet<string> = new Set(['people.signIn', 'people.signInWithBadge']);
/** Input fields that name what a command is about, in this order. */
const SUBJECT_FIELDS = ['printer', 'printers', 'name', 'newName', 'label', 'family', 'style', 'print', 'line'] as const;
/** Enough to tell the screens of a station apart; the whole value is the hash of a secret. */
const SCREEN_CHARACTERS = 12;

export interface AuditDeps {
  audit: Pick<StationAudit, 'add'>;
  /** The person of the call that is being served. */
  person: () => string;
  controllerName: (connection: string) => string;
}

type Input = Record<string, unknown>;

/** Decorates the handlers: every command of a screen is recorded with its outcome, also when it was refused. */
export function withAudit(handlers: StationHandlers, deps: AuditDeps): StationHandlers {
  return decorateHandlers(handlers, ({ name, kind }, handler) => {
    return kind === 'command' && !NOT_RECORDED.has(name) ? audited(name, handler, deps) : handler;
  });
}

function audited(operation: string, handler: AnyHandler, { audit, person: personOfCall, controllerName }: AuditDeps): AnyHandler {
  return async (given, ...context) => {
    const input = given as Input;
    const person = personOfCall();
    const connection = textOf(input['connection'] ?? (operation.startsWith('connections.') ? input['id'] : undefined));
    const command: Omit<AuditedCommand, 'person'> = {
      ...{ operation, ...callingScreen(), input, subject: subjectOf(input), confirmedBy: currentSecondPerson()?.name },
      ...(connection !== '' && { connection, controller: controllerName(connection) }),
    };
    try {
      const answer = await handler(input, ...context);
      audit.add({ ...command, person: SIGN_INS.has(operation) ? personOfCall() : person });
      return answer;
    } catch (error) {
      audit.add({ ...command, person, failure: failureText(error) });
      throw error;
    }
  };
}

/** The screen of the call that is being served, as it is recorded. */
export function callingScreen(): Pick<AuditedCommand, 'screen' | 'address'> {
  const caller = currentCaller();
  return { screen: caller?.screen.slice(0, SCREEN_CHARACTERS) ?? '', address: caller?.address };
}

function subjectOf(input: Input): string {
  const names = SUBJECT_FIELDS.flatMap((field) => {
    const value = input[field];
    return Array.isArray(value) ? value.map(textOf) : [textOf(value)];
  });
  return names.filter(Boolean).join(' · ');
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
