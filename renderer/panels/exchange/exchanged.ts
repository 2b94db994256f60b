import type { z } from 'zod';
import { counterSchema } from '#contract/api-v3/counter.ts';
import { shiftCodeSchema } from '#contract/api-v3/shift-code.ts';
import { variableSchema } from '#contract/api-v3/variable.ts';
import type { DraftKind } from '#contract/station/drafts.ts';
import type { StationClient } from '#contract/station/index.ts';
import { useStationClient } from '../../composables/station-client.ts';
import { useCountersStore } from '../../stores/counters.ts';
import { useShiftCodesStore } from '../../stores/shift-codes.ts';
import { useVariablesStore } from '../../stores/variables.ts';
import { setBack } from '../counter/counter-form.ts';
import type { PendingSetBack } from '../counter/use-counter-actions.ts';

/** A variable, a counter or a shift code as the interface of the controller writes it. */
export type Document = Record<string, unknown>;

interface Place {
  connection: string;
  name: string;
}

interface Putting {
  /** What a person saw; null = nothing. */
  over: Document | null;
  /** Why a counter is set back. */
  reason?: string | undefined;
}

/** A kind of things that leave a controller as a file and come back from one. */
export interface Exchanged {
  schema: z.ZodType<Document>;
  list: (connection: string) => Promise<readonly { name: string }[]>;
  get: (place: Place) => Promise<Document>;
  put: (place: Place, document: Document, how: Putting) => Promise<unknown>;
  /** Reads the page's own list again. */
  reload: () => Promise<void>;
  /** What its changes are called that wait for their controller; undefined where none ever wait. */
  draftKind: DraftKind | undefined;
  /** The field that the line moves by itself. */
  moving: string | undefined;
  /** What must be asked before one thing takes the place of another. */
  question: (present: Document, next: Document) => PendingSetBack | undefined;
}

export type ExchangedNoun = 'variables' | 'counters' | 'shiftCodes';

export function useExchanged(noun: ExchangedNoun): Exchanged {
  return KINDS[noun](useStationClient());
}

const KINDS: Record<ExchangedNoun, (client: StationClient) => Exchanged> = {
  variables: ({ variables }) => ({
    schema: variableSchema,
    list: (connection) => variables.list({ connection }),
    get: (place) => variables.get(place),
    put: (place, document, { over }) => variables.put({ ...place, variable: variableSchema.parse(document), over }),
    reload: useVariablesStore().reload,
    draftKind: 'variable',
    moving: undefined,
    question: () => undefined,
  }),
  counters: ({ counters }) => ({
    schema: counterSchema,
    list: (connection) => counters.list({ connection }),
    get: (place) => counters.get(place),
    put: (place, document, { over, reason }) =>
      counters.put({ ...place, counter: counterSchema.parse(document), over, ...(reason !== undefined && { reason }) }),
    reload: useCountersStore().reload,
    draftKind: undefined,
    moving: 'value',
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
    put: (place, document, { over }) => shiftCodes.put({ ...place, shiftCode: shiftCodeSchema.parse(document), over }),
    reload: useShiftCodesStore().reload,
    draftKind: 'shiftCode',
    moving: undefined,
    question: () => undefined,
  }),
};
