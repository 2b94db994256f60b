const DATABASE = 'strobe.drafts';
const STORE = 'texts';

/**
 * Texts under their keys, each on the disk itself once it is written: the local storage of a browser gets there seconds later. Reads and
 * writes take effect in the order in which they were asked for.
 */
export class DraftTexts {
  private readonly factory: IDBFactory;
  private opening: Promise<IDBDatabase> | undefined;

  constructor(factory: IDBFactory) {
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

  /** What was asked for before is still done. */
  close(): void {
    const { opening } = this;
    this.opening = undefined;
    opening?.then(
      (database) => {
        database.close();
      },
      () => undefined, // It was never open, as whoever asked for something was told.
    );
  }

  /** The commit is asked for at once; a page that is left before it is done may take it back all the same. */
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
      const request = this.factory.open(DATABASE, 1);
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
