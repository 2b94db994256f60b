import type { Operation } from '#contract/station/operation.ts';
import type { CommandAccess } from '#contract/station/permissions.ts';
import { stationContract, type StationHandlers } from '#contract/station/index.ts';

/**
 * A handler of any operation. The second argument of a command is the time of its press, that of others a signal; the third argument of a command is the
 * token with which a second person has confirmed it.
 */
export type AnyHandler = (input: unknown, ...context: unknown[]) => unknown;

export interface DecoratedOperation {
  /** Noun and verb, such as `printing.trigger`. */
  name: string;
  noun: string;
  verb: string;
  kind: 'query' | 'command' | 'feed';
  /** What a command needs; undefined for other operations. */
  access?: CommandAccess;
}

/** The handlers of all operations, each in place of its former self as `decorate` returns it. */
export function decorateHandlers(
  handlers: StationHandlers,
  decorate: (operation: DecoratedOperation, handler: AnyHandler) => AnyHandler,
): StationHandlers {
  const nouns = Object.entries(handlers).map(([noun, verbs]) => {
    const operations = stationContract[noun as keyof StationHandlers] as Record<string, Operation | undefined>;
    const decorated = Object.entries(verbs as Record<string, AnyHandler>).map(([verb, handler]) => {
      const operation = operations[verb];
      return [verb, operation ? decorate({ ...partsOf(operation), name: `${noun}.${verb}`, noun, verb }, handler) : handler];
    });
    return [noun, Object.fromEntries(decorated)];
  });
  return Object.fromEntries(nouns) as StationHandlers;
}

function partsOf(operation: Operation): Pick<DecoratedOperation, 'kind' | 'access'> {
  return operation.kind === 'command' ? { kind: operation.kind, access: operation.access } : { kind: operation.kind };
}
