import { savedVersionSchema, type LibraryItemPlace } from '#contract/api-v3/library-item.ts';
import {
  libraryItemDetailSchema,
  libraryListSchema,
  librarySettingsSchema,
  type LibraryItem,
  type LibraryItemDetail,
  type LibrarySettings,
  type Publication,
} from '#contract/plant/library.ts';
import { readAnswer, type requestPlant } from './plant-requests.ts';

const LIBRARY = '/plant/v1/library';
const SETTINGS = '/plant/v1/settings/library';

/** One version of an item. */
export type LibraryVersionPlace = LibraryItemPlace & { version: number };

/** What the page asks the library of the plant. Every call rejects with a ProblemError, and with an abort when its signal is aborted. */
export interface LibraryClient {
  /** By kind and name. */
  list: (signal?: AbortSignal) => Promise<LibraryItem[]>;
  get: (place: LibraryItemPlace, signal?: AbortSignal) => Promise<LibraryItemDetail>;
  /** Saves a version and returns its number. The type of `content` is `application/json`, or `application/octet-stream` for a font. */
  save: (place: LibraryItemPlace, content: Blob, comment: string) => Promise<number>;
  readContent: (place: LibraryVersionPlace) => Promise<Blob>;
  /** The picture of a version of a label, a PNG. */
  readPicture: (place: LibraryVersionPlace, signal?: AbortSignal) => Promise<Blob>;
  approve: (place: LibraryVersionPlace, comment: string) => Promise<void>;
  publish: (place: LibraryItemPlace, publication: Publication) => Promise<void>;
  withdraw: (place: LibraryItemPlace) => Promise<void>;
  readSettings: (signal?: AbortSignal) => Promise<LibrarySettings>;
  putSettings: (settings: LibrarySettings) => Promise<void>;
}

/** The client of the library, which sends its requests by `request`. */
export function createLibraryClient(request: typeof requestPlant): LibraryClient {
  const itemAt = ({ kind, name }: LibraryItemPlace): string => `${LIBRARY}/${kind}/${encodeURIComponent(name)}`;
  const versionAt = (place: LibraryVersionPlace): string => `${itemAt(place)}/versions/${place.version}`;
  return {
    list: async (signal) => readAnswer(await request({ path: LIBRARY, signal }), libraryListSchema),
    get: async (place, signal) => readAnswer(await request({ path: itemAt(place), signal }), libraryItemDetailSchema),
    save: async (place, file, comment) => {
      const path = `${itemAt(place)}?${new URLSearchParams({ comment }).toString()}`;
      return (await readAnswer(await request({ path, method: 'PUT', file }), savedVersionSchema)).version;
    },
    readContent: async (place) => (await request({ path: versionAt(place) })).blob(),
    readPicture: async (place, signal) => (await request({ path: `${versionAt(place)}/picture`, signal })).blob(),
    approve: async (place, comment) => void (await request({ path: `${versionAt(place)}/approve`, method: 'POST', body: { comment } })),
    publish: async (place, body) => void (await request({ path: `${itemAt(place)}/publish`, method: 'POST', body })),
    withdraw: async (place) => void (await request({ path: `${itemAt(place)}/withdraw`, method: 'POST' })),
    readSettings: async (signal) => readAnswer(await request({ path: SETTINGS, signal }), librarySettingsSchema),
    putSettings: async (body) => void (await request({ path: SETTINGS, method: 'PUT', body })),
  };
}
