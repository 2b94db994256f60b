const DATABASE = 'strobe.fonts';
const STORE = 'files';

/**
 * Font files by URL, as their controllers last sent them, so that labels can be drawn while a controller is unreachable. IndexedDB, unlike
 * the Cache API, also works on a page that is served over plain HTTP.
 */
export const fontCache = {
  find: async (address: string): Promise<Uint8Array<ArrayBuffer> | undefined> => {
    const found: unknown = await act('readonly', (store) => store.get(address));
    return found instanceof Uint8Array ? new Uint8Array(found) : undefined;
  },
  keep: async (address: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
    await act('readwrite', (store) => store.put(bytes, address));
  },
};

/** Opens and closes the database for each access, because fonts are read rarely. */
async function act<Result>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<Result>): Promise<Result> {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = ask(transaction.objectStore(STORE));
      transaction.oncomplete = () => {
        resolve(request.result);
      };
      transaction.onabort = () => {
        reject(transaction.error ?? new Error(`${DATABASE} was closed`));
      };
    });
  } finally {
    database.close();
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(STORE);
    };
    request.onsuccess = () => {
      resolve(request.result);
    };
    request.onerror = () => {
      reject(request.error ?? new Error(`${DATABASE} cannot be opened`));
    };
  });
}
