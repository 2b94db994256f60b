const DATABASE = 'strobe.label-edits';
const STORE = 'texts';

/**
 * Texts by key in IndexedDB. A write resolves once the text is on disk (durability `strict`); a browser flushes its local storage seconds
 * later. Reads and writes run in the order of their calls.
 */
export class IndexedDbTexts {
  private readonly factory: () => IDBFactory;
  private opening: Promise<IDBDatabase> | undefined;

  /** `factory` is a function because reading `indexedDB` throws where the browser blocks storage. */
  constructor(factory = () => indexedDB) {
    this.factory = factory;
  }

  read(key: string): Promise<unknown> {
    return this.act('readonly', (store) => store.get(key));
  }

  async write(key: string, text: string): Promise<void> {
    await this.act('readwrite', (store) => store.put(text, key));
  }

  async remove(key: string): Promise<void> {
    await this.act('readwrite', (store) => store.delete(key));
  }

  /** Reads and writes that were called before still complete. */
  close(): void {
    const { opening } = this;
    this.opening = undefined;
    opening?.then(
      (database) => {
        database.close();
      },
      () => undefined, // The open failed, and the calls that waited for it were rejected.
    );
  }

  /** Requests the commit at once; the browser can still discard it when the page is closed before the commit is complete. */
  private async act<Result>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<Result>): Promise<Result> {
    const database = await (this.opening ??= this.open());
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode, { durability: 'strict' });
      const request = ask(transaction.objectStore(STORE));
      transaction.oncomplete = () => {
        resolve(request.result);
      };
      transaction.onabort = () => {
        reject(transaction.error ?? new Error(`${DATABASE} was closed`));
      };
      transaction.commit();
    });
  }

  private open(): Promise<IDBDatabase> {
    const forget = (): void => {
      if (this.opening === opening) this.opening = undefined;
    };
    const opening = new Promise<IDBDatabase>((resolve, reject) => {
      const request = this.factory().open(DATABASE, 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore(STORE);
      };
      request.onsuccess = () => {
        request.result.onclose = forget;
        request.result.onversionchange = () => {
          forget();
          request.result.close();
        };
        resolve(request.result);
      };
      request.onerror = () => {
        reject(request.error ?? new Error(`${DATABASE} cannot be opened`));
      };
    });
    opening.catch(forget);
    return opening;
  }
}
