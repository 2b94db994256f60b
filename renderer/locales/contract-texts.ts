import type { z } from 'zod';
import type { StatusErrorCode } from '#contract/api-v3/make-status-error.ts';
import type { PreflightKind } from '#contract/api-v3/preflight.ts';
import type { PrintState, resolutionSchema } from '#contract/api-v3/print.ts';
import type { PrinterState } from '#contract/api-v3/printer-states.ts';
import type { RecordedKind } from '#contract/api-v3/recorded-event.ts';
import type { QueuedJob } from '#contract/api-v3/queue.ts';
import type { ProblemSlug } from '#contract/problem.ts';
import type { AlarmPriority } from '#contract/station/alarm-priorities.ts';
import type { AlarmKind } from '#contract/station/alarms.ts';
import type { ConnectionState } from '#contract/station/connections.ts';
import type { CheckState, FindingCode } from '#contract/station/diagnostic-findings.ts';
import type { CheckId, FactName, ListenerKind } from '#contract/station/diagnostics.ts';
import type { UnsavedEdit, UnsavedEditKind } from '#contract/station/unsaved-edits.ts';
import type { StationContract } from '#contract/station/index.ts';
import type { Permission, Role } from '#contract/station/permissions.ts';
import type { TwoPersonKind, TwoPersonOperation } from '#contract/station/two-person.ts';
import type { SecretFault } from '#contract/station/secret-rules.ts';
import type { EventLogEvent, EventLogGroup, UploadOperation } from '#contract/station/event-log.ts';
import type app from './en/app.json';
import type data from './en/data.json';
import type diagnostics from './en/diagnostics.json';
import type errors from './en/errors.json';
import type people from './en/people.json';
import type station from './en/station.json';

/**
 * Maps the English texts to the values of the contract. The compiler rejects this file when a value has no text and when a text belongs to no
 * value. Nothing imports it.
 */
type App = typeof app;
type Data = typeof data;
type Station = typeof station;
type People = typeof people;
type Diagnostics = (typeof diagnostics)['diagnostics'];

/** The texts have exactly these names; the error names the difference. */
type Named<Texts, Name extends PropertyKey> =
  Exclude<Name, keyof Texts> extends never
    ? Exclude<keyof Texts, Name> extends never
      ? true
      : { textsForNoValue: Exclude<keyof Texts, Name> }
    : { valuesWithoutText: Exclude<Name, keyof Texts> };

/** Each group has exactly these names. */
type EachNamed<Groups, Name extends PropertyKey> = { [Group in keyof Groups]: Named<Groups[Group], Name> }[keyof Groups];

type CommandOf<Noun extends keyof StationContract> = {
  [Verb in keyof StationContract[Noun] & string]: StationContract[Noun][Verb] extends { kind: 'command' } ? `${Noun}.${Verb}` : never;
}[keyof StationContract[Noun] & string];
/** These write entries of their own. */
type LoggedElsewhere = CommandOf<'alarms'> | 'unsavedEdits.keep' | 'unsavedEdits.send' | 'people.stayActive';
/** Every change of a resource, as the event log names it. */
type LoggedCommand =
  | Exclude<{ [Noun in keyof StationContract]: CommandOf<Noun> }[keyof StationContract], LoggedElsewhere>
  | UploadOperation;
/** The names of texts in groups: `tables.put`. */
type NamesOf<Groups> = { [Group in keyof Groups & string]: `${Group}.${keyof Groups[Group] & string}` }[keyof Groups & string];

type Check<Result extends true> = Result;

export type ContractTexts = [
  Check<Named<App['alarms']['priorities'], AlarmPriority>>,
  Check<Named<App['alarms']['kinds'], AlarmKind>>,
  Check<EachNamed<App['alarms']['kinds'], 'title'>>,
  Check<Named<Station['alarmDetails'], AlarmKind>>,
  Check<EachNamed<Station['alarmDetails'], 'cause' | 'consequence' | 'action'>>,
  Check<Named<(typeof errors)['statusErrors'], StatusErrorCode>>,
  Check<Named<People['roles'], Role>>,
  Check<Named<People['permissions'], Permission>>,
  Check<EachNamed<People['permissions'], 'name' | 'text'>>,
  Check<Named<People['people']['secretFaults'], SecretFault | 'missing'>>,
  Check<Named<People['twoPerson']['kinds'], TwoPersonKind>>,
  Check<EachNamed<People['twoPerson']['kinds'], 'name' | 'text'>>,
  Check<Named<People['secondPerson']['outcomes'], z.infer<typeof resolutionSchema>['outcome']>>,
  Check<Named<Record<NamesOf<People['secondPerson']['actions']>, string>, TwoPersonOperation>>,
  Check<Named<Station['connectionPage']['state'], ConnectionState>>,
  Check<Named<Station['unsavedEditPage']['kinds'], UnsavedEditKind>>,
  Check<Named<App['unsavedEdits']['state'], UnsavedEdit['state']>>,
  Check<Named<Station['unsavedEditPage']['stateDetail'], UnsavedEdit['state']>>,
  Check<Named<Diagnostics['findings'], FindingCode>>,
  Check<EachNamed<Diagnostics['findings'], 'found' | 'todo'>>,
  Check<Named<Diagnostics['states'], CheckState>>,
  Check<Named<Diagnostics['checks'], CheckId>>,
  Check<Named<Diagnostics['facts'], FactName>>,
  Check<Named<Diagnostics['listeners'], ListenerKind>>,
  // `other` is for controllers with problems of their own.
  Check<Named<(typeof errors)['problems'], ProblemSlug | 'other'>>,
  Check<Named<Data['preflight']['kinds'], PreflightKind>>,
  Check<Named<Data['preflight']['fixes'], PreflightKind>>,
  Check<Named<Station['history']['prints']['state'], PrintState>>,
  Check<Named<Station['eventLog']['groups'], EventLogGroup>>,
  Check<Named<Station['eventLog']['events'], EventLogEvent>>,
  Check<Named<Station['eventLog']['states'], PrinterState>>,
  Check<Named<Station['queue']['state'], QueuedJob['state']>>,
  Check<Named<Record<NamesOf<Station['eventLog']['commands']>, string>, LoggedCommand>>,
  Check<Named<Record<NamesOf<Station['recordedEvents']['kind']>, string>, RecordedKind>>,
];
