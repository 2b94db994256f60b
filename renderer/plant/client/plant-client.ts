import { inject, type InjectionKey } from 'vue';
import {
  archivedPrintDetailSchema,
  archivePageSchema,
  type ArchivedPrintDetail,
  type ArchivePage,
} from '#contract/plant/archive-search.ts';
import { archiveSummarySchema, type ArchiveSummary } from '#contract/plant/archive-summary.ts';
import { plantControllerListSchema, type PlantController } from '#contract/plant/plant-controller.ts';
import { plantHealthSchema, plantReadinessSchema, type PlantHealth, type PlantReadiness } from '#contract/plant/plant-health.ts';
import { createdPlantKeySchema, plantKeyListSchema, type NewPlantKey, type PlantKey } from '#contract/plant/plant-key.ts';
import { plantSessionSchema, type PlantSession } from '#contract/plant/plant-session.ts';
import { problemSlug } from '#contract/problem.ts';
import { toProblem } from '../../domain/problems/to-problem.ts';
import { createLibraryClient, type LibraryClient } from './library-client.ts';
import { createNumbersClient, type NumbersClient } from './numbers-client.ts';
import { readAnswer, requestPlant } from './plant-requests.ts';

const API = '/plant/v1';
const SESSION = `${API}/session`;
const PRINTS = `${API}/prints`;
const KEYS = `${API}/keys`;
const NOT_READY = 503;

/** Which print is meant. */
export interface PrintPlace {
  /** Id of the controller. */
  controller: string;
  print: number;
  /** When it was reserved, ISO 8601. */
  reserved: string;
}

/** What the page asks the plant. Every call rejects with a ProblemError, and with an abort when its signal is aborted. */
export interface PlantClient {
  readSession: (signal?: AbortSignal) => Promise<PlantSession>;
  /** Opens a session of this browser by the text of a key. */
  signIn: (key: string) => Promise<void>;
  signOut: () => Promise<void>;
  readControllers: (signal?: AbortSignal) => Promise<PlantController[]>;
  /** `filter` has the parameters of archiveQuerySchema, `after` the place where the page before ended. */
  findPrints: (filter: Readonly<Record<string, string>>, after: string | undefined, signal?: AbortSignal) => Promise<ArchivePage>;
  readPrint: (place: PrintPlace, signal?: AbortSignal) => Promise<ArchivedPrintDetail>;
  /** The picture of a print as it was printed, a PNG. */
  readPicture: (place: PrintPlace, signal?: AbortSignal) => Promise<Blob>;
  readKeys: (signal?: AbortSignal) => Promise<PlantKey[]>;
  /** Creates a key, and returns its text, which is told only now. */
  createKey: (key: NewPlantKey) => Promise<string>;
  revokeKey: (name: string) => Promise<void>;
  library: LibraryClient;
  numbers: NumbersClient;
  readArchive: (signal?: AbortSignal) => Promise<ArchiveSummary>;
  /** Sets after how many months prints are deleted; null keeps them. */
  putRetention: (months: number | null) => Promise<void>;
  readHealth: (signal?: AbortSignal) => Promise<PlantHealth>;
  readReadiness: (signal?: AbortSignal) => Promise<PlantReadiness>;
}

export const plantClientKey: InjectionKey<PlantClient> = Symbol('client of the plant');

/** The client of the plant, for components. Throws if the app does not provide one. */
export function usePlantClient(): PlantClient {
  const client = inject(plantClientKey);
  if (!client) throw new Error('The app has no client of a plant.');
  return client;
}

/** The client of the plant that served this page. `onSignedOut` is called when a call is refused because the session has ended. */
export function createPlantClient({ onSignedOut }: { onSignedOut: () => void }): PlantClient {
  const request: typeof requestPlant = async (wanted) => {
    try {
      return await requestPlant(wanted);
    } catch (error) {
      if (problemSlug(toProblem(error).type) === 'unauthorized') onSignedOut();
      throw error;
    }
  };
  const placeOf = ({ controller, print }: PrintPlace): string => `${PRINTS}/${encodeURIComponent(controller)}/${print}`;
  const reservedAt = ({ reserved }: PrintPlace): string => `?${new URLSearchParams({ reserved }).toString()}`;
  return {
    readSession: async (signal) => readAnswer(await request({ path: SESSION, signal }), plantSessionSchema),
    signIn: async (key) => void (await requestPlant({ path: SESSION, method: 'POST', body: { key } })),
    signOut: async () => void (await requestPlant({ path: SESSION, method: 'DELETE' })),
    readControllers: async (signal) => readAnswer(await request({ path: `${API}/controllers`, signal }), plantControllerListSchema),
    findPrints: async (filter, after, signal) => {
      const query = new URLSearchParams({ ...filter, ...(after !== undefined && { after }) });
      return readAnswer(await request({ path: `${PRINTS}?${query.toString()}`, signal }), archivePageSchema);
    },
    readPrint: async (place, signal) => {
      return readAnswer(await request({ path: placeOf(place) + reservedAt(place), signal }), archivedPrintDetailSchema);
    },
    readPicture: async (place, signal) => (await request({ path: `${placeOf(place)}/picture${reservedAt(place)}`, signal })).blob(),
    readKeys: async (signal) => readAnswer(await request({ path: KEYS, signal }), plantKeyListSchema),
    createKey: async (key) => (await readAnswer(await request({ path: KEYS, method: 'POST', body: key }), createdPlantKeySchema)).key,
    revokeKey: async (name) => void (await request({ path: `${KEYS}/${encodeURIComponent(name)}/revoke`, method: 'POST' })),
    library: createLibraryClient(request),
    numbers: createNumbersClient(request),
    readArchive: async (signal) => readAnswer(await request({ path: `${API}/archive`, signal }), archiveSummarySchema),
    putRetention: async (months) => void (await request({ path: `${API}/archive/retention`, method: 'PUT', body: { months } })),
    readHealth: async (signal) => readAnswer(await request({ path: '/healthz', signal }), plantHealthSchema),
    readReadiness: async (signal) => {
      return readAnswer(await request({ path: '/healthz/ready', answers: [NOT_READY], signal }), plantReadinessSchema);
    },
  };
}
