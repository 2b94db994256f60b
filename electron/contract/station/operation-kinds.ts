import { stationContract, type StationContract } from './index.ts';
import type { Operation } from './operation.ts';

type OperationKinds = {
  [Noun in keyof StationContract]: { [Verb in keyof StationContract[Noun]]: KindOf<StationContract[Noun][Verb]> };
};
type KindOf<Operation> = Operation extends { kind: infer Kind } ? Kind : never;

/**
 * The kind of every operation: all that a page has to know to call it. The build of the page replaces this module by its value
 * (`build/vite.renderer.config.ts`), so that the page is built without the schemas.
 */
export const OPERATION_KINDS = kindsOf(stationContract) as OperationKinds;

function kindsOf(contract: Record<string, Record<string, Operation>>): Record<string, Record<string, Operation['kind']>> {
  const nouns = Object.entries(contract).map(([noun, verbs]) => {
    const kinds = Object.entries(verbs).map(([verb, { kind }]) => [verb, kind]);
    return [noun, Object.fromEntries(kinds) as Record<string, Operation['kind']>];
  });
  return Object.fromEntries(nouns) as Record<string, Record<string, Operation['kind']>>;
}
