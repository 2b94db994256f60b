import type { z } from 'zod';
import { counterSchema } from '#contract/api-v3/counter.ts';
import { shiftCodeSchema } from '#contract/api-v3/shift-code.ts';
import { variableSchema } from '#contract/api-v3/variable.ts';
import type { UnsavedEditKind } from '#contract/station/unsaved-edits.ts';
import type { StationClient } from '#contract/station/index.ts';
import { useStationClient } from '../../composables/station-client.ts';
import { useCountersStore } from '../../stores/counters.ts';
import { useShiftCodesStore } from '../../stores/shift-codes.ts';
import { useVariablesStore } from '../../stores/variables.ts';
import { setBack, type PendingSetBack } from '../../domain/counters/counter-form.ts';

/** A variable, counter or shift code as JSON of /api/v3. */
export type Document = Record<string, unknown>;

interface Place {
  connection: string;
  name: string;
}

interface Putting {
  /** The content that the operator saw; null = none. */
  expected: Document | null;
  /** Why a counter is set back. */
  reason?: string | undefined;
}

/** A kind of resource that can be exported and imported. */
export interface ExchangeKind {
  schema: z.ZodType<Document>;
  list: (connection: string) => Promise<readonly { name: string }[]>;
  get: (place: Place) => Promise<Document>;
  put: (place: Place, document: Document, how: Putting) => Promise<unknown>;
  /** Reloads the page's own list. */
  reload: () => Promise<void>;
  /** The kind of its unsaved edits; undefined if it has none. */
  draftKind: UnsavedEditKind | undefined;
  /** The field that printing changes. */
  movingField: string | undefined;
  /** The confirmation that a replacement needs; undefined if none. */
  question: (present: Document, next: Document) => PendingSetBack | undefined;
}

export type ExchangedNoun = 'variables' | 'counters' | 'shiftCodes';

export function useExchangeKind(noun: ExchangedNoun): ExchangeKind {
  return KINDS[noun](useStationClient());
}

const KINDS: Record<ExchangedNoun, (client: StationClient) => ExchangeKind> = {
  variables: ({ variables }) => ({
    schema: variableSchema,
    list: (connection) => variables.list({ connection }),
    get: (place) => variables.get(place),
    put: (place, document, { expected }) => variables.put({ ...place, variable: variableSchema.parse(document), expected }),
    reload: useVariablesStore().reload,
    draftKind: 'variable',
    movingField: undefined,
    question: () => undefined,
  }),
  counters: ({ counters }) => ({
    schema: counterSchema,
    list: (connection) => counters.list({ connection }),
    get: (place) => counters.get(place),
    put: (place, document, { expected, reason }) =>
      counters.put({ ...place, counter: counterSchema.parse(document), expected, ...(reason !== undefined && { reason }) }),
    reload: useCountersStore().reload,
    draftKind: undefined,
    movingField: 'value',
    question: (present, next) => {
      const [from, to] = [counterSchema.parse(present), counterSchema.parse(next)];
      const kind = setBack(from, to);
      return kind && { kind, from, to };
    },
  }),
  shiftCodes: ({ shiftCodes }) => ({
    schema: shiftCodeSchema,
    list: (connection) => shiftCodes.list({ connection }),
    get: (place) => shiftCodes.get(place),
    put: (place, document, { expected }) => shiftCodes.put({ ...place, shiftCode: shiftCodeSchema.parse(document), expected }),
    reload: useShiftCodesStore().reload,
    draftKind: 'shiftCode',
    movingField: undefined,
    question: () => undefined,
  }),
};
